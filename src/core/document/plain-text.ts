import type { Json } from './json.ts'

/** A value as text; arrays and objects as JSON. */
export function plainText(value: Json): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
