import { t } from '../../../../core/index.ts'
import { IMAGE_BYTES, IMAGE_TOO_LARGE, IMAGE_TYPES, NO_PICTURE } from '../../../../contract/index.ts'

/** What is accepted, as kinds of files. */
export const PICTURE_LIMITS = { maxBytes: IMAGE_BYTES, types: IMAGE_TYPES.map((type) => type.replace('image/', '')) }

type ImageType = (typeof IMAGE_TYPES)[number]

/** The first bytes of a file of each type, in Latin-1; `?` matches any byte. */
const BEGINNINGS: Record<ImageType, string> = { 'image/png': '\x89PNG\r\n\x1a\n', 'image/jpeg': '\xff\xd8\xff', 'image/webp': 'RIFF????WEBP' }
const MAX_BEGINNING_LENGTH = 12

/**
 * Why a chosen file is not acceptable as a picture, judged by its size and first bytes, because its name and type prove nothing. Undefined
 * if it is acceptable.
 */
export async function pictureRefusal(file: Blob): Promise<string | undefined> {
  if (file.size >= IMAGE_BYTES) return t(IMAGE_TOO_LARGE)
  const bytes = new Uint8Array(await file.slice(0, MAX_BEGINNING_LENGTH).arrayBuffer())
  const beginning = String.fromCharCode(...bytes)
  return IMAGE_TYPES.some((type) => beginsWith(beginning, BEGINNINGS[type])) ? undefined : t(NO_PICTURE)
}

function beginsWith(text: string, beginning: string): boolean {
  return text.length >= beginning.length && [...beginning].every((sign, at) => sign === '?' || sign === text[at])
}
