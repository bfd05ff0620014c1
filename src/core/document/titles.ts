/** Display names, which settings may override. */
import type { Settings } from '../access/actor.ts'
import { shownText } from '../blank-text.ts'
import type { ResolvedDocumentType, Text } from '../manifest/resolve/resolved.ts'
import { t } from '../texts.ts'
import { fill } from './fill.ts'

/** A text, or the setting that overrides it. */
export function textOf(text: Text, settings: Settings): string {
  return settingText(text.setting, settings) ?? t(text.text)
}

/**
 * Display names of the type: `one`, `many`, and the headings of its list and of a new record. A setting may override the first two.
 * @param roles of the user: the heading of the list may differ for a role that sees more.
 */
export function titleOf(manifest: Pick<ResolvedDocumentType, 'title'>, settings: Settings, roles: readonly string[] = []): { one: string; many: string; list: string; new: string } {
  const caption = settingText(manifest.title.setting, settings)
  const one = caption ?? t(manifest.title.one)
  const many = caption ?? t(manifest.title.many)
  const role = Object.keys(manifest.title.listFor ?? {}).find((name) => roles.includes(name))
  const list = (role === undefined ? undefined : manifest.title.listFor?.[role]) ?? manifest.title.list
  return { one, many, list: fill(t(list), { one, many }), new: fill(t(manifest.title.new), { one, many }) }
}

function settingText(path: string | undefined, settings: Settings): string | undefined {
  if (path === undefined) return undefined
  const [group, name] = path.split('.') as [string, string]
  const value = settings[group]?.[name]
  return typeof value === 'string' ? shownText(value) || undefined : undefined
}
