import type { Doc, Json, JsonObject } from '../document/json.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedShape } from '../manifest/resolved.ts'

/** Gives the value of an expression that stands on a field; undefined when it is empty or fails. */
export type ValueOf = (expression: string, field: ResolvedField) => Json | undefined

/** The constant defaults of a shape, then its `x-default` values. */
export function startingValues(shape: ResolvedShape, valueOf: ValueOf): JsonObject {
  const values: JsonObject = {}
  for (const field of Object.values(shape.fields)) {
    if (field.default !== undefined && field.default !== null && field.default !== '') values[field.name] = structuredCopy(field.default)
  }
  for (const field of Object.values(shape.fields)) {
    const value = field.defaultExpression === undefined ? undefined : valueOf(field.defaultExpression, field)
    if (value !== undefined && value !== '') values[field.name] = value
  }
  return values
}

/** The state that a new record is in, when the type has states. */
export function initialState(manifest: ResolvedDocumentType): string | undefined {
  const states = Object.values(manifest.states)
  return (states.find((state) => state.initial) ?? states[0])?.name
}

/** What a new line takes over from the header: the fields that the card's section of these lines inherits. */
export function inheritedValues(manifest: ResolvedDocumentType, array: string, doc: Doc): JsonObject {
  const line = manifest.shape.fields[array]?.line
  const values: JsonObject = {}
  for (const section of Object.values(manifest.card.sections)) {
    if (section.kind !== 'lines' || section.field !== array) continue
    for (const name of section.inherits?.fields ?? []) {
      const value = doc[name]
      if (line?.fields[name] !== undefined && value !== undefined && value !== null && value !== '') values[name] = value
    }
  }
  return values
}

/** The `x-stamp` values of a new record. */
export function stampValues(shape: ResolvedShape, valueOf: ValueOf): JsonObject {
  const values: JsonObject = {}
  for (const field of Object.values(shape.fields)) {
    const value = field.stamp === undefined ? undefined : valueOf(field.stamp, field)
    if (value !== undefined && value !== '') values[field.name] = value
  }
  return values
}

function structuredCopy(value: Json): Json {
  return typeof value === 'object' ? (JSON.parse(JSON.stringify(value)) as Json) : value
}
