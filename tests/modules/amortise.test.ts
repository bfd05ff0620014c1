import { describe, expect, test } from 'vitest'
import { functions } from './functions.ts'

interface Repayment { lineNo: number; period: string; amount: number; principal: number; interest: number; balance: number }
const REDUCING = 'Reducing balance'
const scheduleOf = functions['loanSchedule']?.call as unknown as (amount: number, months: number, percent: number, method: string, first: string) => Repayment[]
const highestInstalment = functions['highestInstalment']?.call as unknown as (amount: number, months: number, percent: number, method: string) => number
const mostRepayable = functions['mostRepayable']?.call as unknown as typeof highestInstalment
const monthStart = functions['monthStart']?.call as unknown as (date: string, months: number) => string

const cents = (values: number[]): number => Math.round(values.reduce((sum, value) => sum + value * 100, 0))

describe('a repayment schedule', () => {
  const cases: [amount: number, months: number, percent: number, method: string][] = [
    [60_000, 6, 6, 'Flat'], [10_000, 3, 0, 'Flat'], [100, 12, 7.3, 'Flat'], [1, 12, 100, 'Flat'], [120_000, 12, 12, REDUCING], [99_999, 7, 13.75, REDUCING], [1, 12, 12, REDUCING], [5000, 1, 12, REDUCING], [1_000_000_000, 12, 100, REDUCING],
  ]
  test.each(cases)('a loan of %d over %d months at %d %% (%s) is repaid to the cent, with the expected highest instalment', (amount, months, percent, method) => {
    const rows = scheduleOf(amount, months, percent, method, '2026-12-01')
    expect(rows).toHaveLength(months)
    expect(cents(rows.map((row) => row.principal))).toBe(amount * 100)
    expect(rows.at(-1)?.balance).toBe(0)
    expect(Math.max(...rows.map((row) => row.amount))).toBe(highestInstalment(amount, months, percent, method))
    for (const row of rows) {
      expect(cents([row.principal, row.interest])).toBe(cents([row.amount]))
      expect(Math.min(row.principal, row.interest, row.balance)).toBeGreaterThanOrEqual(0)
    }
  })
  test('it is empty for no amount, no months or too many', () => {
    expect([scheduleOf(0, 6, 6, 'Flat', '2026-01-01'), scheduleOf(100, 0, 6, 'Flat', '2026-01-01'), scheduleOf(100, 1.5, 6, 'Flat', '2026-01-01'), scheduleOf(100, 1e9, 6, 'Flat', '2026-01-01'), scheduleOf(1e300, 6, 6, 'Flat', '2026-01-01')]).toEqual([[], [], [], [], []])
  })
  test('it continues across the turn of the year', () => {
    expect(scheduleOf(300, 3, 0, 'Flat', '2026-11-01').map((row) => row.period)).toEqual(['2026-11-01', '2026-12-01', '2027-01-01'])
    expect([monthStart('2026-12-31', 1), monthStart('2026-01-15', 0), monthStart('2026-01-15', 24)]).toEqual(['2027-01-01', '2026-01-01', '2028-01-01'])
    expect([monthStart('9999-12-31', 1), monthStart('0001-01-15', -1), monthStart('', 1)]).toEqual(['9999-12-01', '0001-01-01', ''])
  })
})

test.each([[28608.31, 1, 0, 'Flat'], [10_300, 6, 6, 'Flat'], [10_661.91, 12, 12, REDUCING], [0, 12, 12, REDUCING], [0.5, 1, 0, 'Flat']])('the most that %d a month over %d months at %d %% (%s) can repay is computed to the shilling', (monthly, months, percent, method) => {
  const most = mostRepayable(monthly, months, percent, method)
  expect(highestInstalment(most, months, percent, method)).toBeLessThanOrEqual(monthly + 0.001)
  expect(highestInstalment(most + 1, months, percent, method)).toBeGreaterThan(monthly)
})
