import type { Json, JsonObject } from '../document/json.ts'

/** What views need beyond their own record. */
export interface ViewHost {
  /** The view of a referenced record; undefined if it is unknown or not loaded. */
  ref(type: string, key: string): unknown
  /** Views of the records in one of the type's named lists. */
  list(name: string): unknown[]
}

/** For records that refer to nothing: a dialog's input, a figure, an empty record. */
export const NO_HOST: ViewHost = { ref: () => undefined, list: () => [] }

/**
 * A record as expressions see it: a live view of a plain object, never a copy, so that it is created once per document and each rule reads
 * what earlier rules wrote. Null and '' are empty. An empty field reads as the neutral value of its type ('', 0, false, an empty list, an
 * empty record), so that reading a declared field never fails; `$given` distinguishes an empty field from a neutral value. Each shape has
 * its own subclass, because the evaluator distinguishes types by constructor. The names start with $ so that they do not collide with
 * fields.
 */
export class RecordView {
  // Declared only: defining the fields before they are set would take most of the time of creating a view.
  declare $source: JsonObject
  declare readonly $host: ViewHost
  /** Views of the lines, by array field; code that adds or removes lines must keep them in step. */
  declare $lines: Record<string, RecordView[]> | undefined
  constructor(source: JsonObject, host: ViewHost) {
    this.$source = source
    this.$host = host
    this.$lines = undefined
  }

  /**
   * The value of a field without a neutral value for an empty one: undefined if it is empty, an empty list for an array, the initial state
   * for a record without a state.
   */
  $given(_field: string): unknown {
    return undefined
  }
}

export type RecordViewClass = new (source: JsonObject, host: ViewHost) => RecordView

/** How one field of a view is read: its value, and what it reads as when it is empty. */
export interface FieldReader {
  /** Undefined for an empty field. */
  presentValue(view: RecordView): unknown
  /** Undefined if reading an empty field fails: a user without an employee number must not match another without one. */
  neutral(view: RecordView): unknown
}

/** Creates a view class with a getter for each field. */
export function defineView(readers: Record<string, FieldReader>): RecordViewClass {
  const given = new Map(Object.entries(readers))
  const View = class extends RecordView {
    override $given(field: string): unknown {
      return given.get(field)?.presentValue(this)
    }
  }
  for (const [name, reader] of given) {
    Object.defineProperty(View.prototype, name, { get(this: RecordView) { return reader.presentValue(this) ?? reader.neutral(this) }, enumerable: true })
  }
  return View
}

/** Reads a plain field; null and '' are empty. */
export function scalarReader(name: string, neutral?: string | number | boolean): FieldReader {
  return {
    presentValue: (view) => {
      const value = view.$source[name]
      return value === null || value === '' ? undefined : value
    },
    neutral: () => neutral,
  }
}

/**
 * The result of an expression as JSON: views become their records and integers become numbers; undefined for null and for what JSON cannot
 * represent.
 */
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
