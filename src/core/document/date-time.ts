/** Moments are stored as `YYYY-MM-DDTHH:MM:SSZ`, so that the order of the texts is the order of the moments, in SQL too. */

const MOMENT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(Z|[+-]\d{2}:\d{2})?$/

/**
 * A date-time of RFC 3339 in UTC, to the second. One without an offset is read as the clock in the time zone shows it.
 * @returns undefined for what is no date-time, or has neither offset nor a zone to read it in.
 */
export function toUtc(text: string, timeZone?: string): string | undefined {
  const [, local, offset] = MOMENT.exec(text) ?? []
  if (local === undefined) return undefined
  if (offset !== undefined) return inUtc(Date.parse(text))
  if (timeZone === undefined) return undefined
  const asIfUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asIfUtc)) return undefined
  // Twice, because the offset at the first guess may lie on the other side of a change of the clocks.
  const guess = asIfUtc - offsetOf(asIfUtc, timeZone)
  return inUtc(asIfUtc - offsetOf(guess, timeZone))
}

/** The day (`YYYY-MM-DD`) and the time of day (`HH:MM`) that the clock of a time zone shows at a stored moment; undefined for what is none. */
export function onClock(moment: string, timeZone = 'UTC'): { date: string; time: string } | undefined {
  const milliseconds = MOMENT.test(moment) ? Date.parse(moment) : Number.NaN
  const shown = Number.isNaN(milliseconds) ? undefined : inUtc(milliseconds + offsetOf(milliseconds, timeZone))
  return shown === undefined ? undefined : { date: shown.slice(0, 10), time: shown.slice(11, 16) }
}

/** The moment as it is stored. */
export function inUtc(milliseconds: number): string | undefined {
  return Number.isNaN(milliseconds) ? undefined : `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far ahead of UTC the zone's clock is at a moment, in milliseconds. */
function offsetOf(milliseconds: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(milliseconds).map(({ type, value }) => [type, value]))
  const shown = Date.parse(`${parts['year']}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}:${parts['second']}Z`)
  return shown - Math.floor(milliseconds / 1000) * 1000
}
