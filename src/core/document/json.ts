/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | JsonObject
/** A JSON object. */
export interface JsonObject { [key: string]: Json }
/** A document by inner field names. Empty fields are absent, never null; amounts are decimals with two places. */
export type Doc = JsonObject

/** Whether a value is a JSON object rather than an array, a scalar or null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Whether two values are equal, whatever the order of keys. A value or an entry of an object that is absent equals one that `isEmpty`
 * accepts; entries of a list are compared as they are.
 */
export function isSame(left: Json | undefined, right: Json | undefined, isEmpty: (value: Json) => boolean = () => false): boolean {
  const [a, b] = [left, right].map((value) => (value === undefined || isEmpty(value) ? undefined : value))
  return isSameValue(a, b, isEmpty)
}

function isSameValue(a: Json | undefined, b: Json | undefined, isEmpty: (value: Json) => boolean): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => isSameValue(item, b[index], isEmpty))
  if (!isObject(a) || !isObject(b)) return false
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(entryOf(a, key), entryOf(b, key), isEmpty))
}

/** Not what every object inherits under the key. */
const entryOf = (object: JsonObject, key: string): Json | undefined => (Object.hasOwn(object, key) ? object[key] : undefined)
