/** A company's arrangement of the menu that the modules declare: which entries it has, their captions, icons and order. */
import type { Catalogue, ResolvedMenuEntry, ResolvedPage, Text } from '../manifest/resolve/resolved.ts'

/** One entry as the company arranged it. Entries that are left out stay as declared, also those of modules installed later. */
export interface ArrangedEntry {
  /** The entry's id among its siblings. */
  name: string
  caption?: string
  icon?: string
  enabled: boolean
  order: number
  subs?: ArrangedEntry[]
}

/** A menu entry with what can be arranged about it, for the person who arranges it. */
export interface MenuPackage {
  name: string
  /** As its module declares it. */
  title: Text
  /** The icon that its module declares, if any. */
  declaredIcon?: string
  caption?: string
  icon?: string
  enabled: boolean
  /** It is or contains the link to the settings, so that it cannot be switched off. */
  isFixed: boolean
  area?: 'administration'
  subs: MenuPackage[]
}

/** What can no longer be reached or created while its entries are switched off. */
export interface SwitchedOff {
  /** Document types whose entries are all off: no records are created. Existing ones can still be read and decided on. */
  types: ReadonlySet<string>
  /** Pages that are closed. */
  pages: ReadonlySet<string>
}

type Pages = Record<string, ResolvedPage>

/** Screens that stay open without an entry: so that waiting approvals can be decided, and entries switched on again. */
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

/** Every entry in the company's order, whether on or off. */
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

/** Whether the entry is or contains the link to the settings. */
export function isFixed(entry: ResolvedMenuEntry, pages: Pages): boolean {
  return (entry.page !== undefined && pages[entry.page]?.screen === 'settings') || entry.subs.some((sub) => isFixed(sub, pages))
}

/** Types and pages whose entries are off, except those to which another entry, which is on, leads as well. */
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

/** Entries with their arrangement, in the arranged order; entries of equal order stay in declared order. */
function pairs(menu: readonly ResolvedMenuEntry[], arrangement: readonly ArrangedEntry[]): [ResolvedMenuEntry, ArrangedEntry | undefined][] {
  const wishes = new Map(arrangement.map((wish) => [wish.name, wish]))
  const orderOf = (entry: ResolvedMenuEntry): number => wishes.get(entry.id)?.order ?? entry.order
  return [...menu].sort((a, b) => orderOf(a) - orderOf(b)).map((entry) => [entry, wishes.get(entry.id)])
}

/** The link to the settings is never off, whatever was stored before a module put it there. */
function isOn(entry: ResolvedMenuEntry, pages: Pages, wish: ArrangedEntry | undefined): boolean {
  return wish?.enabled !== false || isFixed(entry, pages)
}
