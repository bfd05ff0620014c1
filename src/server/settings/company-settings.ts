import { LRUCache } from 'lru-cache'
import type { ArrangedEntry, Catalogue, ExtraLink, Settings } from '../../core/index.ts'
import { arrangementOf, extraLinksOf } from './arrangement.ts'
import { effectiveSettings } from './effective-settings.ts'

/** A company's effective settings as held by sessions. Shared between sessions, so it must not be modified. */
export interface CompanySettings { settings: Settings; arrangement: ArrangedEntry[]; extraLinks: ExtraLink[] }

/** Room for every company and a few versions of its settings. */
const MAX_KEPT = 100

const read = new WeakMap<Catalogue, LRUCache<string, CompanySettings>>()

/** Parses the stored settings. Every request reads the text again, nearly always unchanged, so the result is cached by text. */
export function companySettings(catalogue: Catalogue, stored: string): CompanySettings {
  const known = read.get(catalogue) ?? new LRUCache<string, CompanySettings>({ max: MAX_KEPT })
  read.set(catalogue, known)
  const found = known.get(stored)
  if (found !== undefined) return found
  const groups = JSON.parse(stored) as Settings
  const made = { settings: effectiveSettings(catalogue.settings, groups), arrangement: arrangementOf(groups), extraLinks: extraLinksOf(groups) }
  known.set(stored, made)
  return made
}
