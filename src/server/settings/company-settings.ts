import { LRUCache } from 'lru-cache'
import type { ArrangedEntry, Catalogue, Settings } from '../../core/index.ts'
import { arrangementOf } from './arrangement.ts'
import { effectiveSettings } from './effective-settings.ts'

/** What a company has set, as a session carries it. Shared by sessions: nobody writes into it. */
export interface CompanySettings { settings: Settings; arrangement: ArrangedEntry[] }

/** Companies times a few changes of their settings. */
const MAX_KEPT = 100

const read = new WeakMap<Catalogue, LRUCache<string, CompanySettings>>()

/** The settings behind the stored text. Every request reads the text anew, and nearly every one the same: what is made of it is kept. */
export function companySettings(catalogue: Catalogue, stored: string): CompanySettings {
  const known = read.get(catalogue) ?? new LRUCache<string, CompanySettings>({ max: MAX_KEPT })
  read.set(catalogue, known)
  const found = known.get(stored)
  if (found !== undefined) return found
  const groups = JSON.parse(stored) as Settings
  const made = { settings: effectiveSettings(catalogue.settings, groups), arrangement: arrangementOf(groups) }
  known.set(stored, made)
  return made
}
