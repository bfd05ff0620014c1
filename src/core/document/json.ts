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
