/** Date-times are stored as `YYYY-MM-DDTHH:MM:SSZ`, so that their text order is their chronological order, in SQL too. */
import { isInCalendar } from '../expressions/dates.ts'

const MOMENT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(Z|[+-]\d{2}:\d{2})?$/

/**
 * An RFC 3339 date-time in UTC, to the second. Without an offset it is read as local time in the time zone.
 * @returns undefined if it is not a date-time of the years 1 to 9999, or has neither an offset nor a time zone to read it in.
 */
export function toUtc(text: string, timeZone?: string): string | undefined {
  const [, local, offset] = MOMENT.exec(text) ?? []
  if (local === undefined) return undefined
  if (offset !== undefined) return inUtc(Date.parse(text))
  if (timeZone === undefined) return undefined
  const asIfUtc = Date.parse(`${local}Z`)
  if (!isInCalendar(asIfUtc)) return undefined
  // Twice, because the offset at the first guess may be on the other side of a daylight-saving change.
  const guess = asIfUtc - offsetOf(asIfUtc, timeZone)
  return isInCalendar(guess) ? inUtc(asIfUtc - offsetOf(guess, timeZone)) : undefined
}

/** The local day (`YYYY-MM-DD`) and time of day (`HH:MM`) of a stored date-time in a time zone; undefined if it is not one. */
export function localDateAndTime(moment: string, timeZone = 'UTC'): { date: string; time: string } | undefined {
  const milliseconds = MOMENT.test(moment) ? Date.parse(moment) : Number.NaN
  const shown = isInCalendar(milliseconds) ? inUtc(milliseconds + offsetOf(milliseconds, timeZone)) : undefined
  return shown === undefined ? undefined : { date: shown.slice(0, 10), time: shown.slice(11, 16) }
}

/** A time in milliseconds since the epoch as it is stored; undefined for NaN and outside the years 1 to 9999. */
export function inUtc(milliseconds: number): string | undefined {
  return isInCalendar(milliseconds) ? `${new Date(milliseconds).toISOString().slice(0, 19)}Z` : undefined
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far a time zone is ahead of UTC at a given time, in milliseconds. */
function offsetOf(milliseconds: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(milliseconds).map(({ type, value }) => [type, Number(value)]))
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts[name] ?? 0
  // Not `Date.parse`, which reads no year of fewer or more than four digits, nor `Date.UTC`, which takes the first years for those of 1900.
  const shown = new Date(0)
  shown.setUTCFullYear(part('year'), part('month') - 1, part('day'))
  return shown.setUTCHours(part('hour'), part('minute'), part('second')) - Math.floor(milliseconds / 1000) * 1000
}
