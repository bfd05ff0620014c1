/** Links to other addresses that a company adds to its menu. */
import { t } from '../texts.ts'
import { shownText } from '../blank-text.ts'
import { singleLineProblem } from '../document/caption.ts'
import { isObject } from '../document/json.ts'
import type { FieldIssue } from '../errors.ts'
import type { ResolvedMenuEntry } from '../manifest/resolve/resolved.ts'

export interface ExtraLink {
  title: string
  /** An https address; opened in a new tab. */
  url: string
  /** Id of the group of the menu that it is shown in; otherwise it is in a group of its own. */
  group?: string
  /** Who sees it; otherwise everybody. */
  roles?: string[]
}

export const MAX_EXTRA_LINKS = 20
const MAX_TITLE_LENGTH = 60
const MAX_URL_LENGTH = 500
const KEYS = new Set(['title', 'url', 'group', 'roles'])

/** Neither spaces nor quotes, and nothing before an @, by which an address looks like that of another host. */
const HTTPS = /^https:\/\/[a-z0-9](?:[a-z0-9-]*(?:\.[a-z0-9-]+)*)(?::\d{1,5})?(?:[/?#][^\s"'<>\\^`{|}\p{C}]*)?$/iu

/** The group of the links that name none. */
const OWN_GROUP: ResolvedMenuEntry = { id: 'extra-links', title: { text: 'Links' }, icon: 'world', order: 10_000, subs: [] }

/** The groups of a menu in which links can be shown: those that only hold other entries. */
export function linkGroups(menu: readonly ResolvedMenuEntry[]): ResolvedMenuEntry[] {
  return menu.filter((entry) => entry.page === undefined && entry.records === undefined)
}

/** Reads links that were sent; `path` is the base path of its issues. If there are issues, the links are incomplete. */
export function readExtraLinks(menu: readonly ResolvedMenuEntry[], roles: readonly string[], sent: unknown, path: string): { links: ExtraLink[]; issues: FieldIssue[] } {
  const issues: FieldIssue[] = []
  const refuse = (at: string, rule: string, message: string): void => void issues.push({ path: at, rule, message, severity: 'error' })
  if (!Array.isArray(sent)) return { links: [], issues: [{ path, rule: 'type', message: t('Extra links are sent as a list.'), severity: 'error' }] }
  if (sent.length > MAX_EXTRA_LINKS) refuse(path, 'maxItems', t('There can be at most {limit} extra links.', { limit: MAX_EXTRA_LINKS }))
  const groups = new Set(linkGroups(menu).map(({ id }) => id))
  const links = sent.slice(0, MAX_EXTRA_LINKS).flatMap((each: unknown, place): ExtraLink[] => {
    const at = `${path}.${place}`
    if (!isObject(each)) {
      refuse(at, 'type', t('A link is sent with its name and address.'))
      return []
    }
    for (const key of Object.keys(each)) if (!KEYS.has(key)) refuse(`${at}.${key}`, 'unknown', t('A link has no "{key}".', { key }))
    const title = typeof each['title'] === 'string' ? shownText(each['title']) : ''
    const url = typeof each['url'] === 'string' ? each['url'].trim() : ''
    const { group, roles: asked } = each
    if (title === '' || [...title].length > MAX_TITLE_LENGTH || singleLineProblem(title) !== undefined) refuse(`${at}.title`, 'pattern', t('A link needs a name of at most {limit} characters.', { limit: MAX_TITLE_LENGTH }))
    if (url.length > MAX_URL_LENGTH || !HTTPS.test(url)) refuse(`${at}.url`, 'pattern', `The address of a link begins with https:// and has at most ${MAX_URL_LENGTH} characters.`)
    if (group !== undefined && group !== null && group !== '' && !groups.has(String(group))) refuse(`${at}.group`, 'unknown', t('A link is shown in a group of the menu.'))
    const known = asked ?? []
    if (!Array.isArray(known) || !known.every((role) => typeof role === 'string' && roles.includes(role))) refuse(`${at}.roles`, 'unknown', t('A link is shown to roles that exist.'))
    return [{
      title, url, ...(typeof group === 'string' && group !== '' && { group }), ...(Array.isArray(known) && known.length > 0 && { roles: [...new Set(known.map(String))] }),
    }]
  })
  return { links, issues }
}

/** The menu with the company's links at the ends of their groups; a link whose group no longer exists is among those that name none. */
export function withExtraLinks(menu: readonly ResolvedMenuEntry[], links: readonly ExtraLink[]): ResolvedMenuEntry[] {
  if (links.length === 0) return [...menu]
  const groups = linkGroups(menu)
  const own: ResolvedMenuEntry[] = []
  const added = new Map<ResolvedMenuEntry, ResolvedMenuEntry[]>()
  for (const [place, { title, url, group, roles }] of links.entries()) {
    const entry: ResolvedMenuEntry = { id: `extra-link-${place + 1}`, title: { text: title }, icon: 'world', order: OWN_GROUP.order + place, url, ...(roles !== undefined && { roles }), subs: [] }
    const holder = groups.find(({ id }) => id === group)
    if (holder === undefined) own.push(entry)
    else added.set(holder, [...(added.get(holder) ?? []), entry])
  }
  const filled = menu.map((entry) => (added.has(entry) ? { ...entry, subs: [...entry.subs, ...(added.get(entry) ?? [])] } : entry))
  return own.length === 0 ? filled : [...filled, { ...OWN_GROUP, subs: own }]
}

/** The links as texts, for the history of settings. */
export function linkTexts(links: readonly ExtraLink[]): string[] {
  return links.map(({ title, url, group, roles }) => [`${title} (${url})`, ...(group === undefined ? [] : [`in ${group}`]), ...(roles === undefined ? [] : [`for ${roles.join(' and ')}`])].join(' '))
}
