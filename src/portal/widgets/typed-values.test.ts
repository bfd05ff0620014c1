import { describe, expect, test } from 'vitest'
import { readDate } from './date-text.ts'
import { readNumber, showNumber } from './number-text.ts'

const amount = { decimals: 2, negative: false, label: 'Amount' }

describe('a typed amount', () => {
  test.each([
    ['1250', { kind: 'number', value: 1250 }],
    ['1,250.50', { kind: 'number', value: 1250.5 }],
    [' 12 000 ', { kind: 'number', value: 12000 }],
    ['.5', { kind: 'number', value: 0.5 }],
    ['3.', { kind: 'number', value: 3 }],
    ['1.500', { kind: 'number', value: 1.5 }],
    ['', { kind: 'empty' }],
    ['-5', { kind: 'complaint', message: 'Amount cannot be negative.' }],
    ['\u22125', { kind: 'complaint', message: 'Amount cannot be negative.' }],
    ['1.255', { kind: 'complaint', message: 'Amount: at most 2 decimals.' }],
    ['12kg', { kind: 'complaint', message: 'Amount: enter a number, for example 1,250.50.' }],
    ['1e5', { kind: 'complaint', message: 'Amount: enter a number, for example 1,250.50.' }],
    ['99999999999999999', { kind: 'complaint', message: 'Amount: this number is too large.' }],
  ])('%j is read as %j', (text, expected) => {
    expect(readNumber(text, amount)).toEqual(expected)
  })

  test('a whole number may not have a fraction, and keeps its sign where that is allowed', () => {
    expect(readNumber('2.5', { decimals: 0, negative: true, label: 'Days' })).toEqual({ kind: 'complaint', message: 'Days: enter a whole number.' })
    expect(readNumber('-2', { decimals: 0, negative: true, label: 'Days' })).toEqual({ kind: 'number', value: -2 })
  })

  test('it is shown with separators and two decimals, and a plain number without them', () => {
    expect(showNumber(1234567.5, 2, true)).toBe('1,234,567.50')
    expect(showNumber(12, 6, false)).toBe('12')
  })
})

describe('a typed date', () => {
  test.each([
    ['2026-06-15', '2026-06-15'],
    ['15/6/2026', '2026-06-15'],
    ['15.06.26', '2026-06-15'],
    ['15 Jun 2026', '2026-06-15'],
    ['15th june 2026', '2026-06-15'],
    ['15 jun', '2026-06-15'],
    ['15/6', '2026-06-15'],
    ['today', '2026-02-01'],
    ['31/2/2026', null],
    ['6/15/2026', null],
    ['soon', null],
  ])('%j is read as %j', (text, expected) => {
    expect(readDate(text, '2026-02-01')).toBe(expected)
  })
})
