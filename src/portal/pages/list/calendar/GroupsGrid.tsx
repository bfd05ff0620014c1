import { useMemo } from 'react'
import { t } from '../../../../core/index.ts'
import { datesOf, eventsOn, isWeekend, periodOf } from './calendar-days.ts'
import type { CalendarDay } from './calendar-day.ts'
import { DayHead } from './DayHead.tsx'
import { fullDay } from './day-words.ts'
import type { CalendarEvent, CalendarManifest } from './events.ts'
import { heat } from './PeopleGrid.tsx'
import classes from './Calendar.module.css'

interface GroupsProps extends CalendarDay { manifest: CalendarManifest; day: string; events: readonly CalendarEvent[] }

/** A month with a row for each group: how many of its people have an event on each day, the darker the more. */
export function GroupsGrid({ manifest, day, events: all, ...rest }: GroupsProps) {
  const dates = datesOf(periodOf('groups', day))
  const events = useMemo(() => all.filter(({ isCounted }) => isCounted), [all])
  const rows = useMemo(() => countsOf(events, datesOf(periodOf('groups', day)), manifest.list.calendar.row !== undefined), [events, day, manifest])
  const highest = Math.max(1, ...rows.flatMap(({ counts }) => counts))
  const columns = { gridTemplateColumns: `repeat(${dates.length}, minmax(30px, 1fr))` }
  return (
    <div className={classes.people} data-groups>
      <div className={classes.peopleRow} data-heading>
        <div className={classes.person}>{manifest.shape.fields[manifest.list.calendar.group ?? '']?.title ?? ''}</div>
        <div className={classes.personDays} style={columns}>
          {dates.map((date) => <div key={date} className={classes.head}><DayHead {...rest} day={date} count={eventsOn(date, events).length} hasWeekday isNarrow /></div>)}
        </div>
      </div>
      {rows.map(({ id, name, counts }) => (
        <div key={id} className={classes.peopleRow} role="group" aria-label={name}>
          <div className={classes.person} title={name}>{name}</div>
          <div className={classes.personDays} style={columns}>
            {dates.map((date, column) => {
              const count = counts[column] ?? 0
              return (
                <div key={date} className={classes.cell} style={{ gridColumn: column + 1 }} data-weekend={isWeekend(date) || undefined} data-holiday={rest.holidays.has(date) || undefined}>
                  {count > 0 && <span className={classes.heat} data-count={count} role="img" aria-label={t('{name}, {day}: {count}', { name, day: fullDay(date), count })} style={heat(count / highest)}>{count}</span>}
                </div>
              )
            })}
          </div>
        </div>
      ))}
    </div>
  )
}

interface Row { id: string; name: string; counts: number[] }

/** For each group the number of people with an event on each day, or of events where these are of nobody. */
function countsOf(events: readonly CalendarEvent[], dates: readonly string[], isByPerson: boolean): Row[] {
  const ids = [...new Set(events.map(({ group }) => group))]
  return ids.map((id) => {
    const own = events.filter(({ group }) => group === id)
    const found = own[0]?.groupTitle ?? ''
    const name = found === '' ? t('Not assigned') : found
    return { id, name, counts: dates.map((date) => new Set(eventsOn(date, own).map(({ row, id: event }) => (isByPerson ? row : event))).size) }
  }).toSorted((a, b) => a.name.localeCompare(b.name))
}
