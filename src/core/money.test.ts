import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMoney, roundMoney, sumMoney } from './money.ts'

test.each([[1.005, 1.01], [-1.005, -1.01], [2.675, 2.68], [0.1 + 0.2, 0.3], [1.004, 1], [10, 10], [1e-7, 0], [1234567.895, 1234567.9], [0, 0]])('%d is rounded to %d', (amount, rounded) => {
  expect(roundMoney(amount) + 0).toBe(rounded)
})
test('a sum of amounts is exact', () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 }), { maxLength: 200 }), (cents) => {
    expect(sumMoney(cents.map((one) => one / 100))).toBe(cents.reduce((total, one) => total + one, 0) / 100)
  }))
})
test('an amount has at most two decimals', () => {
  fc.assert(fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => { expect(isMoney(cents / 100)).toBe(true) }))
  expect([1.005, Number.NaN, Infinity].map(isMoney)).toEqual([false, false, false])
})
