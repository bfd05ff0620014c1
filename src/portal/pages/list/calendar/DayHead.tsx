import { t } from '../../../../core/index.ts'
import { isWeekend } from './calendar-days.ts'
import { dayNumber, fullDay, shortWeekday } from './day-words.ts'
import type { CalendarDay } from './calendar-day.ts'
import classes from './Calendar.module.css'

interface DayHeadProps extends CalendarDay { day: string; count: number; /** Also with its weekday, where no heading has it. */ hasWeekday?: boolean; isOutside?: boolean; /** Where the month is named above and a column has room for two digits. */ isNarrow?: boolean; children?: React.ReactNode }

/** The heading of a day: a button that opens the day, or chooses it on a phone. */
export function DayHead({ day, count, hasWeekday = false, isOutside = false, isNarrow = false, today, holidays, focused, onDay, chosen, children }: DayHeadProps) {
  const holiday = holidays.get(day)
  const events = count === 0 ? t('nothing') : t('{count} events', { count })
  const label = [fullDay(day), day === today ? t('today') : '', holiday ?? '', events].filter((part) => part !== '').join(', ')
  return (
    <button
      type="button" className={classes.dayHead} data-day={day} data-today={day === today || undefined} data-outside={isOutside || undefined} data-weekend={isWeekend(day) || undefined} data-holiday={holiday !== undefined || undefined}
      aria-label={label} aria-current={day === today ? 'date' : undefined} aria-pressed={chosen === undefined ? undefined : chosen === day} tabIndex={focused === day ? 0 : -1} onClick={() => onDay(day)}
    >
      {hasWeekday && <span className={classes.weekday}>{shortWeekday(day)}</span>}
      <span className={classes.number}>{isNarrow ? Number(day.slice(8)) : dayNumber(day)}</span>
      {children}
    </button>
  )
}
