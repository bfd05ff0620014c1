/**
 * The clock in which instants are shown and entered: the company's, so that a screen and a printed form show the same time wherever the
 * reader is. Until the company is known it is the browser's.
 */
import { toUtc } from '../../core/index.ts'

let timeZone: string | undefined
/** Made when it is first asked for: that takes a slow phone 10 ms. */
let clock: Intl.DateTimeFormat | undefined

/** Sets the time zone (an IANA name) in which instants are shown. */
export function setCompanyClock(zone: string | undefined): void {
  if (zone === timeZone) return
  timeZone = zone
  clock = undefined
}

/** The day (`YYYY-MM-DD`) and time of day (`HH:MM`) of an instant on the company's clock. */
export function onCompanyClock(instant: Date): { date: string; time: string } {
  clock ??= clockIn(timeZone)
  const [date = '', time = ''] = clock.format(instant).split(' ')
  return { date, time }
}

/** The stored instant for a day and time on the company's clock; undefined if they are invalid. */
export function instantOf(date: string, time: string): string | undefined {
  return toUtc(`${date}T${time}:00`, timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone)
}

function clockIn(zone: string | undefined): Intl.DateTimeFormat {
  // sv-SE formats as 2026-06-15 14:05, from which both parts can be split reliably.
  return new Intl.DateTimeFormat('sv-SE', { ...(zone === undefined ? {} : { timeZone: zone }), hourCycle: 'h23', dateStyle: 'short', timeStyle: 'short' })
}
