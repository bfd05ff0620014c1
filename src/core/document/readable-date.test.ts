import { expect, test } from 'vitest'
import { readableDate } from './readable-date.ts'

test.each([['2026-11-21', '21st Nov 2026'], ['2026-06-02', '2nd Jun 2026'], ['2026-01-11', '11th Jan 2026'], ['2026-03-23T10:00:00Z', '23rd Mar 2026'], ['soon', ''], ['', '']])('%s reads as "%s"', (date, read) => {
  expect(readableDate(date)).toBe(read)
})
