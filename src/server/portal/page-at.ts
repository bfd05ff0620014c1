import { defaultPage, type Engine, type PagePlace, type ResolvedDocumentType, type ResolvedPage } from '../../core/index.ts'

/** Where a type's list, card and printed forms are if no manifest declares a page for them. */
const UNDECLARED = (['list', 'card', 'document'] as const).map((screen) => defaultPage(screen, ':type')).map(({ path, screen, key }): StartPage => ({ path, screen, ...(key !== undefined && { key }) }))

export type StartPage = Pick<ResolvedPage, 'path' | 'screen' | 'type' | 'view' | 'key' | 'keyField'>

/** The page of an address, with the type that it shows, if any. */
export interface PageAt {
  page: StartPage
  type: ResolvedDocumentType | undefined
  /** The text at a place of the address; '' if there is none. */
  textAt: (place: PagePlace) => string
}

/**
 * The page at an address; undefined for an address that no page has. Whether a person may open it is not known here.
 * @param address path and query.
 */
export function pageAt({ catalogue }: Engine, address: string): PageAt | undefined {
  const [pathname = '', query = ''] = address.split('?')
  const page = [...Object.values<StartPage>(catalogue.pages), ...UNDECLARED].find(({ path }) => isAt(path, pathname))
  if (page === undefined) return undefined
  const textAt = ({ in: where, name }: PagePlace): string => (where === 'query' ? new URLSearchParams(query).get(name) : paramOf(page.path, pathname, name)) ?? ''
  const named = page.type ?? textAt({ in: 'path', name: 'type' })
  return { page, type: Object.hasOwn(catalogue.types, named) ? catalogue.types[named] : undefined, textAt }
}

function isAt(pattern: string, pathname: string): boolean {
  const wanted = pattern.split('/')
  const given = pathname.split('/')
  return given.length <= wanted.length && wanted.every((part, index) => (part.startsWith(':') ? given[index] !== undefined || part.endsWith('?') : part === given[index]))
}

/** The part of the address for which the page has a parameter of the name; undefined if it cannot be decoded. */
function paramOf(pattern: string, pathname: string, name: string): string | undefined {
  const place = pattern.split('/').findIndex((part) => part === `:${name}` || part === `:${name}?`)
  try {
    return place < 0 ? undefined : decodeURIComponent(pathname.split('/')[place] ?? '')
  } catch {
    return undefined
  }
}
