import { datesOf, drawnDays, eventsOn, isWeekend, weeksOf } from './calendar-days.ts'
import type { CalendarDay } from './calendar-day.ts'
import { DayHead } from './DayHead.tsx'
import { DaysRow } from './DaysRow.tsx'
import { shortWeekday } from './day-words.ts'
import type { CalendarEvent, CalendarManifest } from './events.ts'
import classes from './Calendar.module.css'

const LANES = 3
const DOTS = 3

interface MonthProps extends CalendarDay { manifest: CalendarManifest; day: string; events: readonly CalendarEvent[]; onOpen: (event: CalendarEvent) => void }

/** The weeks of a month, with events as bars. */
export function MonthGrid({ manifest, day, events, onOpen, ...days }: MonthProps) {
  const weeks = weeksOf(drawnDays('month', day))
  return (
    <div className={classes.month}>
      <Weekdays of={weeks[0]} />
      {weeks.map((week) => <DaysRow key={week.from} {...days} manifest={manifest} days={week} events={events} onOpen={onOpen} lanes={LANES} month={day.slice(0, 7)} />)}
    </div>
  )
}

/** The month on a phone: a dot for each event of a day, up to three, and a number for more. */
export function SmallMonth({ day, events, ...days }: Omit<MonthProps, 'manifest' | 'onOpen'>) {
  const drawn = drawnDays('month', day)
  return (
    <div className={classes.month}>
      <Weekdays of={{ from: drawn.from, to: datesOf(drawn)[6] ?? drawn.to }} />
      <div className={classes.smallDays}>
        {datesOf(drawn).map((date) => {
          const found = eventsOn(date, events)
          return (
            <DayHead key={date} {...days} day={date} count={found.length} isOutside={!date.startsWith(day.slice(0, 7))}>
              <span className={classes.dots} aria-hidden>{found.length > DOTS ? <span className={classes.dotCount}>{found.length}</span> : found.map((event) => <span key={event.id} className={classes.dot} data-colour={event.colour} />)}</span>
            </DayHead>
          )
        })}
      </div>
    </div>
  )
}

function Weekdays({ of }: { of: { from: string; to: string } | undefined }) {
  return <div className={classes.weekdays} aria-hidden>{of && datesOf(of).map((date) => <span key={date} data-weekend={isWeekend(date) || undefined}>{shortWeekday(date)}</span>)}</div>
}
