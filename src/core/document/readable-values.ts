import type { ResolvedField, ResolvedShape } from '../manifest/resolved.ts'
import { onClock } from './date-time.ts'
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

/** Every decimal that a bound is likely to have: rounded it would name a value that is refused. */
const plain = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 4 })

/** The least or greatest value of a field as people read it: a number with its thousands apart, days and moments as on the screen, by the clock of the time zone. */
export function readableBound(bound: string | number, { format, money }: ResolvedField, timeZone: string | undefined): string {
  if (typeof bound === 'number') return money === undefined ? plain.format(bound) : groupedNumber(bound)
  const shown = format === 'date-time' ? onClock(bound, timeZone) : undefined
  if (shown !== undefined) return `${readableDate(shown.date)}, ${shown.time}`
  return (format === 'date' && readableDate(bound)) || bound
}
