/** The company's menu arrangement and its extra links: how they are stored among the settings, and what is switched off. */
import { EXTRA_LINKS, PACKAGES } from '../../contract/index.ts'
import { isObject, switchedOff } from '../../core/index.ts'
import type { ArrangedEntry, Catalogue, Engine, ExtraLink, JsonObject, Settings, SwitchedOff } from '../../core/index.ts'
import type { Session } from '../services.ts'

/** The stored arrangement; empty if there is none. It was validated when saved. */
export function arrangementOf(stored: Settings): ArrangedEntry[] {
  const entries: unknown = stored[PACKAGES]?.['entries']
  return Array.isArray(entries) ? entries.filter(isArranged) : []
}

/** The arrangement as a settings group. */
export function arrangementGroup(entries: ArrangedEntry[]): JsonObject {
  return { entries: entries as unknown as JsonObject[] }
}

/** The stored extra links; empty if there are none. They were validated when saved. */
export function extraLinksOf(stored: Settings): ExtraLink[] {
  const links: unknown = stored[EXTRA_LINKS]?.['links']
  return Array.isArray(links) ? links.filter(isLink) : []
}

/** The extra links as a settings group. */
export function extraLinksGroup(links: ExtraLink[]): JsonObject {
  return { links: links as unknown as JsonObject[] }
}

/** What the company has switched off for all its people. */
export function switchedOffFor({ catalogue }: Pick<Engine, 'catalogue'>, session: Session): SwitchedOff {
  const known = offOf.get(session.arrangement)
  if (known?.catalogue === catalogue) return known.off
  const off = switchedOff(catalogue, session.arrangement)
  offOf.set(session.arrangement, { catalogue, off })
  return off
}

/** Keyed by the arrangement, which a company's sessions share until it is saved again. */
const offOf = new WeakMap<readonly ArrangedEntry[], { catalogue: Catalogue; off: SwitchedOff }>()

function isArranged(entry: unknown): entry is ArrangedEntry {
  return isObject(entry) && typeof entry['name'] === 'string' && typeof entry['enabled'] === 'boolean' && typeof entry['order'] === 'number'
}

function isLink(link: unknown): link is ExtraLink {
  return isObject(link) && typeof link['title'] === 'string' && typeof link['url'] === 'string'
}
