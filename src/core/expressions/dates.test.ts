import { expect, test } from 'vitest'
import { addDays, isDate } from './dates.ts'

test.each(['2026-06-15', '0001-01-01', '9999-12-31', '2024-02-29'])('%s is a date', (text) => {
  expect(isDate(text)).toBe(true)
})

test.each(['2026-02-29', '0000-05-05', '+010000-01-01'])('%s is no date', (text) => {
  expect(isDate(text)).toBe(false)
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
