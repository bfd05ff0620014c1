/**
 * Dates are `YYYY-MM-DD` texts, counted in whole days and without a time zone. Years are 1 to 9999: what PostgreSQL's dates and four digits
 * can hold.
 */

const DAY = 86_400_000
/** The first and the last moment of those years, in milliseconds since the epoch. */
const FIRST = Date.parse('0001-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')

/** Whether a time in milliseconds since the epoch is in the years that dates can have; false for NaN. */
export function isInCalendar(milliseconds: number): boolean {
  return milliseconds >= FIRST && milliseconds <= LAST
}

/** The date of a time in milliseconds since the epoch; the first or last date of the calendar if it is outside. @throws RangeError for NaN. */
export function dateAt(milliseconds: number): string {
  return new Date(Math.min(LAST, Math.max(FIRST, milliseconds))).toISOString().slice(0, 10)
}

/** Whether the text is a calendar date of the years 1 to 9999. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(dayNumber(text)) && dateAt(dayNumber(text) * DAY) === text
}

/** Whole days from the first date to the second; negative if the second is earlier. NaN if either is not a date. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from)
}

/** The date `days` days later (earlier if negative), at most 9999-12-31 and at least 0001-01-01. @throws RangeError if `date` is not a date. */
export function addDays(date: string, days: number): string {
  const start = dayNumber(date)
  if (Number.isNaN(start)) throw new RangeError(`“${date}” is no date`)
  return dateAt((start + Math.trunc(days)) * DAY)
}

/** The date `months` months later (earlier if negative), at most the last day of its month. @throws RangeError if `date` is not a date. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.slice(0, 10).split('-').map(Number)
  const place = year * 12 + month - 1 + Math.trunc(months)
  const first = dateAt(Date.UTC(Math.floor(place / 12), ((place % 12) + 12) % 12, 1))
  return addDays(first, Math.min(day, daysInMonth(first)) - 1)
}

/**
 * Months from the first date to the last, both included, each month by the share of its days; 0 if the last is before the first. NaN if either
 * is not a date.
 */
export function monthsBetween(from: string, to: string): number {
  const months = position(to, 0) - position(from, 1)
  // A share that two months add up to must not miss a whole by a rounding error.
  return Math.max(0, Math.round(months * 1e9) / 1e9)
}

/** Months since the year 0, with the share of the days before this one, and of this one too unless `except` is 1. */
function position(date: string, except: 0 | 1): number {
  const [year = NaN, month = NaN, day = NaN] = date.slice(0, 10).split('-').map(Number)
  return year * 12 + month - 1 + (day - except) / daysInMonth(date)
}

function daysInMonth(date: string): number {
  return new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate()
}

/** The first moment of a day, in the format of date-time values. */
export function startOf(date: string): string {
  return `${date}T00:00:00Z`
}

/** Hours from the first moment to the second, with a fraction. NaN if either is not a moment. */
export function hoursBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 3_600_000
}

/** The Monday of the first week of the year: of the week with 4 January, as ISO 8601 counts. */
export function firstMonday(year: number): string {
  const fourth = `${String(year).padStart(4, '0')}-01-04`
  return addDays(fourth, -((new Date(`${fourth}T00:00:00Z`).getUTCDay() + 6) % 7))
}

function dayNumber(date: string): number {
  return Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / DAY
}
