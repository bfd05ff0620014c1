/** Days in the words of a calendar. */
import { t } from '../../../../core/index.ts'
import { wordsLocale } from '../../../ui/format.ts'
import type { CalendarView } from '../../../../core/index.ts'
import { periodOf, type Days } from './calendar-days.ts'

const at = (date: string): Date => new Date(`${date}T00:00:00Z`)
const words = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => new Intl.DateTimeFormat(wordsLocale(), { ...options, timeZone: 'UTC' })

/** "Wednesday 10 June 2026". */
export const fullDay = (date: string): string => words({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(at(date)).replace(',', '')

/** "Wed". */
export const shortWeekday = (date: string): string => words({ weekday: 'short' }).format(at(date))

/** "10", or "1 Jul" for the first of a month. */
export const dayNumber = (date: string): string => (date.endsWith('-01') ? words({ day: 'numeric', month: 'short' }).format(at(date)) : String(Number(date.slice(8))))

/** "8 – 10 June 2026"; one day alone. */
export function daysText({ from, to }: Days): string {
  return words({ day: 'numeric', month: 'long', year: 'numeric' }).formatRange(at(from), at(to))
}

/** "8 – 10 Dec", for where space is short and the period around is named. */
export function shortDaysText({ from, to }: Days): string {
  return words({ day: 'numeric', month: 'short', ...(from.slice(0, 4) !== to.slice(0, 4) && { year: 'numeric' }) }).formatRange(at(from), at(to))
}

/** What the period around the day is called: "June 2026", "8 – 14 June 2026", "Wednesday 10 June 2026". */
export function periodName(view: CalendarView, day: string): string {
  if (view === 'day') return fullDay(day)
  if (view === 'month' || view === 'people' || view === 'groups') return words({ month: 'long', year: 'numeric' }).format(at(day))
  return daysText(periodOf(view, day))
}

/** The views as people choose them. */
export const VIEW_TITLES: Record<CalendarView, string> = { day: t('Day'), 'four-days': t('4 days'), week: t('Week'), month: t('Month'), people: t('People'), groups: t('Teams') }
