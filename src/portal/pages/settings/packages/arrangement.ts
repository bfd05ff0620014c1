/** Changes to the menu's list of packages. Pure. */
import { isBlank, type ArrangedEntry, type MenuPackage } from '../../../../core/index.ts'

/** The list as it is sent, with its order as numbers. */
export function toArrangement(packages: readonly MenuPackage[]): ArrangedEntry[] {
  return packages.map(({ name, enabled, caption, icon, subs }, index) => ({
    name, enabled, order: index + 1, ...(caption !== undefined && !isBlank(caption) && { caption: caption.trim() }), ...(icon !== undefined && icon !== '' && { icon }), subs: toArrangement(subs),
  }))
}

/** The list with one entry moved. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  next.splice(Math.max(0, Math.min(to, list.length - 1)), 0, ...next.splice(from, 1))
  return next
}

/** The list with the entry of that name changed. */
export function changed(packages: readonly MenuPackage[], name: string, change: (entry: MenuPackage) => MenuPackage): MenuPackage[] {
  return packages.map((entry) => (entry.name === name ? change(entry) : entry))
}

/** Whether both lists would be sent identically. */
export function isSameArrangement(a: readonly MenuPackage[], b: readonly MenuPackage[]): boolean {
  return JSON.stringify(toArrangement(a)) === JSON.stringify(toArrangement(b))
}
