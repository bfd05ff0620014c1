import { describe, expect, it } from 'vitest'
import { dateBefore, instantOf, withDates } from './demo-time.ts'

const NOW = new Date('2026-06-15T09:00:00Z')

describe('times of the demo', () => {
  it('days are counted back across the turn of the year', () => {
    expect(dateBefore('2026-01-01', 1)).toBe('2025-12-31')
  })
  it('times are read by the company’s clock', () => {
    expect(new Date(instantOf({ daysAgo: 1, time: '08:10' }, '2026-06-15', 'Africa/Nairobi', NOW)).toISOString()).toBe('2026-06-14T05:10:00.000Z')
  })
  it('a time is never in the future', () => {
    expect(instantOf({ daysAgo: 0, time: '23:00' }, '2026-06-15', 'Africa/Nairobi', NOW)).toBe(NOW.getTime())
  })
  it('months are counted back, to their first or last day', () => {
    const months = { first: { monthsAgo: 2 }, last: { monthsAgo: 4, end: true }, next: { monthsAgo: -7 }, leap: { monthsAgo: 28, end: true } }
    expect(withDates(months, '2026-06-30')).toEqual({ first: '2026-04-01', last: '2026-02-28', next: '2027-01-01', leap: '2024-02-29' })
  })
  it('relative dates become dates, in lines too', () => {
    expect(withDates({ a: { daysAgo: 5 }, lines: [{ on: { daysAgo: 0 }, n: 1 }] }, '2026-06-15')).toEqual({ a: '2026-06-10', lines: [{ on: '2026-06-15', n: 1 }] })
  })
})
