import type { SettingsChange } from '../../../../contract/index.ts'
import { settingValueText } from '../../../ui/setting-value-text.ts'

/** One changed setting, as a row of the history. */
export interface ChangedSetting { key: string; title: string; from: string; to: string; by: string; at: string }

/** The settings that were changed, one row each, in the order of the saves. */
export function changedSettings(saves: readonly SettingsChange[]): ChangedSetting[] {
  return saves.flatMap(({ id, at, by, changes }) => changes.map(({ group, name, title, isSecret, from, to }) => ({
    key: `${id}.${group}.${name}`, title, by, at, ...(isSecret ? { from: 'secret', to: 'changed' } : { from: settingValueText(from, group), to: settingValueText(to, group) }),
  })))
}
