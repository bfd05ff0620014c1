/** What a company makes of the menu that the modules declare: which entries it has, what they are called, their icons and their order. */
import type { Catalogue, ResolvedMenuEntry, ResolvedPage, Text } from '../manifest/resolve/resolved.ts'

/** One entry as the company wants it; an entry that is not named stays as it is declared, a module installed later too. */
export interface ArrangedEntry {
  /** The entry's id among its siblings. */
  name: string
  caption?: string
  icon?: string
  enabled: boolean
  order: number
  subs?: ArrangedEntry[]
}

/** An entry with what can be arranged of it, for who arranges. */
export interface MenuPackage {
  name: string
  /** As its module calls it. */
  title: Text
  /** Its own picture; absent when its module gives none. */
  declaredIcon?: string
  caption?: string
  icon?: string
  enabled: boolean
  /** It is or holds the way to the settings, so that it cannot be switched off. */
  isFixed: boolean
  area?: 'administration'
  subs: MenuPackage[]
}

/** What nobody reaches or begins any more while its entries are switched off. */
export interface SwitchedOff {
  /** Document types to which every entry that leads there is off: none is created. What exists is read and decided on. */
  types: ReadonlySet<string>
  /** Pages that are closed. */
  pages: ReadonlySet<string>
}

type Pages = Record<string, ResolvedPage>

/** Screens that stay open without an entry: what waits is decided, and what was switched off can be switched on. */
const ALWAYS_OPEN: ReadonlySet<string> = new Set(['approvals', 'settings'])

/** The menu as the company arranged it, without what it switched off. */
export function arrangeMenu(menu: readonly ResolvedMenuEntry[], pages: Pages, arrangement: readonly ArrangedEntry[]): ResolvedMenuEntry[] {
  const shown = pairs(menu, arrangement).filter(([entry, wish]) => isOn(entry, pages, wish))
  return shown.map(([entry, wish]) => ({
    ...entry,
    ...(wish?.caption !== undefined && entry.title.setting === undefined && { title: { text: wish.caption } }),
    ...(wish?.icon !== undefined && { icon: wish.icon }),
    order: wish?.order ?? entry.order,
    subs: arrangeMenu(entry.subs, pages, wish?.subs ?? []),
  }))
}

/** Every entry in the company's order, whether it is on or off. */
export function packagesOf(menu: readonly ResolvedMenuEntry[], pages: Pages, arrangement: readonly ArrangedEntry[]): MenuPackage[] {
  return pairs(menu, arrangement).map(([entry, wish]) => ({
    name: entry.id, title: entry.title, enabled: isOn(entry, pages, wish), isFixed: isFixed(entry, pages),
    ...(entry.icon !== undefined && { declaredIcon: entry.icon }),
    ...(wish?.caption !== undefined && { caption: wish.caption }),
    ...(wish?.icon !== undefined && { icon: wish.icon }),
    ...(entry.area !== undefined && { area: entry.area }),
    subs: packagesOf(entry.subs, pages, wish?.subs ?? []),
  }))
}

/** Whether the entry is or holds the way to the settings. */
export function isFixed(entry: ResolvedMenuEntry, pages: Pages): boolean {
  return (entry.page !== undefined && pages[entry.page]?.screen === 'settings') || entry.subs.some((sub) => isFixed(sub, pages))
}

/** Types and pages behind entries that are off, apart from those that an entry which is on leads to as well. */
export function switchedOff({ menu, pages }: Pick<Catalogue, 'menu' | 'pages'>, arrangement: readonly ArrangedEntry[]): SwitchedOff {
  const on = { types: new Set<string>(), pages: new Set<string>() }
  const off = { types: new Set<string>(), pages: new Set<string>() }
  const collect = (entries: readonly ResolvedMenuEntry[], wishes: readonly ArrangedEntry[], isParentOn: boolean): void => {
    for (const [entry, wish] of pairs(entries, wishes)) {
      const isHere = isParentOn && isOn(entry, pages, wish)
      const side = isHere ? on : off
      const page = entry.page === undefined ? undefined : pages[entry.page]
      const type = entry.records ?? page?.type
      if (type !== undefined) side.types.add(type)
      if (page !== undefined) side.pages.add(page.id)
      collect(entry.subs, wish?.subs ?? [], isHere)
    }
  }
  collect(menu, arrangement, true)
  const types = new Set([...off.types].filter((type) => !on.types.has(type)))
  const isClosed = ({ id, screen, type }: ResolvedPage): boolean =>
    !ALWAYS_OPEN.has(screen) && !on.pages.has(id) && (off.pages.has(id) || (screen === 'list' && type !== undefined && types.has(type)))
  return { types, pages: new Set(Object.values(pages).filter(isClosed).map(({ id }) => id)) }
}

/** Entries with what is wished for them, in the wished order; those of one order as they are declared. */
function pairs(menu: readonly ResolvedMenuEntry[], arrangement: readonly ArrangedEntry[]): [ResolvedMenuEntry, ArrangedEntry | undefined][] {
  const wishes = new Map(arrangement.map((wish) => [wish.name, wish]))
  const orderOf = (entry: ResolvedMenuEntry): number => wishes.get(entry.id)?.order ?? entry.order
  return [...menu].sort((a, b) => orderOf(a) - orderOf(b)).map((entry) => [entry, wishes.get(entry.id)])
}

/** The way to the settings is never off, whatever was stored before a module put it there. */
function isOn(entry: ResolvedMenuEntry, pages: Pages, wish: ArrangedEntry | undefined): boolean {
  return wish?.enabled !== false || isFixed(entry, pages)
}
