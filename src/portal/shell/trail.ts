/** Where a screen is: the menu entries that lead to it, and what is below them. */
import { matchPath } from 'react-router-dom'
import { t } from '../../core/index.ts'
import type { PagePlace, ResolvedMenuEntry, ResolvedPage } from '../../core/index.ts'
import { defaultPage } from './links.ts'
import type { Pages } from './links.ts'
import { bare, isWithin, menuPath, withSubs } from './menu-path.ts'

/** The page at an address, with the values in it. */
export interface Place {
  page: ResolvedPage
  /** The document type that it shows, if it shows one. */
  type: string | undefined
  /** The record in the address. */
  key: string | undefined
  /** The values of fields that the address fixes. */
  scope: Record<string, string>
}

/** An address as the router has it. */
export interface Address { pathname: string; search: string }

/** The page at the address; undefined for an address that no page has. */
export function placeAt(pages: Pages, { pathname, search }: Address): Place | undefined {
  const all = [...Object.values(pages), ...(['list', 'card', 'document'] as const).map((screen) => defaultPage(screen, ':type'))]
  const address = decoded(pathname)
  const first = firstOf(address)
  const found = all.flatMap((page) => {
    // Most have another beginning: making an expression of each path for each question takes a slow phone 30 ms.
    const match = [first, ':'].some((one) => firstOf(page.path).startsWith(one)) ? matchPath(page.path, address) : null
    return match ? [{ page, params: match.params, fixed: page.path.split('/').filter((part) => !part.startsWith(':')).length }] : []
  })
  const best = found.toSorted((a, b) => b.fixed - a.fixed)[0]
  if (!best) return undefined
  const { page, params } = best
  const query = new URLSearchParams(search)
  const at = ({ in: where, name }: PagePlace): string | undefined => (where === 'query' ? query.get(name) : params[name]) || undefined
  const scope = Object.fromEntries(Object.entries(page.scope ?? {}).flatMap(([field, place]) => (at(place) === undefined ? [] : [[field, at(place) ?? '']])))
  return { page, type: page.type === ':type' || page.type === undefined ? params['type'] : page.type, key: at(page.key ?? { in: 'path', name: 'key' }), scope }
}

/** The first part of a path; capitals make no difference to the router. */
const firstOf = (path: string): string => path.toLowerCase().split('/')[1] ?? ''

/** As the router decodes it: each part by itself, a slash in it still encoded. */
function decoded(pathname: string): string {
  try {
    return pathname.split('/').map((part) => decodeURIComponent(part).replaceAll('/', '%2F')).join('/')
  } catch {
    return pathname
  }
}

/** The chain of menu entries that leads to the screen at the address, the outermost first; empty for a screen outside the menu. */
export function entriesTo(menu: ResolvedMenuEntry[], pages: Pages, address: Address): ResolvedMenuEntry[] {
  const place = placeAt(pages, address)
  const listed = withSubs(menu).filter((entry) => menuPath(entry, pages) !== undefined)
  const target = exact(listed, pages, address) ?? (place && nearest(listed, pages, place)) ?? listed.find((entry) => isWithin(menuPath(entry, pages) ?? '', address.pathname) && place?.page.screen !== 'statement')
  return target ? chainTo(menu, target) : []
}

/** The entry that leads to the list at the address, narrowed as it is; undefined if none narrows it so. */
export function narrowingEntry(menu: ResolvedMenuEntry[], pages: Pages, address: Address): ResolvedMenuEntry | undefined {
  const entry = entriesTo(menu, pages, address).at(-1)
  const narrowing = Object.entries(entry?.with ?? {})
  const asked = new URLSearchParams(address.search)
  const scope = placeAt(pages, address)?.scope ?? {}
  return narrowing.length > 0 && narrowing.every(([name, value]) => (scope[name] ?? asked.get(name)) === value) ? entry : undefined
}

/** The entry of this very address; among several of one list the one with its filter, otherwise the one without any. */
function exact(listed: ResolvedMenuEntry[], pages: Pages, { pathname, search }: Address): ResolvedMenuEntry | undefined {
  const here = listed.filter((entry) => bare(menuPath(entry, pages) ?? '') === pathname)
  const asked = new URLSearchParams(search)
  const narrowed = here.find(({ with: values = {} }) => Object.keys(values).length > 0 && Object.entries(values).every(([name, value]) => asked.get(name) === value))
  return narrowed ?? here.find((entry) => entry.with === undefined) ?? here[0]
}

/** The entry of the list to which the page belongs, or of the inbox from which the record is decided. */
function nearest(listed: ResolvedMenuEntry[], pages: Pages, { page, type, scope }: Place): ResolvedMenuEntry | undefined {
  const leadsTo = (test: (shown: ResolvedPage) => boolean): ResolvedMenuEntry | undefined => listed.find((entry) => {
    const shown = entry.page === undefined ? undefined : pages[entry.page]
    return shown !== undefined && test(shown)
  })
  const group = leadsTo((shown) => shown.tabs !== undefined && Object.hasOwn(shown.tabs, page.id))
  if (group) return group
  if (page.screen === 'approval') return leadsTo((shown) => shown.screen === 'approvals' && shown.type === type) ?? leadsTo((shown) => shown.screen === 'approvals' && shown.type === undefined)
  if (type === undefined) return undefined
  const lists = listed.filter((entry) => typeListed(entry, pages) === type)
  return lists.find(({ with: values }) => values !== undefined && Object.entries(values).every(([name, value]) => scope[name] === value)) ?? lists.find((entry) => entry.with === undefined) ?? lists[0]
}

/** The type to whose list the entry leads; undefined if it leads elsewhere. */
export function typeListed({ page: id, records }: ResolvedMenuEntry, pages: Pages): string | undefined {
  const page = id === undefined ? undefined : pages[id]
  return records ?? (page?.screen === 'list' ? page.type : undefined)
}

function chainTo(entries: ResolvedMenuEntry[], target: ResolvedMenuEntry): ResolvedMenuEntry[] {
  for (const entry of entries) {
    if (entry === target) return [entry]
    const below = chainTo(entry.subs, target)
    if (below.length > 0) return [entry, ...below]
  }
  return []
}

/** The screens of the account that no module declares, with their titles. */
export const ACCOUNT_SCREENS: Readonly<Record<string, string>> = { '/notifications': t('Notifications'), '/security': t('Security') }

/** Whether the address is a screen of the current user's account, which the account menu opens. */
export function isOfAccount(pages: Pages, address: Address): boolean {
  return Object.hasOwn(ACCOUNT_SCREENS, address.pathname) || placeAt(pages, address)?.page.screen === 'statement'
}
