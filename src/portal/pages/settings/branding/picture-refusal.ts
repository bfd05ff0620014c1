import { IMAGE_BYTES, IMAGE_TOO_LARGE, IMAGE_TYPES, NO_PICTURE } from '../../../../contract/index.ts'

type ImageType = (typeof IMAGE_TYPES)[number]

/** How a file of each type begins, byte by byte in Latin-1; `?` is any. */
const BEGINNINGS: Record<ImageType, string> = { 'image/png': '\x89PNG\r\n\x1a\n', 'image/jpeg': '\xff\xd8\xff', 'image/webp': 'RIFF????WEBP' }
const MAX_BEGINNING_LENGTH = 12

/** Why a chosen file is no picture for the portal, by its size and its first bytes: its name and type say what they like. Undefined for a good one. */
export async function pictureRefusal(file: Blob): Promise<string | undefined> {
  if (file.size >= IMAGE_BYTES) return IMAGE_TOO_LARGE
  const bytes = new Uint8Array(await file.slice(0, MAX_BEGINNING_LENGTH).arrayBuffer())
  const beginning = String.fromCharCode(...bytes)
  return IMAGE_TYPES.some((type) => beginsWith(beginning, BEGINNINGS[type])) ? undefined : NO_PICTURE
}

function beginsWith(text: string, beginning: string): boolean {
  return text.length >= beginning.length && [...beginning].every((sign, at) => sign === '?' || sign === text[at])
}
