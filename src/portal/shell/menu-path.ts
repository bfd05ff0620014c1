import type { ResolvedMenuEntry } from '../../core/index.ts'
import { approvalsPath, listPath, pathTo } from './links.ts'
import type { Pages } from './links.ts'

/** The address of a menu entry; undefined for a heading. */
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

/** Whether an entry's screen is the one at the address. A screen below a list belongs to it, unless another entry leads exactly there. */
export function isShown(path: string, pathname: string, menu: ResolvedMenuEntry[], pages: Pages): boolean {
  if (!isWithin(path, pathname)) return false
  return bare(path) === pathname || !withSubs(menu).some((entry) => bare(menuPath(entry, pages) ?? '') === pathname)
}

/** Whether the entry or one of its descendants leads to this screen. */
export function containsPath(entry: ResolvedMenuEntry, pathname: string, pages: Pages): boolean {
  return withSubs([entry]).some((each) => {
    const path = menuPath(each, pages)
    return path !== undefined && isWithin(path, pathname)
  })
}

/** A card belongs to its list: /x/form and /x/card/1 highlight /x/list. */
export function isWithin(address: string, pathname: string): boolean {
  const path = bare(address)
  if (pathname === path) return true
  if (pathname.startsWith(`${path}/`)) return true
  return path.endsWith('/list') && pathname.startsWith(path.slice(0, -'list'.length))
}

/** The address without the parameters that narrow a list. */
const bare = (address: string): string => address.split('?')[0] ?? ''
