import type { ResolvedMenuEntry } from '../../core/index.ts'
import { approvalsPath, listPath, pathTo } from './links.ts'
import type { Pages } from './links.ts'

/** Where a menu entry leads; undefined for a mere heading. */
export function menuPath(entry: ResolvedMenuEntry, pages: Pages): string | undefined {
  const page = entry.page === undefined ? undefined : pages[entry.page]
  if (page) return pathTo(page)
  return entry.records === undefined ? undefined : listPath(pages, entry.records)
}

/** The first page of a menu; the approvals only when there is nothing else. */
export function firstPath(menu: ResolvedMenuEntry[], pages: Pages): string | undefined {
  const paths = pathsOf(menu, pages)
  return paths.find((path) => path !== approvalsPath(pages)) ?? paths[0]
}

function pathsOf(menu: ResolvedMenuEntry[], pages: Pages): string[] {
  return menu.flatMap((entry) => {
    const path = menuPath(entry, pages)
    return [...(path === undefined ? [] : [path]), ...pathsOf(entry.subs, pages)]
  })
}
