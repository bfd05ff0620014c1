import { formatDate } from '../../ui/format.ts'

const DAY = 24 * 60 * 60_000
/** A later day is said by its date. */
const NEAR = 14

/** The whole days from one day to another, both YYYY-MM-DD. */
export function daysFrom(day: string, other: string): number {
  return Math.round((Date.parse(other) - Date.parse(day)) / DAY)
}

/** When something is due, and whether it is late or nearly so. */
export function dueText(due: string, today: string): { text: string; tone: 'danger' | 'warning' | 'neutral' } {
  const days = daysFrom(today, due)
  if (days < -1) return { text: `late by ${String(-days)} days`, tone: 'danger' }
  if (days === -1) return { text: 'due yesterday', tone: 'danger' }
  if (days <= 1) return { text: days === 0 ? 'due today' : 'due tomorrow', tone: 'warning' }
  return { text: days > NEAR ? `due ${formatDate(due)}` : `due in ${String(days)} days`, tone: 'neutral' }
}

/** How long something has lasted, in days: "today", "1 day", "12 days". */
export function lasted(since: string, today: string): string {
  const days = Math.max(0, daysFrom(since.slice(0, 10), today))
  if (days === 0) return 'today'
  return days === 1 ? '1 day' : `${String(days)} days`
}

/** The columns of a table by age, whose borders are days: "under 1 day", "1–2 days", "3 days and more". */
export function ageColumns(days: number[]): string[] {
  const named = (count: number): string => (count === 1 ? '1 day' : `${String(count)} days`)
  return [0, ...days].map((from, index, all) => {
    const next = all[index + 1]
    if (next === undefined) return `${named(from)} and more`
    if (index === 0) return `Under ${named(next)}`
    return next - from === 1 ? named(from) : `${String(from)}–${named(next - 1)}`
  })
}
