import { describe, expect, it } from 'vitest'
import { formatAmount, formatDate, formatInstant } from './format.ts'

describe('values on paper', () => {
  it('a date has the format of the screens', () => {
    expect(formatDate('2026-06-15')).toBe('15th Jun 2026')
    expect(formatDate('2026-06-05T10:00:00Z')).toBe('5th Jun 2026')
    expect(formatDate('soon')).toBe('soon')
  })
  it('an instant is printed by the company’s clock', () => {
    expect(formatInstant('2026-06-15T21:30:00Z', 'Africa/Nairobi')).toBe('16th Jun 2026, 00:30')
  })
  it('an amount has two decimal places and its currency', () => {
    expect(formatAmount(2500, 'KES')).toBe('KES 2,500.00')
    expect(formatAmount(1234567.5)).toBe('1,234,567.50')
  })
})
