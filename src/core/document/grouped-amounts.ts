import type { ResolvedShape } from '../manifest/resolved.ts'
import { groupedNumber } from './fill.ts'
import type { Json } from './json.ts'

/** The values with the amounts of the shape as people read them, thousands apart. */
export function withGroupedAmounts(shape: ResolvedShape | undefined, values: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'number' && shape?.fields[name]?.money !== undefined ? groupedNumber(value) : value]))
}
