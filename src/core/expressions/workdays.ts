/**
 * Counts days of work. A week is seven shares of a working day, from Monday on: 1 a day of work, 0.5 half of one, 0 none. A holiday counts
 * 0, whatever the weekday.
 */
import { addDays, dateAt, daysBetween } from './dates.ts'

const DAY = 86_400_000
/** The most days that are looked at: about three years. More is a slip of whoever types a year. */
export const MAX_DAYS = 1_100
/** Monday to Friday. */
export const OFFICE_WEEK: readonly number[] = [1, 1, 1, 1, 1, 0, 0]

export type Week = readonly number[]

/** The share of a day of work that a date is. @throws RangeError if the week has not seven shares of 0 to 1 */
export function shareOf(date: string, week: Week, holidays: ReadonlySet<string>): number {
  checkWeek(week)
  return holidays.has(date) ? 0 : (week[weekdayOf(date)] ?? 0)
}

/** Days of work from the first date to the last, both included; 0 if the last is earlier. @throws RangeError beyond MAX_DAYS */
export function workdays(from: string, to: string, week: Week, holidays: ReadonlySet<string>): number {
  return datesBetween(from, to).reduce((sum, date) => sum + shareOf(date, week, holidays), 0)
}

/**
 * The date by which so many days are worked from the date on, itself included: the opposite of `workdays`. The date itself for no days.
 * @throws RangeError if that takes longer than MAX_DAYS
 */
export function workdayBy(from: string, days: number, week: Week, holidays: ReadonlySet<string>): string {
  let left = days - shareOf(from, week, holidays)
  let date = from
  while (left > 0) {
    date = addDays(date, 1)
    if (daysBetween(from, date) >= MAX_DAYS) throw tooLong()
    left -= shareOf(date, week, holidays)
  }
  return date
}

/** The first date after another on which some of the day is worked. @throws RangeError if there is none within MAX_DAYS */
export function nextWorkday(after: string, week: Week, holidays: ReadonlySet<string>): string {
  for (let ahead = 1; ahead <= MAX_DAYS; ahead++) {
    const date = addDays(after, ahead)
    if (shareOf(date, week, holidays) > 0) return date
  }
  throw tooLong()
}

/**
 * The date that is a number of working days after another, Monday to Friday; the date itself is never counted. At most 9999-12-31.
 * @param holidays YYYY-MM-DD, as observed: they are not counted either
 */
export function dueDate(from: string, workingDays: number, holidays: Iterable<string> = []): string {
  const free = new Set(holidays)
  let day = Date.parse(`${from}T00:00:00Z`)
  for (let left = workingDays; left > 0; ) {
    day += DAY
    const date = dateAt(day)
    if (shareOf(date, OFFICE_WEEK, free) > 0 || date === '9999-12-31') left -= 1
  }
  return dateAt(day)
}

/** The dates from the first to the last, both included; none if the last is earlier. @throws RangeError beyond MAX_DAYS */
export function datesBetween(from: string, to: string): string[] {
  const count = daysBetween(from, to) + 1
  if (count > MAX_DAYS) throw tooLong()
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index))
}

/** 0 for Monday. */
function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
}

function checkWeek(week: Week): void {
  if (week.length !== 7 || week.some((share) => !(share >= 0 && share <= 1))) throw new RangeError('A week has seven shares of a day, from Monday on, each from 0 to 1.')
}

function tooLong(): RangeError {
  return new RangeError(`That is more than ${MAX_DAYS} days.`)
}
