import type { Engine, ResolvedMenuEntry } from '../../core/index.ts'

/** The types to whose lists the menu leads, in its order; a type may occur several times. */
export function listedTypes(engine: Engine, menu: ResolvedMenuEntry[]): string[] {
  return menu.flatMap(({ records, page, subs }) => {
    const shown = page === undefined ? undefined : engine.catalogue.pages[page]
    const type = records ?? (shown?.screen === 'list' ? shown.type : undefined)
    return [...(type === undefined ? [] : [type]), ...listedTypes(engine, subs)]
  })
}
