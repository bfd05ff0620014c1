/** The part of the environment that says where services are by which records of masters are found. */

export interface FindingService {
  /** Asked with GET; `{search}` stands for what is searched for, `{key}` for the key. */
  url: string
  /** Sent as bearer token where the address has no `{key}`. */
  key?: string
}

interface Reader {
  text(name: string): string | undefined
  problem(name: string, seen: string, expected: string): undefined
}

const NAME = /^SERVICE_([A-Z0-9_]+)_URL$/

/** SERVICE_<NAME>_URL with SERVICE_<NAME>_KEY, by the name that manifests use: `map-search` for MAP_SEARCH. */
export function readServices(environment: Record<string, string | undefined>, { text, problem }: Reader): Record<string, FindingService> {
  return Object.fromEntries(Object.keys(environment).flatMap((variable): [string, FindingService][] => {
    const name = NAME.exec(variable)?.[1]
    const url = text(variable)
    if (name === undefined || url === undefined) return []
    // An address may hold a key: it is never repeated in the message.
    const isAddress = URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol)
    if (!isAddress || !url.includes('{search}')) {
      problem(variable, isAddress ? 'an address without {search}' : 'not a valid address', 'an address such as https://places.example.org/search?format=json&q={search}')
      return []
    }
    const key = text(`SERVICE_${name}_KEY`)
    return [[name.toLowerCase().replaceAll('_', '-'), { url, ...(key !== undefined && { key }) }]]
  }))
}
