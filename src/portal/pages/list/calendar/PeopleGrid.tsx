import { Button } from '@mantine/core'
import { useMemo, type CSSProperties } from 'react'
import type { CalendarRows } from '../../../../contract/index.ts'
import { addDays, t } from '../../../../core/index.ts'
import { barsIn, datesOf, eventsOn, isWeekend, periodOf } from './calendar-days.ts'
import type { CalendarDay } from './calendar-day.ts'
import { DayHead } from './DayHead.tsx'
import { EventButton } from './EventButton.tsx'
import type { CalendarEvent, CalendarManifest } from './events.ts'
import classes from './Calendar.module.css'

interface PeopleProps extends CalendarDay {
  manifest: CalendarManifest
  day: string
  events: readonly CalendarEvent[]
  onOpen: (event: CalendarEvent) => void
  /** What the calendar has in all, if only some of its rows are here. */
  all: CalendarRows | undefined
  more: { count: number; show: () => void; isFetching: boolean } | undefined
}

/** A month with a row for each person who has an event in it; the heading counts the events of each day that take it, and is the darker the more there are. */
export function PeopleGrid({ manifest, day, events, onOpen, all, more, ...rest }: PeopleProps) {
  const days = periodOf('people', day)
  const dates = datesOf(days)
  const rows = useMemo(() => rowsOf(events), [events])
  const counts = useMemo(() => datesOf(periodOf('people', day)).map((date) => (all === undefined ? eventsOn(date, events.filter(({ isCounted }) => isCounted)).length : all.days[date] ?? 0)), [day, events, all])
  const highest = Math.max(1, ...counts)
  const columns = { gridTemplateColumns: `repeat(${dates.length}, minmax(30px, 1fr))` }
  const { row, rowName = row ?? '' } = manifest.list.calendar
  const title = manifest.shape.fields[rowName]?.title ?? ''
  return (
    <>
      <div className={classes.people}>
        <div className={classes.peopleRow} data-heading>
          <div className={classes.person}>{title}</div>
          <div className={classes.personDays} style={columns}>
            {dates.map((date, column) => (
              <div key={date} className={classes.head}>
                <DayHead {...rest} day={date} count={counts[column] ?? 0} hasWeekday isNarrow>
                  <span className={classes.heat} aria-hidden style={heat((counts[column] ?? 0) / highest)}>{counts[column] === 0 ? '' : counts[column]}</span>
                </DayHead>
              </div>
            ))}
          </div>
        </div>
        {rows.map(({ id, name, events: own }) => (
          <div key={id} className={classes.peopleRow} role="group" aria-label={name}>
            <div className={classes.person} title={name}>{name}</div>
            <div className={classes.personDays} style={columns}>
              {dates.map((date, column) => <div key={date} className={classes.cell} style={{ gridColumn: column + 1 }} data-weekend={isWeekend(date) || undefined} data-holiday={rest.holidays.has(date) || undefined} />)}
              {barsIn(days, own).map((bar) => <EventButton key={bar.event.id} manifest={manifest} event={bar.event} onOpen={onOpen} bar={{ ...bar, row: bar.lane + 1, from: addDays(days.from, bar.first), to: addDays(days.from, bar.last) }} />)}
            </div>
          </div>
        ))}
      </div>
      {all !== undefined && more !== undefined && all.rows > rows.length && <div className={classes.note}><Button variant="default" loading={more.isFetching} onClick={more.show}>{t('Show {count} more', { count: Math.min(more.count, all.rows - rows.length) })}</Button></div>}
    </>
  )
}

/** The background of a count, as a share of the highest: at its darkest, figures on it are still read. */
export function heat(share: number): CSSProperties {
  return { '--heat': `${Math.round(share * 40)}%` } as CSSProperties
}

interface Row { id: string; name: string; events: CalendarEvent[] }

function rowsOf(events: readonly CalendarEvent[]): Row[] {
  const rows = new Map<string, Row>()
  for (const event of events) {
    const row = rows.get(event.row) ?? { id: event.row, name: event.rowTitle === '' ? event.row : event.rowTitle, events: [] }
    row.events.push(event)
    rows.set(event.row, row)
  }
  const all = [...rows.values()]
  // Of two people with one name, the number tells who is who.
  const named = all.map((row) => (all.some((one) => one !== row && one.name === row.name) ? { ...row, name: `${row.name} (${row.id})` } : row))
  return named.toSorted((a, b) => a.name.localeCompare(b.name))
}
