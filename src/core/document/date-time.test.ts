import { expect, test } from 'vitest'
import { toUtc } from './date-time.ts'

test.each([
  ['2026-06-15T09:30:00Z', undefined, '2026-06-15T09:30:00Z'],
  ['2026-06-15T09:30:00.250Z', undefined, '2026-06-15T09:30:00Z'],
  ['2026-06-15T09:30:00+03:00', undefined, '2026-06-15T06:30:00Z'],
  ['2026-06-15T01:30-04:00', undefined, '2026-06-15T05:30:00Z'],
  ['2026-06-15T09:30', 'Africa/Nairobi', '2026-06-15T06:30:00Z'],
  ['2026-06-15T01:30:15', 'Africa/Nairobi', '2026-06-14T22:30:15Z'],
  ['2026-03-29T01:30', 'Europe/Berlin', '2026-03-29T00:30:00Z'],
  ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
  ['2026-06-15T09:30', undefined, undefined],
  ['9999-12-31T23:00:00-05:00', undefined, undefined],
  ['0000-05-05T09:30:00Z', undefined, undefined],
  ['0001-01-01T01:00:00+03:00', undefined, undefined],
  ['0000-05-05T09:30', 'Africa/Nairobi', undefined],
  ['2026-06-15', 'Africa/Nairobi', undefined],
  ['2026-13-15T09:30', 'Africa/Nairobi', undefined],
  ['tomorrow', 'Africa/Nairobi', undefined],
])('%s in the time zone %s is %s in UTC', (text, zone, expected) => {
  expect(toUtc(text, zone)).toBe(expected)
})
