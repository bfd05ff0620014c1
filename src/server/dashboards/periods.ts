/**
 * Year and month boundaries in the form date fields store them: plain dates for dates, UTC for date-times, based on the company's time
 * zone.
 */
import { toUtc, type ResolvedField } from '../../core/index.ts'
import { MONTHS } from '../../contract/index.ts'

/** How many years back a dashboard looks. */
const MAX_YEARS = 20

/** The first day of every month of the year, and of January of the next year. */
export function monthBorders(year: number, field: ResolvedField, timeZone: string): string[] {
  return [...MONTHS.map((_, month) => startOf(year, month + 1, field, timeZone)), startOf(year + 1, 1, field, timeZone)]
}

/** The years in which records may lie, including next year: a document may have a future date. */
export function yearsAround(current: number, field: ResolvedField, timeZone: string): { year: number; from: string; to: string }[] {
  return Array.from({ length: MAX_YEARS + 1 }, (_, back) => current + 1 - back).map((year) => ({
    year, from: startOf(year, 1, field, timeZone), to: startOf(year + 1, 1, field, timeZone),
  }))
}

function startOf(year: number, month: number, field: ResolvedField, timeZone: string): string {
  const date = `${String(year)}-${String(month).padStart(2, '0')}-01`
  return field.format === 'date' ? date : (toUtc(`${date}T00:00:00`, timeZone) ?? date)
}
