import type { ResolvedMenuEntry } from '../../core/index.ts'
import { approvalsPath, listPath, pathTo } from './links.ts'
import type { Pages } from './links.ts'

/** Attributes of a link that leads out of the portal: the new tab gets neither a handle of this window nor its address. */
export const NEW_TAB = { target: '_blank', rel: 'noopener noreferrer' } as const

/** The address of a menu entry; undefined for a heading and for a link out of the portal. */
export function menuPath(entry: ResolvedMenuEntry, pages: Pages): string | undefined {
  const page = entry.page === undefined ? undefined : pages[entry.page]
  if (page) return pathTo(page, undefined, entry.with)
  return entry.records === undefined ? undefined : listPath(pages, entry.records)
}

/** The address of a menu's first page; the approvals only if there is nothing else. */
export function firstPath(menu: ResolvedMenuEntry[], pages: Pages): string | undefined {
  const paths = withSubs(menu).flatMap((entry) => menuPath(entry, pages) ?? [])
  return paths.find((path) => path !== approvalsPath(pages)) ?? paths[0]
}

/** The entries with all their descendants, in menu order. */
export function withSubs(entries: ResolvedMenuEntry[]): ResolvedMenuEntry[] {
  return entries.flatMap((entry) => [entry, ...withSubs(entry.subs)])
}

/** A card belongs to its list: /x/form and /x/card/1 highlight /x/list. */
export function isWithin(address: string, pathname: string): boolean {
  const path = bare(address)
  if (pathname === path) return true
  if (pathname.startsWith(`${path}/`)) return true
  return path.endsWith('/list') && pathname.startsWith(path.slice(0, -'list'.length))
}

/** The address without the parameters that narrow a list. */
export const bare = (address: string): string => address.split('?')[0] ?? ''
