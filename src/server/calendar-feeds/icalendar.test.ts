import { describe, expect, test } from 'vitest'
import { iCalendar, type CalendarEvent } from './icalendar.ts'

const AT = new Date('2026-06-15T06:00:00Z')
const event = (more: Partial<CalendarEvent> = {}): CalendarEvent => ({ uid: 'leave-1@portal.example', summary: 'Away', start: '2026-07-06', end: '2026-07-10', sequence: 0, ...more })
const linesOf = (more: Partial<CalendarEvent> = {}): string[] => iCalendar({ name: 'Leave', refresh: 'PT1H', at: AT, events: [event(more)] }).split('\r\n')

describe('a calendar file', () => {
  test('has whole days, whose end is the day after the last', () => {
    expect(linesOf()).toEqual(expect.arrayContaining(['DTSTART;VALUE=DATE:20260706', 'DTEND;VALUE=DATE:20260711', 'DTSTAMP:20260615T060000Z', 'UID:leave-1@portal.example', 'TRANSP:OPAQUE']))
    expect(linesOf({ start: '2026-12-31', end: '2026-12-31' })).toContain('DTEND;VALUE=DATE:20270101')
  })

  test('has moments in UTC', () => {
    expect(linesOf({ start: '2026-07-06T09:00:00Z', end: '2026-07-06T21:00:00Z' })).toEqual(expect.arrayContaining(['DTSTART:20260706T090000Z', 'DTEND:20260706T210000Z']))
  })

  test('escapes what would end a value, and drops what nobody sees', () => {
    expect(linesOf({ summary: 'A, B; C\\D\nE\u0007' })).toContain('SUMMARY:A\\, B\\; C\\\\D\\nE')
  })

  test('folds lines at 75 octets without dividing a character, and ends each with CR LF', () => {
    const summary = 'Ürlaub 👍🏽 '.repeat(20)
    const file = iCalendar({ name: 'Leave', refresh: 'PT1H', at: AT, events: [event({ summary })] })
    const lines = file.split('\r\n')
    expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${summary}`)
    expect(file).not.toContain('\uFFFD')
  })
})
