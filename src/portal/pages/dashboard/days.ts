import { t } from '../../../core/index.ts'
import type { HomeTask } from '../../../contract/index.ts'
import { daysFrom, dueIn } from '../../ui/due.ts'
import { formatDate } from '../../ui/format.ts'

/** A later day is said by its date. */
const NEAR = 14

/** When something is due, and whether it is late or nearly so. */
export function dueWithTone(due: string, today: string): { text: string; tone: 'danger' | 'warning' | 'neutral' } {
  const days = daysFrom(today, due)
  if (days > NEAR) return { text: t('due {date}', { date: formatDate(due) }), tone: 'neutral' }
  if (days < 0) return { text: dueIn(days), tone: 'danger' }
  return { text: dueIn(days), tone: days <= 1 ? 'warning' : 'neutral' }
}

/** How long a task has been there. The words leave no doubt that the days are not the length of what is asked for, such as leave. */
export function ageOfTask(kind: HomeTask['kind'], since: string, today: string): string {
  const days = lasted(since, today)
  if (kind === 'draft') return days === undefined ? t('draft, begun today') : t('draft, {days} old', { days })
  return days === undefined ? t('since today') : t('waiting for {days}', { days })
}

/** Whom a request waits for, and since when. */
export function waitsForText(name: string, since: string, today: string): string {
  const days = lasted(since, today)
  return days === undefined ? t('waiting for {name} since today', { name }) : t('waiting for {name} for {days}', { name, days })
}

/** How long something has lasted: "1 day", "12 days"; undefined since today. */
function lasted(since: string, today: string): string | undefined {
  const days = Math.max(0, daysFrom(since.slice(0, 10), today))
  return days === 0 ? undefined : daysText(days)
}

const daysText = (count: number): string => t({ one: '{count} day', other: '{count} days' }, { count })

/** The columns of a table by age, whose borders are days: "under 1 day", "1–2 days", "3 days and more". */
export function ageColumns(days: number[]): string[] {
  return [0, ...days].map((from, index, all) => {
    const next = all[index + 1]
    if (next === undefined) return t('{days} and more', { days: daysText(from) })
    if (index === 0) return t('Under {days}', { days: daysText(next) })
    return next - from === 1 ? daysText(from) : t({ one: '{from}–{count} day', other: '{from}–{count} days' }, { from, count: next - 1 })
  })
}
