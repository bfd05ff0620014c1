/**
 * Unsaved changes of the settings screen, kept when its session ends or another window switches company. Stored for this window by user and
 * company, without pictures and the order of the menu.
 */
import type { Settings } from '../../../core/index.ts'

export interface KeptChanges {
  groups: Settings
  name?: string | undefined
  /** The settings' revisions when the first change was made. */
  seen?: Record<string, number> | undefined
}

const keyOf = (user: string, company: string): string => `dirisha.settings.${user}.${company}`

/** Keeps the changes until the screen is opened again; does nothing without changes. */
export function keepChanges(user: string, company: string, changes: KeptChanges): void {
  if (changes.name === undefined && Object.keys(changes.groups).length === 0) return
  sessionStorage.setItem(keyOf(user, company), JSON.stringify(changes))
}

/** Returns the kept changes and removes them from storage; undefined if there are none. */
export function takeChanges(user: string, company: string): KeptChanges | undefined {
  const text = sessionStorage.getItem(keyOf(user, company))
  sessionStorage.removeItem(keyOf(user, company))
  try {
    return text === null ? undefined : (JSON.parse(text) as KeptChanges)
  } catch {
    return undefined
  }
}
