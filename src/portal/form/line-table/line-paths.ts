import { useCallback, useSyncExternalStore } from 'react'
import { sumMoney } from '../../../core/index.ts'
import type { Doc, JsonObject, ResolvedSection } from '../../../core/index.ts'
import type { FormModel } from '../form-model.ts'

/** The lines of an array; never undefined. */
export function linesOf(doc: Doc, array: string): JsonObject[] {
  const lines = doc[array]
  return Array.isArray(lines) ? (lines as JsonObject[]) : []
}

/** A figure of the lines, again only when it changes: their number, a total, which columns show. */
export function useLineFigure<T extends string | number>(model: FormModel, array: string, figure: (lines: JsonObject[]) => T): T {
  const subscribe = useCallback((listener: () => void) => model.subscribe(array, listener), [model, array])
  return useSyncExternalStore(subscribe, () => figure(linesOf(model.doc(), array)))
}

/** Columns that some line shows; rules that hide a column say so for the first and the last line alike. */
export function visibleLineColumns(model: FormModel, section: ResolvedSection, count: number): string[] {
  const array = section.field ?? ''
  const asked = count === 0 ? ['*'] : [...new Set(['0', String(count - 1)])]
  return Object.values(section.columns)
    .filter((column) => !column.hidden && asked.some((line) => model.field(`${array}.${line}.${column.field}`).visible))
    .map((column) => column.field)
}

/** The exact sum of a column. */
export function totalOf(lines: JsonObject[], field: string): number {
  return sumMoney(lines.map((line) => line[field]).filter((value): value is number => typeof value === 'number'))
}

/** A line's values without what the server numbers it by, for a copy. */
export function copyOf(line: JsonObject, lineKey: string | undefined): JsonObject {
  return Object.fromEntries(Object.entries(line).filter(([name]) => name !== lineKey))
}

/** Whether nothing is left to do in a line: what is needed in its columns is there, and nothing is wrong. */
export function isFinished(model: FormModel, line: string, columns: readonly string[]): boolean {
  return columns.every((name) => {
    const path = `${line}.${name}`
    const { required, needed, visible } = model.field(path)
    return !visible || (model.error(path) === undefined && (model.value(path) !== undefined || (!required && needed !== true)))
  })
}
