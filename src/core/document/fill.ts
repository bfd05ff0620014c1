import { plainText } from './plain-text.ts'
import type { Json, JsonObject } from './json.ts'

const grouped = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 2 })

/** A number as shown in a sentence: with thousands separators and at most two decimals. */
export function groupedNumber(value: number): string {
  return grouped.format(value)
}

/** Replaces `{name}` or `{settings.group.name}` by its value; an unknown or empty one by nothing. */
export function fill(text: string, values: Record<string, Json>): string {
  const filled = text.replace(/\{([A-Za-z_][A-Za-z0-9_.]*)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : valueAt(values, name)
    return value === undefined || value === null ? '' : plainText(value)
  })
  return filled === text ? text : filled.replace(/ {2,}/g, ' ').trim()
}

/** The value at a dotted path. A number has thousands separators, because what is nested that deep is a limit, not a code. */
function valueAt(values: JsonObject, path: string): Json | undefined {
  let found: Json | undefined = values
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || Array.isArray(found) || !Object.hasOwn(found, name)) return undefined
    found = found[name]
  }
  return typeof found === 'number' ? groupedNumber(found) : found
}
