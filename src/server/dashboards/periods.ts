/**
 * Boundaries of years, months and weeks in the form date fields store them: plain dates for dates, UTC for date-times, based on the company's time
 * zone.
 */
import { addDays, daysBetween, firstMonday, toUtc, type ResolvedField } from '../../core/index.ts'
import { MONTHS } from '../../contract/index.ts'

/** How many years back a dashboard looks. */
const MAX_YEARS = 20

/** What the parts of a year are. */
export type Parts = 'months' | 'weeks'

/** The first day of every part of the year, and of the next year. */
export function bordersOf(parts: Parts, year: number, field: ResolvedField, timeZone: string): string[] {
  const days = parts === 'weeks' ? [...mondaysOf(year), firstMonday(year + 1)] : [...MONTHS.map((_, month) => firstOf(year, month + 1)), firstOf(year + 1, 1)]
  return days.map((day) => stored(day, field, timeZone))
}

/** The Mondays with which the weeks of the year begin, as ISO 8601 counts them: 52 or 53. */
export function mondaysOf(year: number): string[] {
  const first = firstMonday(year)
  return Array.from({ length: daysBetween(first, firstMonday(year + 1)) / 7 }, (_, week) => addDays(first, week * 7))
}

/** The years in which records may lie, including next year: a document may have a future date. */
export function yearsAround(current: number, field: ResolvedField, timeZone: string): { year: number; from: string; to: string }[] {
  return Array.from({ length: MAX_YEARS + 1 }, (_, back) => current + 1 - back).map((year) => ({
    year, from: stored(firstOf(year, 1), field, timeZone), to: stored(firstOf(year + 1, 1), field, timeZone),
  }))
}

function firstOf(year: number, month: number): string {
  return `${String(year)}-${String(month).padStart(2, '0')}-01`
}

/** The beginning of the day as the field stores it. */
function stored(date: string, field: ResolvedField, timeZone: string): string {
  return field.format === 'date' ? date : (toUtc(`${date}T00:00:00`, timeZone) ?? date)
}
