import type { Json, JsonObject } from '../document/json.ts'

/** What views need beyond their own record. */
export interface ViewHost {
  /** The view of a referred record, or undefined when it is unknown or not loaded. */
  ref(type: string, key: string): unknown
  /** Views of the records of one of the type's named lists. */
  list(name: string): unknown[]
}

/**
 * A record as expressions see it: a live window on a plain object, never a copy, so that it is made once per document and
 * each rule reads what the rules before it wrote. Null and '' are absent. Each shape has a subclass of its own, because the
 * evaluator tells types apart by constructor. The names start with $ so that no field collides.
 */
export class RecordView {
  // Declared only: fields that are defined before they are set take most of the time of making a view.
  declare $source: JsonObject
  declare readonly $host: ViewHost
  /** Views of the lines, by array field; kept in step by whoever adds and removes lines. */
  declare $lines: Record<string, RecordView[]> | undefined
  constructor(source: JsonObject, host: ViewHost) {
    this.$source = source
    this.$host = host
    this.$lines = undefined
  }
}

export type RecordViewClass = new (source: JsonObject, host: ViewHost) => RecordView

/** How one field of a view is read. */
export type FieldReader = (view: RecordView) => unknown

/** A view class with a getter for each field. */
export function defineView(readers: Record<string, FieldReader>): RecordViewClass {
  const View = class extends RecordView {}
  for (const [name, read] of Object.entries(readers)) {
    Object.defineProperty(View.prototype, name, { get(this: RecordView) { return read(this) }, enumerable: true })
  }
  return View
}

/** Reads a plain field; null and '' are absent. */
export function scalarReader(name: string): FieldReader {
  return (view) => {
    const value = view.$source[name]
    return value === null || value === '' ? undefined : value
  }
}

/** What an expression gave, as JSON: views become their records, integers numbers; undefined for null and what JSON cannot hold. */
export function toPlain(value: unknown): Json | undefined {
  switch (typeof value) {
    case 'string': case 'boolean': return value
    case 'number': return Number.isFinite(value) ? value : undefined
    case 'bigint': return Number(value)
    case 'object': break
    default: return undefined
  }
  if (value === null) return undefined
  if (value instanceof RecordView) return value.$source
  if (Array.isArray(value)) return value.map((item: unknown) => toPlain(item) ?? null)
  if ('orValue' in value && typeof value.orValue === 'function') return toPlain((value.orValue as (otherwise: undefined) => unknown)(undefined))
  const entries = value instanceof Map ? [...value.entries()] : Object.entries(value)
  return Object.fromEntries(entries.map(([key, item]: [unknown, unknown]) => [String(key), toPlain(item) ?? null]))
}
