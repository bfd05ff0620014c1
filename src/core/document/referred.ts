/**
 * Which records a field refers to: one, several (a list of keys), or one whose type another field of the same record or line decides
 * (`x-ref-by`).
 */
import type { ResolvedField, ResolvedReference, ResolvedShape } from '../manifest/resolve/resolved.ts'
import { isObject } from './json.ts'
import type { Json, JsonObject } from './json.ts'

type Referring = Pick<ResolvedField, 'ref' | 'refBy'>

/** The reference of the field in a record or line with these values; undefined if it is no reference, or the other field names no type. */
export function referenceIn({ ref, refBy }: Referring, values: JsonObject): ResolvedReference | undefined {
  if (refBy === undefined) return ref
  const kind = values[refBy.field]
  return typeof kind === 'string' && Object.hasOwn(refBy.to, kind) ? refBy.to[kind] : undefined
}

/** Every reference that the field can be. */
export function referencesOfField({ ref, refBy }: Referring): ResolvedReference[] {
  if (refBy !== undefined) return Object.values(refBy.to)
  return ref === undefined ? [] : [ref]
}

/** The types that a shape references, in the header or in lines, each once. */
export function referredTypes({ fields }: Pick<ResolvedShape, 'fields'>): string[] {
  return [...new Set(Object.values(fields).flatMap((field) => [...referencesOfField(field).map(({ to }) => to), ...(field.line === undefined ? [] : referredTypes(field.line))]))]
}

const known = new WeakMap<ResolvedField, Map<ResolvedReference, ResolvedField>>()

/** The field as it is in a record or line with these values: with its reference, and the same object for the same one. */
export function fieldIn(field: ResolvedField, values: JsonObject): ResolvedField {
  const reference = field.refBy === undefined ? undefined : referenceIn(field, values)
  if (reference === undefined) return field
  const made = known.get(field) ?? new Map<ResolvedReference, ResolvedField>()
  known.set(field, made)
  const given = made.get(reference) ?? { ...field, ref: reference }
  made.set(reference, given)
  return given
}

/** The keys in a value of a reference: its own, or those of a list; none if it is empty. */
export function keysIn(value: Json | undefined): string[] {
  return (Array.isArray(value) ? value : [value]).filter((key): key is string => typeof key === 'string' && key !== '')
}

/** A key that a field of a document holds. */
export interface HeldReference {
  /** With the reference that it is here. */
  field: ResolvedField
  ref: ResolvedReference | undefined
  path: string
  array: string | undefined
  line: JsonObject | undefined
  key: string
}

/** Every key of another record that a document holds, in its header and its lines. */
export function* heldReferences(shape: ResolvedShape, doc: JsonObject): Generator<HeldReference> {
  yield* heldIn(shape, doc, '', undefined)
  for (const { name, line: lineShape } of Object.values(shape.fields)) {
    const lines = doc[name]
    if (lineShape === undefined || !Array.isArray(lines)) continue
    for (const [index, line] of lines.entries()) if (isObject(line)) yield* heldIn(lineShape, line, `${name}.${index}.`, name)
  }
}

function* heldIn(shape: ResolvedShape, record: JsonObject, prefix: string, array: string | undefined): Generator<HeldReference> {
  for (const declared of Object.values(shape.fields)) {
    if (declared.ref === undefined && declared.refBy === undefined) continue
    const field = fieldIn(declared, record)
    for (const key of keysIn(record[field.name])) yield { field, ref: field.ref, path: prefix + field.name, array, line: array === undefined ? undefined : record, key }
  }
}

/** What a path of an expression reads through the name of a referenced record. */
interface RecordRead { /** The type of the record. */ to: string; field: Named; /** Within the record: past the element, if there are several. */ path: string[] }
interface Named { name: string; type: ResolvedField['type']; ref?: Pick<ResolvedReference, 'to' | 'as'> }

/** The referenced record, or records, that a path begins with; undefined if its first name is not one of theirs. */
export function recordRead(shape: { fields: Record<string, Named> }, [name, ...rest]: readonly string[]): RecordRead | undefined {
  const field = Object.values(shape.fields).find(({ ref }) => ref?.as !== undefined && ref.as === name)
  return field?.ref === undefined ? undefined : { field, to: field.ref.to, path: field.type === 'array' ? rest.slice(1) : rest }
}
