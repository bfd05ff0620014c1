import { dateAt } from '../expressions/dates.ts'

const DAY = 86_400_000

/**
 * The date that is a number of working days after another; working days are Monday to Friday without holidays. At most
 * 9999-12-31.
 * @param from YYYY-MM-DD; never counted itself.
 * @param holidays YYYY-MM-DD, as observed.
 */
export function dueDate(from: string, workingDays: number, holidays: Iterable<string> = []): string {
  const free = new Set(holidays)
  let day = Date.parse(`${from}T00:00:00Z`)
  for (let left = workingDays; left > 0; ) {
    day += DAY
    if (isWorkingDay(day, free)) left -= 1
  }
  return dateAt(day)
}

function isWorkingDay(day: number, holidays: ReadonlySet<string>): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidays.has(dateAt(day))
}
