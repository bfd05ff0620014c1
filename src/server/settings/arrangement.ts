/** The company's arrangement of the menu: where it is kept among the settings, and what it closes for everybody. */
import { PACKAGES } from '../../contract/index.ts'
import { isObject, switchedOff } from '../../core/index.ts'
import type { ArrangedEntry, Catalogue, Engine, JsonObject, Settings, SwitchedOff } from '../../core/index.ts'
import type { Session } from '../services.ts'

/** The stored arrangement; nothing arranged when there is none. It was checked when it was saved. */
export function arrangementOf(stored: Settings): ArrangedEntry[] {
  const entries: unknown = stored[PACKAGES]?.['entries']
  return Array.isArray(entries) ? entries.filter(isArranged) : []
}

/** The arrangement as a group of settings keeps it. */
export function arrangementGroup(entries: ArrangedEntry[]): JsonObject {
  return { entries: entries as unknown as JsonObject[] }
}

/** What the company switched off, for everybody in it. */
export function offFor({ catalogue }: Pick<Engine, 'catalogue'>, session: Session): SwitchedOff {
  const known = offOf.get(session.arrangement)
  if (known?.catalogue === catalogue) return known.off
  const off = switchedOff(catalogue, session.arrangement)
  offOf.set(session.arrangement, { catalogue, off })
  return off
}

/** By the arrangement, which the sessions of a company share until it is saved anew. */
const offOf = new WeakMap<readonly ArrangedEntry[], { catalogue: Catalogue; off: SwitchedOff }>()

function isArranged(entry: unknown): entry is ArrangedEntry {
  return isObject(entry) && typeof entry['name'] === 'string' && typeof entry['enabled'] === 'boolean' && typeof entry['order'] === 'number'
}
