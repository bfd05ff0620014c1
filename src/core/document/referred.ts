/** Which records a field refers to, where another field of the same record or line decides their type (`x-ref-by`). */
import type { ResolvedField, ResolvedReference } from '../manifest/resolve/resolved.ts'
import type { JsonObject } from './json.ts'

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
