/** The environment settings for external services that look up records of masters. */
import type { ConfigReader, Environment } from './config-reader.ts'

export interface FindingService {
  /** Called with GET. `{search}` is replaced by the search text, `{key}` by the key. */
  url: string
  /** Sent as a bearer token unless the URL contains `{key}`. */
  key?: string
}

type Reader = Pick<ConfigReader, 'text' | 'problem'>

const NAME = /^SERVICE_([A-Z0-9_]+)_URL$/

/** Reads SERVICE_<NAME>_URL and SERVICE_<NAME>_KEY. Returns services by the name manifests use: `map-search` for MAP_SEARCH. */
export function readServices(environment: Environment, { text, problem }: Reader): Record<string, FindingService> {
  return Object.fromEntries(Object.keys(environment).flatMap((variable): [string, FindingService][] => {
    const name = NAME.exec(variable)?.[1]
    const url = text(variable)
    if (name === undefined || url === undefined) return []
    // The URL may contain a key, so the message never repeats it.
    const isAddress = URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol)
    if (!isAddress || !url.includes('{search}')) {
      problem(variable, isAddress ? 'an address without {search}' : 'not a valid address', 'an address such as https://places.example.org/search?format=json&q={search}')
      return []
    }
    const key = text(`SERVICE_${name}_KEY`)
    return [[name.toLowerCase().replaceAll('_', '-'), { url, ...(key !== undefined && { key }) }]]
  }))
}
