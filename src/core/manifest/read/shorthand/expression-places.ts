import type { Json, JsonObject } from '../../../document/json.ts'
import { placeOfKey, placesOf, type Place } from '../places.ts'
import type { KeyPath } from '../reporter.ts'
import type { SourceKind } from '../schema-validators.ts'

/** Replaces each expression in a file of the language with another. The given value is not changed. */
export type ChangeExpressions = (kind: SourceKind, value: Json, change: (expression: string, path: KeyPath) => string) => Json

/** Matches `{{expression}}` in a text. */
const TEMPLATE = /\{\{(.+?)\}\}/g

/**
 * Finds expressions by the language's schemas: texts with the format `cel`, and `{{…}}` in the texts of prints. So all code that works on
 * the expressions of a manifest also finds those of a new keyword. Keys that the engine ignores (`x-…`) contain none.
 */
export function expressionPlaces(schemas: Record<string, unknown>): ChangeExpressions {
  const placeOf = placesOf(schemas)
  return (kind, value, change) => changed(value, placeOf(kind), change, [])
}

function changed(value: Json, place: Place, change: (expression: string, path: KeyPath) => string, path: KeyPath): Json {
  if (typeof value === 'string') {
    if (place.formats.has('cel')) return change(value, path)
    return value.includes('{{') ? value.replace(TEMPLATE, (_, expression: string) => `{{${change(expression.trim(), path)}}}`) : value
  }
  if (Array.isArray(value)) return place.items === undefined ? value : value.map((item, index) => changed(item, place.items!, change, [...path, index]))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]): [string, Json] => {
    const inner = placeOfKey(place, key)
    return [key, inner === undefined ? item : changed(item, inner, change, [...path, key])]
  })) satisfies JsonObject
}
