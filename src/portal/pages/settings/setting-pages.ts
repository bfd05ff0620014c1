/** The pages of the settings screen: which there are, and which of them have changes or errors. Pure. */
import { t } from '../../../core/index.ts'
import { EXTRA_LINKS, IMAGES_GROUP, PACKAGES, SITE_IMAGES } from '../../../contract/index.ts'
import type { FieldIssue, ResolvedSettings } from '../../../core/index.ts'

/** A page of the settings; `name` is its value in the address. */
export interface SettingPage { name: string; title: string; description?: string }

/** The company's name and pictures: the first page. */
export const BRANDING = { name: IMAGES_GROUP, title: t('Name and pictures'), description: t('How the company appears: on the sign-in page, in the menu and on printed documents.') }
export const MENU = { name: PACKAGES, title: t('Installed packages'), description: t('The entries of the menu, their captions and their order.') }
export const LINKS = { name: EXTRA_LINKS, title: t('Extra links'), description: t('Links to other addresses in the menu. They open in a new tab.') }
export const HISTORY = { name: 'history', title: t('Change history'), description: t('Who changed which setting, and when.') }

/** The pages, in the order of the menu. */
export function settingPages(groups: readonly ResolvedSettings[]): SettingPage[] {
  return [BRANDING, ...groups.map(({ name, title }) => ({ name, title })), MENU, LINKS, HISTORY]
}

/** The page on which the setting of an issue stands. */
export function pageOfIssue({ path }: Pick<FieldIssue, 'path'>): string {
  const [first = ''] = path.split('.')
  return first === 'company_display_name' || SITE_IMAGES.some((image) => image === first) ? BRANDING.name : first
}

/** What is not saved, in words, given the number of changes by page. */
export function changesText(changes: Readonly<Record<string, number>>): string {
  const counts = Object.values(changes).filter((count) => count > 0)
  const sum = counts.reduce((total, count) => total + count, 0)
  if (sum === 0) return t('Everything is saved.')
  if (counts.length === 1) return t({ one: 'One change is not saved.', other: '{count} changes are not saved.' }, { count: sum })
  return t('{count} changes in {groups} groups are not saved.', { count: sum, groups: counts.length })
}
