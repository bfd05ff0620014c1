/** What was changed on the settings screen when its session ended, or another window went to another company. Kept in the window, by person and company; pictures and the order of the menu are not. */
import type { Settings } from '../../../core/index.ts'

export interface KeptChanges {
  groups: Settings
  name?: string | undefined
  /** As the settings were when the first change was made. */
  seen?: Record<string, number> | undefined
}

const keyOf = (user: string, company: string): string => `dirisha.settings.${user}.${company}`

/** Keeps them until the screen is opened again; without changes nothing is kept. */
export function keepChanges(user: string, company: string, changes: KeptChanges): void {
  if (changes.name === undefined && Object.keys(changes.groups).length === 0) return
  sessionStorage.setItem(keyOf(user, company), JSON.stringify(changes))
}

/** What was kept, from now on the screen's again; undefined when nothing was. */
export function takeChanges(user: string, company: string): KeptChanges | undefined {
  const text = sessionStorage.getItem(keyOf(user, company))
  sessionStorage.removeItem(keyOf(user, company))
  try {
    return text === null ? undefined : (JSON.parse(text) as KeptChanges)
  } catch {
    return undefined
  }
}
