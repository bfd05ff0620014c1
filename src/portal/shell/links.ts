/** Addresses of screens for the portal's links; how an address is made is the core's, for the server writes links too. */
import { cardPath, defaultPage, pageOf, pathTo, viewPageOf } from '../../core/index.ts'
import type { ResolvedPage } from '../../core/index.ts'

export { cardPath, defaultPage, pageOf, pathTo, viewPageOf }

export type Pages = Record<string, ResolvedPage>

/** Where the records of a type are listed. */
export function listPath(pages: Pages, type: string): string {
  return pathTo(pageOf(pages, 'list', type) ?? defaultPage('list', type))
}

/** Where a printed form is shown; undefined when the type has no such screen. */
export function printPath(pages: Pages, type: string, key: string, print: string): string | undefined {
  const page = pageOf(pages, 'document', type, print)
  return page && pathTo(page, key)
}

/** Where a record is decided: the type's own screen, else the one of all types. */
export function decisionPath(pages: Pages, type: string, key: string): string | undefined {
  const screens = Object.values(pages).filter(({ screen }) => screen === 'approval')
  const page = screens.find((one) => one.type === type) ?? screens.find((one) => one.type === undefined)
  return page && pathTo(page, key, page.type === undefined ? { type } : {})
}

/** Where the approvals are listed. */
export function approvalsPath(pages: Pages): string | undefined {
  return Object.values(pages).find((page) => page.screen === 'approvals' && page.type === undefined)?.path
}

/** A key that an old link carried in base64; undefined when the text is no such thing. Ask only after the plain key was not found. */
export function decodeOldKey(key: string): string | undefined {
  try {
    const plain = atob(key)
    return /^[\x20-\x7e]+$/.test(plain) && plain !== key ? plain : undefined
  } catch {
    return undefined
  }
}
