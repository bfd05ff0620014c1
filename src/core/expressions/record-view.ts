import type { Json, JsonObject } from '../document/json.ts'

/** What views need beyond their own record. */
export interface ViewHost {
  /** The view of a referred record, or undefined when it is unknown or not loaded. */
  ref(type: string, key: string): unknown
  /** Views of the records of one of the type's named lists. */
  list(name: string): unknown[]
}

/** Of records that refer to nothing: a dialog's answers, a figure, an empty record. */
export const NO_HOST: ViewHost = { ref: () => undefined, list: () => [] }

/**
 * A record as expressions see it: a live window on a plain object, never a copy, so that it is made once per document and
 * each rule reads what the rules before it wrote. Null and '' are empty. An empty field reads as the neutral value of its
 * type ('', 0, false, an empty list, an empty record), so that no read of a declared field fails; `$given` tells the two
 * apart. Each shape has a subclass of its own, because the evaluator tells types apart by constructor. The names start with $
 * so that no field collides.
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

  /** What a field holds, without a neutral value for an empty one: undefined there, an empty list for an array, the initial state for a record that has none yet. */
  $given(_field: string): unknown {
    return undefined
  }
}

export type RecordViewClass = new (source: JsonObject, host: ViewHost) => RecordView

/** How one field of a view is read: what it holds, and what stands for it where it is empty. */
export interface FieldReader {
  /** Undefined for an empty field. */
  given(view: RecordView): unknown
  /** Undefined where reading an empty field fails: who asks has no employee number that could equal another. */
  neutral(view: RecordView): unknown
}

/** A view class with a getter for each field. */
export function defineView(readers: Record<string, FieldReader>): RecordViewClass {
  const given = new Map(Object.entries(readers))
  const View = class extends RecordView {
    override $given(field: string): unknown {
      return given.get(field)?.given(this)
    }
  }
  for (const [name, reader] of given) {
    Object.defineProperty(View.prototype, name, { get(this: RecordView) { return reader.given(this) ?? reader.neutral(this) }, enumerable: true })
  }
  return View
}

/** Reads a plain field; null and '' are empty. */
export function scalarReader(name: string, neutral?: string | number | boolean): FieldReader {
  return {
    given: (view) => {
      const value = view.$source[name]
      return value === null || value === '' ? undefined : value
    },
    neutral: () => neutral,
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
