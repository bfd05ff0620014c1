/** Dates are `YYYY-MM-DD` texts, counted in whole days and without a time zone. */

const DAY = 86_400_000

/** Whether the text is a calendar date. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(dayNumber(text)) && fromDayNumber(dayNumber(text)) === text
}

/** Whole days from the first date to the second; negative if the second is earlier. NaN if either is not a date. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from)
}

/** The date `days` days later (earlier if negative). @throws RangeError if `date` is not a date. */
export function addDays(date: string, days: number): string {
  const start = dayNumber(date)
  if (Number.isNaN(start)) throw new RangeError(`“${date}” is no date`)
  return fromDayNumber(start + Math.trunc(days))
}

/** The first moment of a day, in the format of date-time values. */
export function startOf(date: string): string {
  return `${date}T00:00:00Z`
}

/** Hours from the first moment to the second, with a fraction. NaN if either is not a moment. */
export function hoursBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 3_600_000
}

function dayNumber(date: string): number {
  return Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / DAY
}

function fromDayNumber(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10)
}
