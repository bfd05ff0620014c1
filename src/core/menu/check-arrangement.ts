/** Checks that an arrangement of the menu sent by a client names existing entries, and lists what it changes. */
import { t } from '../texts.ts'
import { shownText } from '../blank-text.ts'
import { isObject } from '../document/json.ts'
import type { Json } from '../document/json.ts'
import type { FieldIssue } from '../errors.ts'
import type { ResolvedMenuEntry, ResolvedPage } from '../manifest/resolve/resolved.ts'
import { isFixed, packagesOf, type ArrangedEntry, type MenuPackage } from './arrange-menu.ts'

const MAX_CAPTION_LENGTH = 40
const MAX_ORDER = 10_000
const KEYS = new Set(['name', 'caption', 'icon', 'enabled', 'order', 'subs'])

export interface ReadArrangement { entries: ArrangedEntry[]; issues: FieldIssue[] }

/** Reads an arrangement that was sent; `path` is the base path of its issues. If there are issues, the entries are incomplete. */
export function readArrangement(menu: readonly ResolvedMenuEntry[], pages: Record<string, ResolvedPage>, sent: unknown, path: string): ReadArrangement {
  const issues: FieldIssue[] = []
  const refuse = (at: string, rule: string, message: string): void => void issues.push({ path: at, rule, message, severity: 'error' })

  const readList = (entries: readonly ResolvedMenuEntry[], list: unknown, at: string): ArrangedEntry[] => {
    if (!Array.isArray(list)) {
      refuse(at, 'type', t('The menu is sent as a list of entries.'))
      return []
    }
    const seen = new Set<string>()
    return list.flatMap((each: unknown, place) => {
      const name = isObject(each) ? each['name'] : undefined
      const entry = entries.find(({ id }) => id === name)
      if (!isObject(each) || entry === undefined) {
        refuse(`${at}.${place}`, 'unknown', typeof name === 'string' ? t('There is no menu entry "{name}" here.', { name }) : t('A menu entry is sent with its name.'))
        return []
      }
      const here = `${at}.${entry.id}`
      if (seen.has(entry.id)) refuse(here, 'unique', t('The menu entry "{id}" is sent twice.', { id: entry.id }))
      seen.add(entry.id)
      return [readEntry(entry, each, here)]
    })
  }

  const readEntry = (entry: ResolvedMenuEntry, sentEntry: Record<string, unknown>, at: string): ArrangedEntry => {
    const { enabled = true, order = entry.order, subs } = sentEntry
    const title = entry.title.text
    for (const key of Object.keys(sentEntry)) if (!KEYS.has(key)) refuse(`${at}.${key}`, 'unknown', t('A menu entry has no "{key}".', { key }))
    if (typeof enabled !== 'boolean') refuse(`${at}.enabled`, 'type', t('Whether {title} is shown must be yes or no.', { title }))
    if (enabled === false && isFixed(entry, pages)) refuse(`${at}.enabled`, 'fixed', t('{title} cannot be switched off: nobody could switch it on again.', { title }))
    if (typeof order !== 'number' || !Number.isInteger(order) || order < 0 || order > MAX_ORDER) refuse(`${at}.order`, 'type', t('The order of {title} must be a whole number from 0 to {limit}.', { title, limit: MAX_ORDER }))
    const caption = textOf(sentEntry['caption'], `${at}.caption`, /^[^\p{C}]+$/u, MAX_CAPTION_LENGTH, t('The caption of {title} must be a text of at most {limit} characters.', { title, limit: MAX_CAPTION_LENGTH }))
    if (caption !== undefined && entry.title.setting !== undefined) refuse(`${at}.caption`, 'setting', t('The caption of {title} is a setting of its own.', { title }))
    const icon = textOf(sentEntry['icon'], `${at}.icon`, /^[a-z][a-z0-9-]*$/, MAX_CAPTION_LENGTH, t('The icon of {title} must be the name of an icon.', { title }))
    return {
      name: entry.id, enabled: enabled !== false, order: typeof order === 'number' ? order : entry.order,
      ...(caption !== undefined && { caption }), ...(icon !== undefined && { icon }),
      ...(subs !== undefined && { subs: readList(entry.subs, subs, at) }),
    }
  }

  const textOf = (value: unknown, at: string, pattern: RegExp, longest: number, message: string): string | undefined => {
    const text = typeof value === 'string' ? shownText(value) : value
    if (text === undefined || text === null || text === '') return undefined
    if (typeof text === 'string' && [...text].length <= longest && pattern.test(text)) return text
    refuse(at, 'pattern', message)
    return undefined
  }

  return { entries: readList(menu, sent, path), issues }
}

/**
 * One difference between two arrangements. `what` is `enabled`, `caption`, `icon` or `order`. `trail` holds the ids down to the entry; for
 * `order`, down to the entry whose subentries were moved.
 */
export interface ArrangementChange { trail: string[]; what: string; from: Json; to: Json }

/** The differences, entry by entry; for the order, the titles before and after. */
export function arrangementChanges(menu: readonly ResolvedMenuEntry[], pages: Record<string, ResolvedPage>, before: readonly ArrangedEntry[], after: readonly ArrangedEntry[]): ArrangementChange[] {
  const compare = (from: readonly MenuPackage[], to: readonly MenuPackage[], trail: string[]): ArrangementChange[] => {
    const isMoved = from.map(({ name }) => name).join() !== to.map(({ name }) => name).join()
    const inside = to.flatMap((next) => {
      const known = from.find(({ name }) => name === next.name)
      if (known === undefined) return []
      const here = [...trail, next.name]
      const own = (['enabled', 'caption', 'icon'] as const).flatMap((what) => (known[what] === next[what] ? [] : [{ trail: here, what, from: known[what] ?? null, to: next[what] ?? null }]))
      return [...own, ...compare(known.subs, next.subs, here)]
    })
    return isMoved ? [{ trail, what: 'order', from: titlesOf(from), to: titlesOf(to) }, ...inside] : inside
  }
  return compare(packagesOf(menu, pages, before), packagesOf(menu, pages, after), [])
}

function titlesOf(entries: readonly MenuPackage[]): string[] {
  return entries.map(({ title }) => title.text)
}
