import { useCallback, useSyncExternalStore } from 'react'
import { isAbsentOnWire, sumMoney } from '../../../core/index.ts'
import type { Doc, JsonObject, ResolvedSection, ResolvedShape } from '../../../core/index.ts'
import type { FormModel } from '../form-model.ts'

/** The lines of an array; never undefined. */
export function linesOf(doc: Doc, array: string): JsonObject[] {
  const lines = doc[array]
  return Array.isArray(lines) ? (lines as JsonObject[]) : []
}

/** A value derived from the lines, such as their number, a total or the visible columns; re-renders only when it changes. */
export function useLineFigure<T extends string | number>(model: FormModel, array: string, figure: (lines: JsonObject[]) => T): T {
  const subscribe = useCallback((listener: () => void) => model.subscribe(array, listener), [model, array])
  return useSyncExternalStore(subscribe, () => figure(linesOf(model.doc(), array)))
}

/** The columns that at least one line shows. Checks only the first and last line: a rule that hides a column applies to both. */
export function visibleLineColumns(model: FormModel, section: ResolvedSection, count: number): string[] {
  const array = section.field ?? ''
  const asked = count === 0 ? ['*'] : [...new Set(['0', String(count - 1)])]
  return Object.values(section.columns)
    .filter((column) => !column.offered && asked.some((line) => model.field(`${array}.${line}.${column.field}`).visible))
    .map((column) => column.field)
}

/**
 * The columns for reading lines: empty ones are left out, and what all lines share stands once, above them. The first column always stays,
 * and so do numbers.
 */
export function readColumns(lines: readonly JsonObject[], visible: readonly string[], shape: ResolvedShape): [columns: string[], shared: string[]] {
  const filled = visible.filter((name, index) => index === 0 || lines.length === 0 || lines.some((line) => !isAbsentOnWire(line[name])))
  const isShared = (name: string, index: number): boolean =>
    index > 0 && lines.length > 1 && shape.fields[name]?.type === 'string' && lines.every((line) => line[name] === lines[0]?.[name])
  return [filled.filter((name, index) => !isShared(name, index)), filled.filter(isShared)]
}

/** The exact sum of a column. */
export function totalOf(lines: JsonObject[], field: string): number {
  return sumMoney(lines.map((line) => line[field]).filter((value): value is number => typeof value === 'number'))
}

/** A line's values without its server-assigned number, for a copy. */
export function copyOf(line: JsonObject, lineKey: string | undefined): JsonObject {
  return Object.fromEntries(Object.entries(line).filter(([name]) => name !== lineKey))
}

/** Whether a line is complete: every column that needs a value has one, and there are no errors. */
export function isFinished(model: FormModel, line: string, columns: readonly string[]): boolean {
  return columns.every((name) => {
    const path = `${line}.${name}`
    const { required, needed, visible } = model.field(path)
    return !visible || (model.error(path) === undefined && (model.value(path) !== undefined || (!required && needed === undefined)))
  })
}
