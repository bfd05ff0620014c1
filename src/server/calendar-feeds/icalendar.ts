/** An iCalendar file (RFC 5545). */

/** One event: whole days, or from one moment to another. */
export interface CalendarEvent {
  /** The same for as long as the record exists. */
  uid: string
  summary: string
  /** `YYYY-MM-DD`, or a moment in UTC (`2026-07-06T09:00:00Z`); the end of whole days is the last one. */
  start: string
  end: string
  /** How often it was changed. */
  sequence: number
}

/** Octets of a line, without its end (RFC 5545, 3.1). */
const MAX_OCTETS = 75

/** The file with the events, in their order. */
export function iCalendar({ name, events, refresh, at }: { name: string; events: readonly CalendarEvent[]; /** How often programs should ask again, such as PT1H. */ refresh: string; at: Date }): string {
  const lines = [
    'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Dirisha//Calendar feed//EN', 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`, `NAME:${escaped(name)}`, `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`, `X-PUBLISHED-TTL:${refresh}`,
    ...events.flatMap((event) => linesOf(event, at)), 'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function linesOf({ uid, summary, start, end, sequence }: CalendarEvent, at: Date): string[] {
  return ['BEGIN:VEVENT', `UID:${escaped(uid)}`, `DTSTAMP:${utc(at)}`, `SEQUENCE:${sequence}`, ...spanOf(start, end), `SUMMARY:${escaped(summary)}`, 'TRANSP:OPAQUE', 'STATUS:CONFIRMED', 'END:VEVENT']
}

function spanOf(start: string, end: string): string[] {
  if (start.includes('T')) return [`DTSTART:${utc(new Date(start))}`, `DTEND:${utc(new Date(end))}`]
  // The end of whole days is not part of the event.
  const after = new Date(`${end}T00:00:00Z`)
  after.setUTCDate(after.getUTCDate() + 1)
  return [`DTSTART;VALUE=DATE:${start.replaceAll('-', '')}`, `DTEND;VALUE=DATE:${after.toISOString().slice(0, 10).replaceAll('-', '')}`]
}

function utc(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r\n|\r|\n/g, '\\n').replaceAll(/[\p{Cc}]/gu, '')
}

/** The line in parts of at most 75 octets, none of which divides a character; each after the first begins with a blank. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_OCTETS) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n')
}
