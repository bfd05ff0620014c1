/** Display titles of the changes in a settings event. */
import { EXTRA_LINKS, IMAGES_GROUP, PACKAGES } from '../../contract/index.ts'
import type { Catalogue, ResolvedMenuEntry } from '../../core/index.ts'

const PICTURES: Record<string, string> = { company_logo: 'Company logo', site_user_avatar: 'Default avatar', site_landing_page_image: 'Landing page image' }
const WHAT: Record<string, string> = { enabled: 'shown', caption: 'caption', icon: 'icon', order: 'order' }

/** The title of a setting; for a menu entry, its name and the property that changed. */
export function titleOfChange({ settings, menu }: Catalogue, group: string, name: string): string {
  if (group === IMAGES_GROUP) return PICTURES[name] ?? name
  if (group === 'company') return 'Display name of the company'
  if (group === EXTRA_LINKS) return 'Extra links'
  if (group !== PACKAGES) return settings[group]?.fields[name]?.title ?? name
  const [ids = '', what = ''] = name.split(':')
  return ['Menu', ...titlesDown(menu, ids === '' ? [] : ids.split('/')), WHAT[what] ?? what].join(': ')
}

function titlesDown(menu: readonly ResolvedMenuEntry[], ids: string[]): string[] {
  const [id, ...rest] = ids
  if (id === undefined) return []
  const entry = menu.find((each) => each.id === id)
  return [entry?.title.text ?? id, ...titlesDown(entry?.subs ?? [], rest)]
}
