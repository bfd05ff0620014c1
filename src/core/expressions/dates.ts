/** Dates are `YYYY-MM-DD` texts, counted in whole days without any time zone. */

const DAY = 86_400_000

/** Whether the text is a day of the calendar. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(dayNumber(text)) && fromDayNumber(dayNumber(text)) === text
}

/** Whole days from the first date to the second; negative when it lies before. NaN for what is no date. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from)
}

/** The date so many days later (earlier when negative). @throws RangeError for what is no date. */
export function addDays(date: string, days: number): string {
  const start = dayNumber(date)
  if (Number.isNaN(start)) throw new RangeError(`“${date}” is no date`)
  return fromDayNumber(start + Math.trunc(days))
}

/** The first moment of a day as texts of moments have it. */
export function startOf(date: string): string {
  return `${date}T00:00:00Z`
}

/** Hours from the first moment to the second, with a fraction. NaN for what is no moment. */
export function hoursBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 3_600_000
}

function dayNumber(date: string): number {
  return Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / DAY
}

function fromDayNumber(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10)
}
