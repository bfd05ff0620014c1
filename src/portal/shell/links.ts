/** Addresses of screens for the portal's links. The core builds the addresses, because the server writes links too. */
import type { BootstrapAnswer } from '../../contract/index.ts'
import { cardPath, defaultPage, editPath, pageOf, pathTo, presentId, startPath, viewPageOf, wizardPageOf } from '../../core/index.ts'
import type { ResolvedPage } from '../../core/index.ts'

export { cardPath, defaultPage, editPath, pageOf, pathTo, startPath, viewPageOf, wizardPageOf }

export type Pages = Record<string, ResolvedPage>

/** The address of the list of a type. */
export function listPath(pages: Pages, type: string): string {
  return pathTo(pageOf(pages, 'list', type))
}

/** The address of a printed form. */
export function printPath(pages: Pages, type: string, key: string, print: string): string {
  return pathTo(pageOf(pages, 'document', type, print), key)
}

/** The address where a record is decided: the type's own screen, otherwise the common one. */
export function decisionPath(pages: Pages, type: string, key: string): string | undefined {
  const screens = Object.values(pages).filter(({ screen }) => screen === 'approval')
  const page = screens.find((one) => one.type === type) ?? screens.find((one) => one.type === undefined)
  return page && pathTo(page, key, page.type === undefined ? { type } : {})
}

/** The parameter with which the screen where a record is decided only shows it. */
export const READING = 'read'

/** The address where a record is read, given the one where it is decided. */
export function readingPath(link: string): string {
  return `${link}${link.includes('?') ? '&' : '?'}${READING}=1`
}

/** The address of the approval list. */
export function approvalsPath(pages: Pages): string | undefined {
  return Object.values(pages).find((page) => page.screen === 'approvals' && page.type === undefined)?.path
}

/** The current address for one that names a type by an earlier id; undefined if the address is current. */
export function presentPath(bootstrap: Pick<BootstrapAnswer, 'types'>, path: string, params: Readonly<Record<string, string | undefined>>): string | undefined {
  const { type } = params
  if (type === undefined) return undefined
  const present = presentId(bootstrap, type)
  const values = Object.entries(params).filter((one): one is [string, string] => one[1] !== undefined)
  return present === type ? undefined : pathTo({ path }, undefined, { ...Object.fromEntries(values), type: present })
}

/** Decodes a key that an old link carries in base64; undefined if it is not one. Call it only after the plain key was not found. */
export function decodeOldKey(key: string): string | undefined {
  try {
    const plain = atob(key)
    return /^[\x20-\x7e]+$/.test(plain) && plain !== key ? plain : undefined
  } catch {
    return undefined
  }
}
