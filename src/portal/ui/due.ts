import { t } from '../../core/index.ts'
import type { ApprovalEntry } from '../../contract/index.ts'
import { wordsLocale } from './format.ts'

const DAY_MS = 24 * 60 * 60_000
const relative = new Intl.RelativeTimeFormat(wordsLocale(), { numeric: 'auto' })

export type DueGroup = 'overdue' | 'today' | 'later'
export const DUE_GROUPS: { group: DueGroup; title: string }[] = [{ group: 'overdue', title: t('Overdue') }, { group: 'today', title: t('Due today') }, { group: 'later', title: t('Later') }]

type Dated = Pick<ApprovalEntry, 'dueDate'>

/** The whole days from one day to another, both YYYY-MM-DD; NaN if one is no day. */
export function daysFrom(day: string, other: string): number {
  return Math.round((Date.parse(other) - Date.parse(day)) / DAY_MS)
}

/** The days from today until the entry is due, negative if it is late; undefined if it is never due. */
export function daysLeft({ dueDate }: Dated, today: string): number | undefined {
  const days = daysFrom(today, dueDate.slice(0, 10))
  return Number.isNaN(days) ? undefined : days
}

/** The group of the queue that the entry belongs to. */
export function dueGroup(entry: Dated, today: string): DueGroup {
  const days = daysLeft(entry, today) ?? 1
  if (days < 0) return 'overdue'
  return days === 0 ? 'today' : 'later'
}

/** As `dueIn`; empty if it is never due. */
export function dueText(entry: Dated, today: string): string {
  const days = daysLeft(entry, today)
  return days === undefined ? '' : dueIn(days)
}

/** "2 days late", "due today", "due tomorrow", "due in 3 days". */
export function dueIn(days: number): string {
  if (days < 0) return t({ one: '{count} day late', other: '{count} days late' }, { count: -days })
  return t('due {when}', { when: relative.format(days, 'day') })
}
