/** A company's logo for printed forms, which cannot show WebP. */
import { LRUCache } from 'lru-cache'
import type { Db } from '../store/connection/database.ts'
import { findImage, imagesOf } from '../store/files/images.ts'
import { pictureLibrary } from '../files/picture-library.ts'

/** Converted logos are cached: there are few companies, and the logos are small. */
const MAX_KEPT = 20
const SIDE = 256
const converted = new LRUCache<string, string>({ max: MAX_KEPT })

/** The logo as a data URL. If the company has not uploaded one, the one stored with the company. */
export async function printLogo(db: Db, company: { code: string; logo: string | null }): Promise<string | null> {
  const hash = (await imagesOf(db, [company.code])).get(company.code)?.['company_logo']
  if (typeof hash !== 'string') return company.logo
  const known = converted.get(hash)
  if (known !== undefined) return known
  const image = await findImage(db, hash)
  if (image === undefined) return company.logo
  const sharp = await pictureLibrary()
  const png = await sharp(image.content).resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true }).png().toBuffer()
  const logo = `data:image/png;base64,${png.toString('base64')}`
  converted.set(hash, logo)
  return logo
}
