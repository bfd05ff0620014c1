/**
 * The clock by which moments are shown and typed: the company's, so that a screen says what a printed form says wherever its
 * reader sits. Until the company is known it is the reader's own.
 */
import { toUtc } from '../../core/index.ts'

let timeZone: string | undefined
let clock = clockIn(timeZone)

/** From now on moments are read by the clock of this time zone (an IANA name). */
export function setCompanyClock(zone: string | undefined): void {
  if (zone === timeZone) return
  timeZone = zone
  clock = clockIn(zone)
}

/** The day (`YYYY-MM-DD`) and the time of day (`HH:MM`) that the clock shows at an instant. */
export function onCompanyClock(instant: Date): { date: string; time: string } {
  const [date = '', time = ''] = clock.format(instant).split(' ')
  return { date, time }
}

/** The instant, as the server keeps it, at which the clock shows this day and time; undefined for what is none. */
export function instantOf(date: string, time: string): string | undefined {
  return toUtc(`${date}T${time}:00`, timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone)
}

function clockIn(zone: string | undefined): Intl.DateTimeFormat {
  // sv-SE writes 2026-06-15 14:05, the one locale from which both parts can be taken without guessing.
  return new Intl.DateTimeFormat('sv-SE', { ...(zone === undefined ? {} : { timeZone: zone }), hourCycle: 'h23', dateStyle: 'short', timeStyle: 'short' })
}
