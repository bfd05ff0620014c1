/** Addresses of screens, from the pages that the manifests declare; a type without pages of its own lives under /records. */
import type { ResolvedPage } from './resolved.ts'

/** The page of a type for a screen; the default one when no manifest declares it. */
export function pageOf(pages: Record<string, ResolvedPage>, screen: 'list' | 'card' | 'document', type: string, print?: string): ResolvedPage | undefined {
  const declared = Object.values(pages).find((page) => page.screen === screen && page.type === type && page.view === undefined && (print === undefined || page.print === undefined || page.print === print))
  if (declared || screen === 'document') return declared
  return defaultPage(screen, type)
}

/** The page of a view of a type's card that takes the record's key alone; undefined when no manifest declares one. */
export function viewPageOf(pages: Record<string, ResolvedPage>, type: string, view: string): ResolvedPage | undefined {
  return Object.values(pages).find((page) => page.screen === 'card' && page.type === type && page.view === view && page.line === undefined)
}

/** `/records/<type>` and `/records/<type>/card/:key?`. */
export function defaultPage(screen: 'list' | 'card', type: string): ResolvedPage {
  return screen === 'list'
    ? { id: `${type}.list`, module: 'records', path: `/records/${type}`, screen, type }
    : { id: `${type}.card`, module: 'records', path: `/records/${type}/card/:key?`, screen, type, key: { in: 'path', name: 'key' } }
}

/** The address of a page for a record; without a key, of a new one. */
export function pathTo(page: ResolvedPage, key?: string): string {
  if (page.key?.in === 'query') return key === undefined ? page.path : `${page.path}?${page.key.name}=${encodeURIComponent(key)}`
  return page.path.replace(/\/:[A-Za-z_]\w*\??/g, key === undefined ? '' : `/${encodeURIComponent(key)}`)
}

/** Where a record is opened; without a key, where a new one is made. */
export function cardPath(pages: Record<string, ResolvedPage>, type: string, key?: string): string {
  return pathTo(pageOf(pages, 'card', type) ?? defaultPage('card', type), key)
}
