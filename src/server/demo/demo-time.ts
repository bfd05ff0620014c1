/** Demo times are given as days before today, so that the demo never looks outdated. */
import type { Json, JsonObject } from '../../core/index.ts'
import type { DemoTime } from './demo-file.ts'

const DAY_MS = 86_400_000

/** The date `daysAgo` days before `today` (YYYY-MM-DD). */
export function dateBefore(today: string, daysAgo: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) - daysAgo * DAY_MS).toISOString().slice(0, 10)
}

/** The first or last day of the month `monthsAgo` months before that of `today`; negative numbers are in the future. */
function monthBefore(today: string, monthsAgo: number, isEnd: boolean): string {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - monthsAgo + (isEnd ? 1 : 0), isEnd ? 0 : 1)).toISOString().slice(0, 10)
}

/**
 * The first or last day, or the given one, of a month of the year `yearsAgo` years before that of `today`, January to December without a
 * month; the year itself `as` a year.
 */
function yearBefore(today: string, yearsAgo: number, { as, month, end, day, weekday }: JsonObject): string {
  const year = Number(today.slice(0, 4)) - yearsAgo
  if (as === 'year') return String(year)
  const isEnd = end === true
  if (typeof month === 'number' && typeof day === 'number') {
    const date = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
    return weekday === true ? onWeekday(date) : date
  }
  const [first, last] = typeof month === 'number' ? [month, month] : [1, 12]
  return new Date(isEnd ? Date.UTC(year, last, 0) : Date.UTC(year, first - 1, 1)).toISOString().slice(0, 10)
}

/** The date, or the Monday after it if it is on a weekend. */
function onWeekday(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return dateBefore(date, { 6: -2, 0: -1 }[weekday] ?? 0)
}

/** The instant in the time zone, never after `now`. */
export function instantOf({ daysAgo, time = '09:00' }: DemoTime, today: string, timeZone: string, now: Date): number {
  const asUtc = Date.parse(`${dateBefore(today, daysAgo)}T${time}:00Z`)
  return Math.min(asUtc - offsetOf(timeZone, asUtc), now.getTime())
}

/** The time zone's offset from UTC in milliseconds; positive if ahead. */
function offsetOf(timeZone: string, time: number): number {
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(time)
  return Date.parse(`${local.replace(' ', 'T')}Z`) - time
}

/** Replaces every `{ "daysAgo": n }`, `{ "monthsAgo": n }` and `{ "yearsAgo": n }` in the values with its date; see DemoRecords. */
export function withDates(values: JsonObject, today: string): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withDate(value, today)]))
}

function withDate(value: Json, today: string): Json {
  if (Array.isArray(value)) return value.map((item) => withDate(item, today))
  if (typeof value !== 'object' || value === null) return value
  if (typeof value['monthsAgo'] === 'number') return monthBefore(today, value['monthsAgo'], value['end'] === true)
  if (typeof value['yearsAgo'] === 'number') return yearBefore(today, value['yearsAgo'], value)
  if (typeof value['daysAgo'] !== 'number') return withDates(value, today)
  const date = dateBefore(today, value['daysAgo'])
  return value['weekday'] === true ? onWeekday(date) : date
}
