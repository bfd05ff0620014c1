import { Text } from '@mantine/core'
import { t } from '../../../../core/index.ts'
import { datesOf, eventsOn, isWeekend, type Days } from './calendar-days.ts'
import type { CalendarDay } from './calendar-day.ts'
import { fullDay } from './day-words.ts'
import { EventButton } from './EventButton.tsx'
import type { CalendarEvent, CalendarManifest } from './events.ts'
import classes from './Calendar.module.css'

interface AgendaProps extends Pick<CalendarDay, 'today' | 'holidays'> { manifest: CalendarManifest; days: Days; events: readonly CalendarEvent[]; onOpen: (event: CalendarEvent) => void }

/** Days below one another, each with its events: a calendar on a phone. */
export function Agenda({ manifest, days, events, onOpen, today, holidays }: AgendaProps) {
  return (
    <div className={classes.agenda}>
      {datesOf(days).map((date) => {
        const found = eventsOn(date, events)
        return (
          <section key={date} aria-label={fullDay(date)} data-weekend={isWeekend(date) || undefined}>
            <h3 className={classes.agendaDay} data-today={date === today || undefined}>{fullDay(date)}{holidays.has(date) && <span className={classes.holiday}>{holidays.get(date)}</span>}</h3>
            {found.length === 0 ? <Text size="sm" c="dimmed">{t('Nothing on this day')}</Text> : found.map((event) => <EventButton key={event.id} manifest={manifest} event={event} onOpen={onOpen} isFull />)}
          </section>
        )
      })}
    </div>
  )
}
