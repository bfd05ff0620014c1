/** Years and months as date fields store them: dates as they are, moments in UTC by the clock of the company. */
import { toUtc, type ResolvedField } from '../../core/index.ts'
import { MONTHS } from '../../contract/index.ts'

/** How far back a dashboard looks for years. */
const MAX_YEARS = 20

/** The first of every month of the year, and of the next January. */
export function monthBorders(year: number, field: ResolvedField, timeZone: string): string[] {
  return [...MONTHS.map((_, month) => startOf(year, month + 1, field, timeZone)), startOf(year + 1, 1, field, timeZone)]
}

/** The years in which records may lie, the next one among them: a document may be dated ahead. */
export function yearsAround(current: number, field: ResolvedField, timeZone: string): { year: number; from: string; to: string }[] {
  return Array.from({ length: MAX_YEARS + 1 }, (_, back) => current + 1 - back).map((year) => ({
    year, from: startOf(year, 1, field, timeZone), to: startOf(year + 1, 1, field, timeZone),
  }))
}

function startOf(year: number, month: number, field: ResolvedField, timeZone: string): string {
  const date = `${String(year)}-${String(month).padStart(2, '0')}-01`
  return field.format === 'date' ? date : (toUtc(`${date}T00:00:00`, timeZone) ?? date)
}
