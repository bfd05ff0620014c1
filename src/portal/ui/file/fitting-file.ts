/**
 * Chosen files that fit what a type accepts: a picture above its limit is made smaller first, so that a photo of a receipt can be attached
 * as the phone took it. Every place where a file is chosen, taken or dropped asks here before it checks the file.
 */
import { extensionOf, kindByName, t } from '../../../core/index.ts'
import { formatBytes } from '../format.ts'
import { trackWork } from '../work.ts'

/** What a place accepts: the upper limit in bytes, exclusive, and the kinds of files. */
export interface FileLimits { maxBytes: number; types: readonly string[] }

/** A file to attach, and its size in bytes before it was made smaller; undefined if it was not. */
export interface FittingFile { file: File; was?: number }

/** The kind that pictures are made into. */
const RESULT = 'jpeg'

/** Pictures that some browser decodes. An animated picture would come to a standstill, so GIF is not among them. */
const PICTURES = new Set(['jpg', 'jpeg', 'jpe', 'jfif', 'png', 'webp', 'avif', 'heic', 'heif'])

/** Loads the code that makes pictures smaller: without a network it would be too late once a photo is taken. */
export const fetchPictureCode = () => import('./smaller-picture.ts')

let underway: Promise<unknown> | undefined

/** Ends when the pictures that are being made smaller are taken; undefined if there are none. What is sent before would go without them. */
export const fittingUnderway = (): Promise<unknown> | undefined => underway

/** Whether the file has to be made smaller, or into a picture of a kind that is accepted, before it can be attached. */
export function mustBeFitted({ maxBytes, types }: FileLimits, file: { name: string; size: number; type: string }): boolean {
  const isPicture = PICTURES.has(extensionOf(file.name) ?? file.type.replace('image/', ''))
  return isPicture && types.includes(RESULT) && file.size > 0 && (file.size >= maxBytes || kindByName(types, file.name) === undefined)
}

/** Has the file taken as it can be attached. One that cannot be made to fit is taken as it is, for the checks to refuse. */
export async function fitFile(limits: FileLimits, file: File, take: (fitting: FittingFile) => unknown): Promise<void> {
  if (!mustBeFitted(limits, file)) return void await take({ file })
  // One after another: each takes hundreds of megabytes while it is decoded.
  const before = underway
  const work = trackWork('picture', async () => {
    await before?.catch(() => undefined)
    await take(await fitting(limits, file))
  })
  underway = work
  await work.finally(() => {
    if (underway === work) underway = undefined
  })
}

async function fitting({ maxBytes }: FileLimits, file: File): Promise<FittingFile> {
  const smaller = await fetchPictureCode().then(({ smallerPicture }) => smallerPicture(file, maxBytes)).catch(() => undefined)
  if (smaller === undefined) return { file }
  return smaller.size < file.size ? { file: smaller, was: file.size } : { file: smaller }
}

/** What is shown while a picture is made smaller. */
export const makingSmaller = (): string => t('Making the picture smaller…')

/** The size of a file, and how large it was before. */
export function sizeText({ size, was }: { size: number; was?: number | undefined }): string {
  return was === undefined ? formatBytes(size) : t('Made smaller: {before} → {after}', { before: formatBytes(was), after: formatBytes(size) })
}
