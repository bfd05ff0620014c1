/** Makes a picture smaller in the browser. Loaded when the first picture is too large. */
import { extensionOf } from '../../../core/index.ts'

export interface Size { width: number; height: number }

/** An attempt: the size in pixels, and the quality of the JPEG from 0 to 1. */
export interface Attempt extends Size { quality: number }

/** Decoded, a picture takes four bytes for each pixel, and browsers of phones end a tab that takes too many. Cameras take 50 million pixels. */
const MAX_PIXELS = 64_000_000

/** The longest side in pixels, and the qualities tried with it: at the first, the small print of an A4 page is still legible. */
const LADDER: [longest: number, qualities: number[]][] = [[2400, [0.85, 0.75, 0.6]], [1800, [0.7, 0.55]], [1200, [0.6, 0.4]]]

/** The attempts for a picture of this size, the best first; none if it is too large to be decoded. A picture never becomes larger. */
export function attemptsFor({ width, height }: Size): Attempt[] {
  const longest = Math.max(width, height)
  if (longest === 0 || width * height > MAX_PIXELS) return []
  const rungs = LADDER.filter(([side], at) => at === 0 || side < longest)
  return rungs.flatMap(([side, qualities]) => {
    const scale = Math.min(1, side / longest)
    // A very long strip keeps at least one pixel of its width.
    const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
    return qualities.map((quality) => ({ ...size, quality }))
  })
}

/** The first attempt that is encoded in fewer bytes than the limit; undefined if none is. */
export async function firstBelow<Encoded extends { size: number }>(attempts: readonly Attempt[], maxBytes: number, encode: (attempt: Attempt) => Promise<Encoded | undefined>): Promise<Encoded | undefined> {
  for (const attempt of attempts) {
    const encoded = await encode(attempt)
    if (encoded !== undefined && encoded.size < maxBytes) return encoded
  }
  return undefined
}

/** The name of the picture as a JPEG. */
export function jpegName(name: string): string {
  const extension = extensionOf(name)
  if (extension === 'jpg' || extension === 'jpeg') return name
  return `${extension === undefined ? name : name.slice(0, -extension.length - 1)}.jpg`
}

/**
 * The picture as a JPEG of fewer bytes than the limit, upright, with transparent parts white, and without what the camera noted in it, such
 * as the place. Undefined if this browser cannot decode it or it stays too large.
 */
export async function smallerPicture(file: File, maxBytes: number): Promise<File | undefined> {
  const attempts = attemptsFor(await sizeOf(file))
  if (attempts.length === 0) return undefined
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const canvas = document.createElement('canvas')
  try {
    const encoded = await firstBelow(attempts, maxBytes, (attempt) => encode(picture, canvas, attempt))
    return encoded && new File([encoded], jpegName(file.name), { type: encoded.type, lastModified: file.lastModified })
  } finally {
    picture.close()
    // Safari keeps the memory of a canvas until it is empty.
    canvas.width = 0
  }
}

/** The picture's size, upright, from its header: an element that is not shown decodes nothing. Rejects if the browser does not know the format. */
function sizeOf(file: Blob): Promise<Size> {
  const address = URL.createObjectURL(file)
  const image = new Image()
  return new Promise<Size>((resolve, reject) => {
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight })
    image.onerror = () => reject(new Error('The picture cannot be decoded.'))
    image.src = address
  }).finally(() => URL.revokeObjectURL(address))
}

async function encode(picture: ImageBitmap, canvas: HTMLCanvasElement, { width, height, quality }: Attempt): Promise<Blob | undefined> {
  if (canvas.width !== width || canvas.height !== height) draw(picture, canvas, { width, height })
  const blob = await new Promise<Blob | null>((resolve) => { canvas.toBlob(resolve, 'image/jpeg', quality) })
  return blob ?? undefined
}

function draw(picture: ImageBitmap, canvas: HTMLCanvasElement, { width, height }: Size): void {
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no memory left for the picture.')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
}
