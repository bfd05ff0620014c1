import type { ResolvedShape } from '../manifest/resolved.ts'
import { groupedNumber } from './fill.ts'
import type { Json } from './json.ts'
import { readableDate } from './readable-date.ts'

/** The values as people read them in a sentence: amounts of the shape with their thousands apart, dates as on the screen. */
export function withReadableValues(shape: ResolvedShape | undefined, values: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => {
    const field = shape?.fields[name]
    if (typeof value === 'number' && field?.money !== undefined) return [name, groupedNumber(value)]
    return [name, typeof value === 'string' && field?.format === 'date' ? readableDate(value) || value : value]
  }))
}
