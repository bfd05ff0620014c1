import { expect, test } from 'vitest'
import { toUtc } from './date-time.ts'

test.each([
  ['2026-06-15T09:30:00Z', '2026-06-15T09:30:00Z'],
  ['2026-06-15T09:30:00.250Z', '2026-06-15T09:30:00Z'],
  ['2026-06-15T09:30:00+03:00', '2026-06-15T06:30:00Z'],
  ['2026-06-15T01:30-04:00', '2026-06-15T05:30:00Z'],
])('%s is %s in UTC, without a time zone', (text, expected) => {
  expect(toUtc(text, undefined)).toBe(expected)
})

test.each([
  ['2026-06-15T09:30', 'Africa/Nairobi', '2026-06-15T06:30:00Z'],
  ['2026-06-15T01:30:15', 'Africa/Nairobi', '2026-06-14T22:30:15Z'],
  ['2026-03-29T01:30', 'Europe/Berlin', '2026-03-29T00:30:00Z'],
  ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
  ['9999-12-31T23:59:59', 'Africa/Nairobi', '9999-12-31T20:59:59Z'],
  ['0001-01-02T12:00', 'UTC', '0001-01-02T12:00:00Z'],
])('%s in the time zone %s is %s in UTC', (text, zone, expected) => {
  expect(toUtc(text, zone)).toBe(expected)
})

test.each(['2026-06-15T09:30', '9999-12-31T23:00:00-05:00', '0000-05-05T09:30:00Z', '0001-01-01T01:00:00+03:00'])('%s is no time in UTC without a time zone', (text) => {
  expect(toUtc(text, undefined)).toBeUndefined()
})

test.each(['0000-05-05T09:30', '0001-01-01T00:00', '2026-06-15', '2026-13-15T09:30', 'tomorrow'])('%s is no time in UTC even in a time zone', (text) => {
  expect(toUtc(text, 'Africa/Nairobi')).toBeUndefined()
})

test.each(['0001-01-01T00:00', '9999-12-31T23:59'])('%s, at an edge of the calendar, is a time or none in every time zone', (text) => {
  for (const zone of Intl.supportedValuesOf('timeZone')) expect(toUtc(text, zone) ?? '').toMatch(/^(|(0001|9999)-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/)
})
