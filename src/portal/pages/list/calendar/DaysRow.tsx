import { t } from '../../../../core/index.ts'
import { addDays } from '../../../../core/index.ts'
import { barsIn, datesOf, eventsOn, isWeekend, type Days } from './calendar-days.ts'
import type { CalendarDay } from './calendar-day.ts'
import { DayHead } from './DayHead.tsx'
import { daysText } from './day-words.ts'
import { EventButton } from './EventButton.tsx'
import type { CalendarEvent, CalendarManifest } from './events.ts'
import classes from './Calendar.module.css'

interface DaysRowProps extends CalendarDay {
  manifest: CalendarManifest
  days: Days
  events: readonly CalendarEvent[]
  onOpen: (event: CalendarEvent) => void
  /** The most lanes; what does not fit is counted and the day offers it. Absent for all, each with its days and state. */
  lanes?: number
  /** The month to which other days do not belong. */
  month?: string
}

/** Days side by side, with events as bars over them. */
export function DaysRow({ manifest, days, events, onOpen, lanes, month, ...day }: DaysRowProps) {
  const dates = datesOf(days)
  const bars = barsIn(days, events)
  const used = Math.max(0, ...bars.map(({ lane }) => lane + 1))
  const isCut = lanes !== undefined && used > lanes
  const shown = lanes === undefined ? used : Math.min(used, lanes)
  const hiddenOn = (column: number): number => bars.filter(({ lane, first, last }) => lane >= shown && first <= column && last >= column).length
  const count = dates.length
  return (
    <div className={classes.daysRow} role="group" aria-label={daysText(days)} data-full={lanes === undefined || undefined}
      style={{ gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))`, gridTemplateRows: [...Array.from({ length: shown + (isCut ? 2 : 1) }, () => 'auto'), '1fr'].join(' ') }}>
      {dates.map((date, column) => (
        <div key={date} className={classes.cell} style={{ gridColumn: column + 1 }} data-weekend={isWeekend(date) || undefined} data-holiday={day.holidays.has(date) || undefined} data-outside={(month !== undefined && !date.startsWith(month)) || undefined} />
      ))}
      {dates.map((date, column) => (
        <div key={date} className={classes.head} style={{ gridColumn: column + 1, gridRow: 1 }}>
          <DayHead {...day} day={date} count={eventsOn(date, events).length} hasWeekday={month === undefined} isOutside={month !== undefined && !date.startsWith(month)} />
          {day.holidays.has(date) && <span className={classes.holiday} title={day.holidays.get(date)}>{day.holidays.get(date)}</span>}
        </div>
      ))}
      {bars.filter(({ lane }) => lane < shown).map((bar) => (
        <EventButton key={bar.event.id} manifest={manifest} event={bar.event} onOpen={onOpen} isFull={lanes === undefined} bar={{ ...bar, row: bar.lane + 2, from: addDays(days.from, bar.first), to: addDays(days.from, bar.last) }} />
      ))}
      {isCut && dates.map((date, column) => {
        const hidden = hiddenOn(column)
        return hidden > 0 && <button key={date} type="button" className={classes.more} tabIndex={-1} style={{ gridColumn: column + 1, gridRow: shown + 2 }} onClick={() => day.onDay(date)} aria-label={t('{count} more on {day}', { count: hidden, day: daysText({ from: date, to: date }) })}>{t('+{count} more', { count: hidden })}</button>
      })}
    </div>
  )
}
