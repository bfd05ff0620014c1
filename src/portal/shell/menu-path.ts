import type { ResolvedMenuEntry } from '../../core/index.ts'
import { approvalsPath, listPath, pathTo } from './links.ts'
import type { Pages } from './links.ts'

/** Where a menu entry leads; undefined for a mere heading. */
export function menuPath(entry: ResolvedMenuEntry, pages: Pages): string | undefined {
  const page = entry.page === undefined ? undefined : pages[entry.page]
  if (page) return pathTo(page, undefined, entry.with)
  return entry.records === undefined ? undefined : listPath(pages, entry.records)
}

/** The first page of a menu; the approvals only when there is nothing else. */
export function firstPath(menu: ResolvedMenuEntry[], pages: Pages): string | undefined {
  const paths = withSubs(menu).flatMap((entry) => menuPath(entry, pages) ?? [])
  return paths.find((path) => path !== approvalsPath(pages)) ?? paths[0]
}

/** Entries with all that is beneath them, in the order of the menu. */
export function withSubs(entries: ResolvedMenuEntry[]): ResolvedMenuEntry[] {
  return entries.flatMap((entry) => [entry, ...withSubs(entry.subs)])
}

/** Whether an entry's screen is the one at the address: what stands below a list belongs to it, unless another entry leads just there. */
export function isShown(path: string, pathname: string, menu: ResolvedMenuEntry[], pages: Pages): boolean {
  if (!isWithin(path, pathname)) return false
  return bare(path) === pathname || !withSubs(menu).some((entry) => bare(menuPath(entry, pages) ?? '') === pathname)
}

/** Whether the entry or one beneath it leads to this screen. */
export function leadsTo(entry: ResolvedMenuEntry, pathname: string, pages: Pages): boolean {
  return withSubs([entry]).some((each) => {
    const path = menuPath(each, pages)
    return path !== undefined && isWithin(path, pathname)
  })
}

/** A card belongs to its list: /x/form and /x/card/1 light up /x/list. */
export function isWithin(address: string, pathname: string): boolean {
  const path = bare(address)
  if (pathname === path) return true
  if (pathname.startsWith(`${path}/`)) return true
  return path.endsWith('/list') && pathname.startsWith(path.slice(0, -'list'.length))
}

/** Without what narrows a list. */
const bare = (address: string): string => address.split('?')[0] ?? ''
