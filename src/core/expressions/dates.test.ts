import { expect, test } from 'vitest'
import { addDays, isDate } from './dates.ts'

test.each([
  ['2026-06-15', true],
  ['0001-01-01', true],
  ['9999-12-31', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['0000-05-05', false],
  ['+010000-01-01', false],
])('whether %s is a date is %s', (text, is) => {
  expect(isDate(text)).toBe(is)
})

test.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-01', -1, '2026-02-28'],
  ['9999-12-30', 1, '9999-12-31'],
  ['9999-12-31', 1, '9999-12-31'],
  ['2026-01-01', 1e9, '9999-12-31'],
  ['2026-01-01', 1e300, '9999-12-31'],
  ['0001-01-02', -2, '0001-01-01'],
  ['2026-01-01', -1e300, '0001-01-01'],
])('%s plus %d days is %s', (date, days, expected) => {
  expect(addDays(date, days)).toBe(expected)
})
