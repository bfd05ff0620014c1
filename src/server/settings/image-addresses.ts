import { API_PREFIX, SITE_IMAGES } from '../../contract/index.ts'
import type { ImageAddresses } from '../../contract/index.ts'
import type { JsonObject } from '../../core/index.ts'

/** Where the pictures of a company are, by the hashes among its settings. */
export function imageAddresses(hashes: JsonObject | undefined): ImageAddresses {
  return Object.fromEntries(SITE_IMAGES.map((name) => {
    const hash = hashes?.[name]
    return [name, typeof hash === 'string' ? `${API_PREFIX}/company/images/${hash}` : null]
  })) as ImageAddresses
}
