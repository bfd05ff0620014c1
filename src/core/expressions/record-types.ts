import type { Environment } from '@marcbachmann/cel-js'
import { keysIn } from '../document/referred.ts'
import type { KnownField, KnownRecords, KnownType } from './known-records.ts'
import { defineView, scalarReader } from './record-view.ts'
import type { FieldReader, RecordView, RecordViewClass } from './record-view.ts'

/** The name of a document type's records in the type checker. */
export function recordTypeName(typeId: string): string {
  return typeId.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('').padEnd(2, '_')
}

/** The name of the lines of an array field in the type checker. */
export function lineTypeName(typeId: string, array: string): string {
  return `${recordTypeName(typeId)}.${array}`
}

interface TypedView { name: string; view: RecordViewClass; fields: Record<string, string>; /** View classes of its arrays of lines, by field. */ lines: [field: string, view: RecordViewClass][] }

/** CEL types and view classes of all records, created from their shapes. Shared by all document types. */
export class RecordTypes {
  readonly #records: KnownRecords
  readonly #types = new Map<string, TypedView>()
  /** The entries for whole records, by document type id. */
  readonly #whole = new Map<string, TypedView>()

  constructor(records: KnownRecords) {
    this.#records = records
    for (const type of Object.values(records.types)) {
      const typed = this.#add(recordTypeName(type.id), type.id, type.shape)
      const { lines } = typed
      this.#whole.set(type.id, typed)
      for (const field of Object.values(type.shape.fields)) {
        if (field.line !== undefined) lines.push([field.name, this.#add(lineTypeName(type.id, field.name), type.id, field.line).view])
      }
    }
  }

  register(environment: Environment): void {
    for (const { name, view, fields } of this.#types.values()) environment.registerType(name, { ctor: view, fields })
  }

  /** The view class of a type's records or, with an array field, of its lines. */
  view(typeId: string, array?: string): RecordViewClass | undefined {
    const typed = this.#whole.get(typeId)
    return array === undefined ? typed?.view : typed?.lines.find(([field]) => field === array)?.[1]
  }

  /** The view classes of the lines of a type's records, by array field. */
  linesOf(typeId: string): readonly [field: string, view: RecordViewClass][] {
    return this.#whole.get(typeId)?.lines ?? []
  }

  /** The CEL type of a record; `dyn` for a type that is unknown here (the browser has only some). */
  celType(typeId: string): string {
    return Object.hasOwn(this.#records.types, typeId) ? recordTypeName(typeId) : 'dyn'
  }

  #add(name: string, typeId: string, shape: KnownType['shape']): TypedView {
    const readers: Record<string, FieldReader> = {}
    const fields: Record<string, string> = {}
    const state = shape === this.#records.types[typeId]?.shape ? this.#records.types[typeId] : undefined
    for (const field of Object.values(shape.fields)) {
      fields[field.name] = celTypeOf(field, typeId)
      readers[field.name] = state?.stateField === field.name ? stateReader(state) : readerOf(field)
      const { ref } = field
      if (ref?.as === undefined) continue
      const isList = field.type === 'array'
      fields[ref.as] = isList ? `list<${this.celType(ref.to)}>` : this.celType(ref.to)
      readers[ref.as] = isList ? this.#referencesReader(field.name, ref.to) : this.#referenceReader(field.name, ref.to)
    }
    const typed: TypedView = { name, view: defineView(readers), fields, lines: [] }
    this.#types.set(name, typed)
    return typed
  }

  /** The record that a field refers to; an empty record if it refers to none, or to an unknown one. */
  #referenceReader(field: string, to: string): FieldReader {
    return {
      presentValue: (view) => {
        const key = view.$source[field]
        return typeof key === 'string' && key !== '' ? view.$host.ref(to, key) : undefined
      },
      neutral: (view) => viewRecord(this, to, {}, view.$host),
    }
  }

  /** The records that a list of keys refers to, in its order, without those that are unknown. */
  #referencesReader(field: string, to: string): FieldReader {
    return {
      presentValue: (view) => keysIn(view.$source[field]).flatMap((key) => view.$host.ref(to, key) ?? []),
      neutral: () => NO_ITEMS,
    }
  }
}

/** The CEL type of a field: every number is a double, because JSON has no other numbers. */
export function celTypeOf(field: KnownField, typeId: string): string {
  switch (field.type) {
    case 'string': return 'string'
    case 'number': case 'integer': return 'double'
    case 'boolean': return 'bool'
    case 'array': return field.line === undefined ? 'list<string>' : `list<${lineTypeName(typeId, field.name)}>`
    case 'object': return 'map'
  }
}

/** What an empty field reads as, if it holds a single value. */
export function neutralOf(type: KnownField['type']): string | number | boolean | undefined {
  switch (type) {
    case 'string': return ''
    case 'number': case 'integer': return 0
    case 'boolean': return false
    case 'array': case 'object': return undefined
  }
}

const NO_ITEMS: never[] = []
const NO_ENTRIES = {}

/** How a field of a record, line or dialog is read. */
export function readerOf(field: KnownField): FieldReader {
  const { name, line } = field
  if (field.type === 'object') return { presentValue: scalarReader(name).presentValue, neutral: () => NO_ENTRIES }
  if (field.type !== 'array') return scalarReader(name, neutralOf(field.type))
  return { presentValue: (view) => (line === undefined ? view.$source[name] : view.$lines?.[name]) ?? NO_ITEMS, neutral: () => NO_ITEMS }
}

/** A record that is not stored yet is in its initial state. */
function stateReader({ stateField, states }: KnownType): FieldReader {
  const initial = Object.entries(states).find(([, { initial: isInitial }]) => isInitial)?.[0] ?? ''
  return { presentValue: (view) => view.$source[stateField] ?? (initial === '' ? undefined : initial), neutral: () => initial }
}

/** A view of a whole record with views of its lines. */
export function viewRecord(types: RecordTypes, typeId: string, source: RecordView['$source'], host: RecordView['$host']): RecordView | undefined {
  const View = types.view(typeId)
  if (View === undefined) return undefined
  const view = new View(source, host)
  for (const [field, LineView] of types.linesOf(typeId)) {
    const lines = source[field]
    if (!Array.isArray(lines)) continue
    view.$lines ??= {}
    view.$lines[field] = lines.map((line) => new LineView(line as RecordView['$source'], host))
  }
  return view
}
