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

/** The screens whose title or menu path contains every word, those first that are named by the text. Equal ones stay in the order of the menu. */
export function findScreens(screens: FoundScreen[], text: string): FoundScreen[] {
  const wanted = text.trim().toLowerCase()
  const words = wanted.split(/\s+/)
  const found = screens.filter(({ title, within }) => words.every((word) => `${title} ${within}`.toLowerCase().includes(word)))
  // Nothing is typed yet, or what was typed is in the path above alone: the menu's own order is best.
  return wanted === '' ? found : found.sort((a, b) => rankOf(a.title, wanted) - rankOf(b.title, wanted))
}

/**
 * How far a title is from being the text, the nearest first: the title itself, a title that begins with it (the shorter, the nearer), one
 * with a word that begins with it, one that contains it, any other. `wanted` is in lower case.
 */
export function rankOf(title: string, wanted: string): number {
  const name = title.toLowerCase()
  if (name.startsWith(wanted)) return 1 - wanted.length / name.length
  if (name.split(/[\s/(–-]+/).some((_, at, words) => words.slice(at).join(' ').startsWith(wanted))) return 2
  return name.includes(wanted) ? 3 : 4
}
