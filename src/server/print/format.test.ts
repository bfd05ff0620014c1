import { describe, expect, it } from 'vitest'
import { formatAmount, formatDate, formatInstant } from './format.ts'

describe('values on paper', () => {
  it('writes dates as the screens do', () => {
    expect(formatDate('2026-06-15')).toBe('15th Jun 2026')
    expect(formatDate('2026-06-05T10:00:00Z')).toBe('5th Jun 2026')
    expect(formatDate('soon')).toBe('soon')
  })
  it('writes an instant by the clock of the company', () => {
    expect(formatInstant('2026-06-15T21:30:00Z', 'Africa/Nairobi')).toBe('16th Jun 2026, 00:30')
  })
  it('writes amounts with two places and their currency', () => {
    expect(formatAmount(2500, 'KES')).toBe('KES 2,500.00')
    expect(formatAmount(1234567.5)).toBe('1,234,567.50')
  })
})
