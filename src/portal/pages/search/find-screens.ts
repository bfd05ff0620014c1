import { t } from '../../../core/index.ts'
import type { ResolvedMenuEntry, Text } from '../../../core/index.ts'
import type { Pages } from '../../shell/links.ts'
import { menuPath } from '../../shell/menu-path.ts'

export interface FoundScreen { path: string; title: string; /** The path of its parents in the menu. */ within: string; icon: string }

const OWN: FoundScreen[] = [
  { path: '/notifications', title: t('Notifications'), within: t('Account'), icon: 'bell' },
  { path: '/security', title: t('Security'), within: t('Account'), icon: 'lock-open' },
]

/** Every screen in the menu, and those of the user's account. */
export function screensOf(menu: ResolvedMenuEntry[], pages: Pages, caption: (text: Text) => string): FoundScreen[] {
  const walk = (entries: ResolvedMenuEntry[], within: string[], icon: string): FoundScreen[] =>
    entries.flatMap((entry) => {
      const title = caption(entry.title)
      const path = menuPath(entry, pages)
      const shown = entry.icon ?? icon
      return [...(path === undefined ? [] : [{ path, title, within: within.join(' › '), icon: shown }]), ...walk(entry.subs, [...within, title], shown)]
    })
  return [...walk(menu, [], 'folder'), ...OWN]
}

/** The screens whose title or menu path contains every word; those whose title begins with the text come first. */
export function findScreens(screens: FoundScreen[], text: string): FoundScreen[] {
  const wanted = text.trim().toLowerCase()
  const words = wanted.split(/\s+/)
  const found = screens.filter(({ title, within }) => words.every((word) => `${title} ${within}`.toLowerCase().includes(word)))
  const rank = ({ title }: FoundScreen): number => Number(!title.toLowerCase().startsWith(wanted))
  return found.sort((a, b) => rank(a) - rank(b))
}
