import { pictureLibrary } from './picture-library.ts'

/** Pixels: twice what the largest avatar on screen takes. */
const SIDE = 160
/** A file of a few kB can claim to be a hundred thousand pixels wide. */
const MAX_PIXELS = 40_000_000
const MAX_WORK_SECONDS = 5

/** A picture as a small square in WebP, without what a camera wrote into the file; undefined if it cannot be decoded. */
export async function avatarOf(picture: Buffer): Promise<Buffer | undefined> {
  const sharp = await pictureLibrary()
  return sharp(picture, { failOn: 'error', limitInputPixels: MAX_PIXELS })
    .autoOrient().resize({ width: SIDE, height: SIDE, fit: 'cover' }).webp().timeout({ seconds: MAX_WORK_SECONDS }).toBuffer()
    .catch(() => undefined)
}
