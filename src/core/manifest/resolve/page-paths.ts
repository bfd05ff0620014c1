/** Addresses of screens, from the pages that the manifests declare; a type without pages of its own is under /records. */
import type { ResolvedPage } from './resolved.ts'

type DefaultScreen = 'list' | 'card' | 'document'

/** The page of a type for a screen, of a printed form for `document`; the default one if no manifest declares it. */
export function pageOf(pages: Record<string, ResolvedPage>, screen: DefaultScreen, type: string, print?: string): ResolvedPage {
  const declared = Object.values(pages).find((page) => page.screen === screen && page.type === type && page.view === undefined && (print === undefined || page.print === undefined || page.print === print))
  return declared ?? defaultPage(screen, type, print)
}

/** The page of a view of a type's card that needs only the record's key; undefined if no manifest declares one. */
export function viewPageOf(pages: Record<string, ResolvedPage>, type: string, view: string): ResolvedPage | undefined {
  return Object.values(pages).find((page) => page.screen === 'card' && page.type === type && page.view === view && page.line === undefined)
}

/**
 * The page with the form of a type in steps, for new records or for stored ones; undefined if no manifest declares one. One with the key in
 * the query is for both, unless new records have their own.
 */
export function wizardPageOf(pages: Record<string, ResolvedPage>, type: string, of: 'new' | 'stored'): ResolvedPage | undefined {
  const found = Object.values(pages).filter((page) => page.screen === 'wizard' && page.type === type)
  if (of === 'stored') return found.find(({ key }) => key !== undefined)
  return found.find(({ key }) => key === undefined) ?? found.find(({ key }) => key?.in === 'query')
}

/** `/records/<type>`, `/records/<type>/card/:key?` and `/records/<type>/print/<name>/:key`. */
export function defaultPage(screen: DefaultScreen, type: string, print?: string): ResolvedPage {
  const page = { id: `${type}.${screen}`, module: 'records', path: `/records/${type}`, screen, type }
  if (screen === 'list') return page
  const key = { in: 'path', name: 'key' } as const
  if (screen === 'card') return { ...page, path: `${page.path}/card/:key?`, key }
  return { ...page, path: `${page.path}/print/${print ?? ':print'}/:key`, key, ...(print === undefined ? {} : { print }) }
}

/**
 * The address of a page for a record, or for a new one if there is no key. Values fill the path's parameters of the same names; others go
 * into the query.
 */
export function pathTo(page: Pick<ResolvedPage, 'path' | 'key'>, key?: string, values: Record<string, string> = {}): string {
  const rest = new Map(Object.entries(values))
  const keyInPath = page.key?.in === 'query' ? undefined : key
  const path = page.path.replace(/\/:([A-Za-z_]\w*)\??/g, (_, name: string) => {
    const value = rest.get(name) ?? keyInPath
    rest.delete(name)
    return value === undefined ? '' : `/${encodeURIComponent(value)}`
  })
  const asked = page.key?.in === 'query' && key !== undefined ? [[page.key.name, key] as const, ...rest] : [...rest]
  const query = asked.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':')}`).join('&')
  return query === '' ? path : `${path}?${query}`
}

/**
 * The address where a record is opened; without a key, where a new one is created, with the values of fields that the page's address takes.
 */
export function cardPath(pages: Record<string, ResolvedPage>, type: string, key?: string, scope: Record<string, string> = {}): string {
  const page = (key === undefined ? wizardPageOf(pages, type, 'new') : undefined) ?? cardPageOf(pages, type, key !== undefined) ?? defaultPage('card', type)
  return pathTo(page, key, scopeValues(page, scope))
}

/** The card page for a record, or for a new one. Of several, the one whose address needs a key is for records, and one that needs none for new ones. */
function cardPageOf(pages: Record<string, ResolvedPage>, type: string, hasKey: boolean): ResolvedPage | undefined {
  const cards = Object.values(pages).filter((page) => page.screen === 'card' && page.type === type && page.view === undefined)
  const needsKey = ({ path, key }: ResolvedPage): boolean => key?.in === 'path' && new RegExp(`/:${key.name}(/|$)`).test(path)
  return cards.find((page) => needsKey(page) === hasKey) ?? cards[0]
}

/** The address where a stored record is changed: its form in steps if the type has a page for that, otherwise its card. */
export function editPath(pages: Record<string, ResolvedPage>, type: string, key: string): string {
  const page = wizardPageOf(pages, type, 'stored')
  return page === undefined ? cardPath(pages, type, key) : pathTo(page, key)
}

/** The address of a new record on a page of screen card, with first values of the fields that the address takes. */
export function startPath(page: ResolvedPage, values: Record<string, string | number | boolean>): string {
  return pathTo(page, undefined, scopeValues(page, Object.fromEntries(Object.entries(values).map(([field, value]) => [field, String(value)]))))
}

/** The values of fields that the page's address takes; others are left out. */
function scopeValues(page: ResolvedPage, scope: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(scope).flatMap(([field, value]) => {
    const place = page.scope?.[field]
    return place === undefined ? [] : [[place.name, value]]
  }))
}
