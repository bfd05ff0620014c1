import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { initials } from '../../../ui/format.ts'
import { stateIn } from '../../../ui/wire-record.ts'
import type { Bar } from './calendar-days.ts'
import { daysText, shortDaysText } from './day-words.ts'
import type { CalendarEvent, CalendarManifest } from './events.ts'
import classes from './Calendar.module.css'

interface EventButtonProps { manifest: CalendarManifest; event: CalendarEvent; /** Its place in a row of days, and the days of it that are drawn there. */ bar?: Bar<CalendarEvent> & { row: number; from: string; to: string }; /** With its days and its state. */ isFull?: boolean; onOpen: (event: CalendarEvent) => void }

/** An event: its initials and title, and with room for it its days and its state. Opens it. */
export function EventButton({ manifest, event, bar, isFull = false, onOpen }: EventButtonProps) {
  const found = stateIn(manifest, event.record)
  const state = manifest.stateField in manifest.shape.fields ? found : undefined
  const label = [event.title, daysText(event), state?.label ?? ''].filter((part) => part !== '').join(', ')
  return (
    <button
      type="button" className={classes.event} data-event={event.id} data-colour={event.colour} data-full={isFull || undefined} data-outlined={!event.isCounted || undefined} data-short={(bar !== undefined && bar.first === bar.last) || undefined} data-begun={bar?.hasBegun || undefined} data-goes-on={bar?.goesOn || undefined}
      data-from={bar?.from ?? event.from} data-to={bar?.to ?? event.to} aria-label={label} title={label} onClick={() => onOpen(event)}
      style={bar && { gridColumn: `${bar.first + 1} / ${bar.last + 2}`, gridRow: bar.row }}
    >
      {event.name !== '' && <span className={classes.initials} aria-hidden>{initials(event.name)}</span>}
      <span className={classes.eventText}>
        <span className={classes.eventTitle}>{event.title}</span>
        {isFull && <span className={classes.eventRest}>{shortDaysText(event)}{state && <StatusBadge state={state.state} label={state.label} />}</span>}
      </span>
    </button>
  )
}
