/** The days on which a job is scheduled. */
import { addDays } from '../expressions/dates.ts'
import type { ResolvedSchedule } from '../manifest/resolve/resolved.ts'

/** The days after `from` until `to`, both YYYY-MM-DD, on which the schedule is due; at most `limit`, the first ones. */
export function dueDays({ every, on }: Pick<ResolvedSchedule, 'every' | 'on'>, from: string, to: string, limit: number): string[] {
  const due: string[] = []
  for (let day = addDays(from, 1); day <= to && due.length < limit; day = addDays(day, 1)) if (every === 'day' || isDue(every, on, day)) due.push(day)
  return due
}

function isDue(every: 'month' | 'year', on: number | string, day: string): boolean {
  // On 29 February in the years that have it, else on the day before March.
  if (every === 'year') return day.slice(5) === on || (on === '02-29' && day.slice(5) === '02-28' && addDays(day, 1).endsWith('-03-01'))
  if (on === 'last') return addDays(day, 1).endsWith('-01')
  return Number(day.slice(8)) === on
}
