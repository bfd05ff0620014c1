import type { Json, JsonObject } from '../../document/json.ts'
import type { KeyPath } from '../reporter.ts'
import type { SourceKind } from '../schema-validators.ts'

/** Puts another expression in the place of each that a file of the language holds. The value given is not changed. */
export type ChangeExpressions = (kind: SourceKind, value: Json, change: (expression: string, path: KeyPath) => string) => Json

type Schema = { $ref?: string; format?: string; properties?: Record<string, Schema>; additionalProperties?: Schema | boolean; items?: Schema; anyOf?: Schema[] }

/** What a schema says of the values below it; `isExpression` of the value itself. Made once for each schema, however often it is referred to. */
interface Place { isExpression: boolean; properties: Map<string, Place>; others: Place | undefined; items: Place | undefined }

/** Texts that hold `{{expression}}`. */
const TEMPLATE = /\{\{(.+?)\}\}/g

/**
 * Where expressions stand, by the schemas of the language: what has the format `cel`, and `{{…}}` in the texts of prints. A new
 * keyword is so found by everything that works on all expressions of a manifest. What the engine ignores (`x-…`) holds none.
 */
export function expressionPlaces(schemas: Record<string, unknown>): ChangeExpressions {
  const known = made.get(schemas)
  if (known !== undefined) return known
  const files = new Map(Object.entries(schemas).map(([name, schema]) => [name, schema as Schema]))
  const places = new Map<string, Place>()

  const placeOf = (schema: Schema, file: string): Place => {
    if (schema.$ref !== undefined && schema.anyOf === undefined && schema.properties === undefined) return referred(schema.$ref, file)
    const place: Place = { isExpression: schema.format === 'cel', properties: new Map(), others: undefined, items: undefined }
    fill(place, schema, file)
    return place
  }
  const referred = (reference: string, from: string): Place => {
    const [named = '', pointer = ''] = reference.split('#')
    const file = named === '' ? from : named
    const id = `${file}#${pointer}`
    const known = places.get(id)
    if (known !== undefined) return known
    const place: Place = { isExpression: false, properties: new Map(), others: undefined, items: undefined }
    // Before it is filled: what it holds may refer to it.
    places.set(id, place)
    const schema = pointer.split('/').slice(1).reduce<Schema | undefined>((at, key) => (at as Record<string, Schema> | undefined)?.[key], files.get(file))
    if (schema !== undefined) {
      place.isExpression = schema.format === 'cel'
      fill(place, schema, file)
    }
    return place
  }
  const fill = (place: Place, schema: Schema, file: string): void => {
    const inner = (one: Schema): Place => placeOf(one, file)
    for (const one of [...(schema.anyOf ?? []).map(inner), ...(schema.$ref === undefined ? [] : [referred(schema.$ref, file)])]) merge(place, one)
    for (const [name, one] of Object.entries(schema.properties ?? {})) place.properties.set(name, inner(one))
    if (typeof schema.additionalProperties === 'object') place.others = inner(schema.additionalProperties)
    if (schema.items !== undefined) place.items = inner(schema.items)
  }

  const changeExpressions: ChangeExpressions = (kind, value, change) => changed(value, referred(`${kind}.schema.json#`, ''), change, [])
  made.set(schemas, changeExpressions)
  return changeExpressions
}

const made = new WeakMap<object, ChangeExpressions>()

/** A value that may have one of several forms has the places of all of them. */
function merge(place: Place, one: Place): void {
  place.isExpression ||= one.isExpression
  for (const [name, inner] of one.properties) place.properties.set(name, inner)
  place.others ??= one.others
  place.items ??= one.items
}

function changed(value: Json, place: Place, change: (expression: string, path: KeyPath) => string, path: KeyPath): Json {
  if (typeof value === 'string') {
    if (place.isExpression) return change(value, path)
    return value.includes('{{') ? value.replace(TEMPLATE, (_, expression: string) => `{{${change(expression.trim(), path)}}}`) : value
  }
  if (Array.isArray(value)) return place.items === undefined ? value : value.map((item, index) => changed(item, place.items!, change, [...path, index]))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]): [string, Json] => {
    const inner = place.properties.get(key) ?? place.others
    return [key, inner === undefined ? item : changed(item, inner, change, [...path, key])]
  })) satisfies JsonObject
}
