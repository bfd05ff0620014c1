/** Sanitises an uploaded image: decodes, rotates, scales and re-encodes it, so that nothing of the original file is kept. */
import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import { t } from '../../core/index.ts'
import { IMAGE_BYTES, IMAGE_TOO_LARGE, IMAGE_TYPES, NO_PICTURE } from '../../contract/index.ts'
import type { SiteImage } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import { pictureLibrary } from '../files/picture-library.ts'
import { hasTooManyParts } from '../files/picture-parts.ts'

export interface NewImage { hash: string; mediaType: string; content: Buffer }

/** Longest side in pixels; an avatar is cropped to a square. */
const BOUNDS: Record<SiteImage, number> = { company_logo: 512, site_user_avatar: 256, site_landing_page_image: 1920 }
const MIN_SIZE = 16
/** A file of a few kB can claim to be a hundred thousand pixels wide; it is rejected before it is decoded. */
const MAX_PIXELS = 40_000_000
const MAX_WORK_SECONDS = 15
const QUALITY = 82

/** Reads an uploaded image. @throws AppError invalid-file with a message about what is wrong */
export async function readImage(name: SiteImage, sent: Buffer): Promise<NewImage> {
  if (sent.length >= IMAGE_BYTES) throw refused(name, t(IMAGE_TOO_LARGE))
  const type = await fileTypeFromBuffer(sent)
  const mediaType = IMAGE_TYPES.find((one) => one === type?.mime)
  if (mediaType === undefined) throw refused(name, t(NO_PICTURE))
  if (hasMoreThanPicture(sent, mediaType)) throw refused(name, t('The file contains more than a picture. Save it again as PNG or JPEG.'))
  if (hasTooManyParts(sent)) throw refused(name, BROKEN)
  const sharp = await pictureLibrary()
  const picture = sharp(sent, { failOn: 'error', limitInputPixels: false })
  const { width = 0, height = 0 } = await picture.metadata().catch(() => ({ width: 0, height: 0 }))
  if (width === 0 || height === 0) throw refused(name, BROKEN)
  if (width < MIN_SIZE || height < MIN_SIZE) throw refused(name, t('The picture is too small: {size} by {size} pixels at least.', { size: MIN_SIZE }))
  if (width * height > MAX_PIXELS) throw refused(name, t('The picture has too many pixels. Make it smaller first.'))
  const bound = BOUNDS[name]
  const content = await picture
    .autoOrient()
    .resize({ width: bound, height: bound, fit: name === 'site_user_avatar' ? 'cover' : 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: MAX_WORK_SECONDS })
    .toBuffer()
    .catch(() => { throw refused(name, BROKEN) })
  return { hash: createHash('sha256').update(content).digest('hex'), mediaType: 'image/webp', content }
}

const BROKEN = 'The picture is damaged or incomplete.'

function refused(name: SiteImage, message: string): AppError {
  return new AppError('invalid-file', { message }, [{ path: name, rule: 'image', message, severity: 'error' }])
}

const PNG_END = Buffer.from('49454e44ae426082', 'hex')
const JPEG_END = Buffer.from('ffd9', 'hex')

/** Whether data follows the end of the image. Such a file can be a valid image here and something else elsewhere. */
function hasMoreThanPicture(file: Buffer, mediaType: (typeof IMAGE_TYPES)[number]): boolean {
  if (mediaType === 'image/webp') return file.length > file.readUInt32LE(4) + 8 + 1
  const end = mediaType === 'image/png' ? PNG_END : JPEG_END
  const at = file.lastIndexOf(end)
  // Cameras pad files with zeros. A file without an end marker is truncated, which decoding detects.
  return at >= 0 && file.subarray(at + end.length).some((byte) => byte !== 0)
}
