import type { Doc, Json, JsonObject } from '../document/json.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedShape } from '../manifest/resolve/resolved.ts'
import type { Pieces } from '../pieces.ts'

/** Evaluates an expression of a field; undefined if it is empty or fails. */
export type ValueOf = (expression: string, field: ResolvedField) => Json | undefined

/** The constant defaults of a shape, then its `x-default` values. Yields after each expression. */
export function findingStartingValues(shape: ResolvedShape, valueOf: ValueOf): Pieces<JsonObject> {
  const values: JsonObject = {}
  for (const field of Object.values(shape.fields)) {
    if (field.default !== undefined && field.default !== null && field.default !== '') values[field.name] = structuredCopy(field.default)
  }
  return fillingIn(values, shape, ({ defaultExpression }) => defaultExpression, valueOf)
}

/** The state of a new record, if the type has states. */
export function initialState(manifest: ResolvedDocumentType): string | undefined {
  const states = Object.values(manifest.states)
  return (states.find((state) => state.initial) ?? states[0])?.name
}

/** The values that a new line takes from the header: the fields that the card's section of these lines inherits. */
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

/** The `x-stamp` values of a new record. Yields after each expression. */
export function findingStampValues(shape: ResolvedShape, valueOf: ValueOf): Pieces<JsonObject> {
  return fillingIn({}, shape, ({ stamp }) => stamp, valueOf)
}

function* fillingIn(values: JsonObject, shape: ResolvedShape, expressionOf: (field: ResolvedField) => string | undefined, valueOf: ValueOf): Pieces<JsonObject> {
  for (const field of Object.values(shape.fields)) {
    const expression = expressionOf(field)
    if (expression === undefined) continue
    const value = valueOf(expression, field)
    if (value !== undefined && value !== '') values[field.name] = value
    yield
  }
  return values
}

function structuredCopy(value: Json): Json {
  return typeof value === 'object' ? (JSON.parse(JSON.stringify(value)) as Json) : value
}
