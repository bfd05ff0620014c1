import { API_PREFIX, SITE_IMAGES } from '../../contract/index.ts'
import type { ImageAddresses } from '../../contract/index.ts'
import type { JsonObject } from '../../core/index.ts'

/** Image URLs of a company, from the hashes in its settings. */
export function imageAddresses(hashes: JsonObject | undefined): ImageAddresses {
  return Object.fromEntries(SITE_IMAGES.map((name) => {
    const hash = hashes?.[name]
    return [name, typeof hash === 'string' ? `${API_PREFIX}/company/images/${hash}` : null]
  })) as ImageAddresses
}
