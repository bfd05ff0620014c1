/** Figures of lookups as expressions read them: each by its own type, grouped ones as records `{ group, value }`. */
import type { Environment } from '@marcbachmann/cel-js'
import type { JsonObject } from '../document/json.ts'
import type { FigureType, ResolvedLookup } from '../manifest/resolve/resolved.ts'
import type { FigureValue } from './context.ts'
import type { KnownLookup } from './known-records.ts'
import { neutralOf } from './record-types.ts'
import { NO_HOST, defineView, scalarReader } from './record-view.ts'
import type { FieldReader, RecordView, RecordViewClass } from './record-view.ts'

/** View classes of grouped figures, by their name in the type checker. */
export type GroupViews = ReadonlyMap<string, RecordViewClass>

const CEL_TYPES: Record<FigureType, string> = { string: 'string', number: 'double', boolean: 'bool' }

/** The value of a figure that has nothing to be calculated from or is not requested. */
export function emptyFigure({ figure, group }: Pick<ResolvedLookup, 'figure' | 'group'>): FigureValue {
  if (group !== undefined) return []
  return figure === 'count' || figure === 'sum' ? 0 : null
}

/** The type of a figure in the type checker. */
export function figureCelType({ value, group }: KnownLookup): string {
  return group === undefined ? CEL_TYPES[value] : `list<${groupTypeName({ value, group })}>`
}

/** Registers the types of the grouped figures; figures with the same group and value types share one. */
export function registerGroups(environment: Environment, lookups: readonly KnownLookup[]): GroupViews {
  const views = new Map<string, RecordViewClass>()
  for (const { value, group } of lookups) {
    if (group === undefined || views.has(groupTypeName({ value, group }))) continue
    const View = defineView({ group: scalarReader('group', neutralOf(group)), value: scalarReader('value', neutralOf(value)) })
    environment.registerType(groupTypeName({ value, group }), { ctor: View, fields: { group: CEL_TYPES[group], value: CEL_TYPES[value] } })
    views.set(groupTypeName({ value, group }), View)
  }
  return views
}

/** How a figure is read. It is empty if no document has a value; reading one that was not supplied fails. */
export function figureReader({ name, value, group }: KnownLookup, groups: GroupViews): FieldReader {
  if (group !== undefined) return groupsReader(name, groups.get(groupTypeName({ value, group })))
  return {
    presentValue: scalarReader(name).presentValue,
    neutral: (view) => (Object.hasOwn(view.$source, name) ? neutralOf(value) : undefined),
  }
}

function groupsReader(name: string, View: RecordViewClass | undefined): FieldReader {
  // A figure of the document is read on every line, so the views of a list are created only once.
  const made = new WeakMap<object, RecordView[]>()
  return {
    presentValue: (view) => {
      const list = view.$source[name]
      if (!Array.isArray(list) || View === undefined) return undefined
      const known = made.get(list) ?? list.map((one) => new View(one as JsonObject, NO_HOST))
      made.set(list, known)
      return known
    },
    neutral: () => undefined,
  }
}

function groupTypeName({ value, group }: { value: FigureType; group: FigureType }): string {
  return `portal.figures.${group}.${value}`
}
