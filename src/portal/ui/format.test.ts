import { describe, expect, it, test } from 'vitest'
import { setCompanyClock } from './company-clock.ts'
import { abbreviate, formatAmount, formatBytes, formatDate, formatMoney, formatNumber, formatPosition, initials, truncate } from './format.ts'

describe('formatted dates', () => {
  it.each([
    ['2026-11-01', '1st Nov 2026'], ['2026-06-02', '2nd Jun 2026'], ['2026-03-03', '3rd Mar 2026'], ['2026-11-11', '11th Nov 2026'], ['2026-11-12', '12th Nov 2026'], ['2026-11-13', '13th Nov 2026'],
    ['2026-01-21', '21st Jan 2026'], ['2026-01-22', '22nd Jan 2026'], ['2026-01-23', '23rd Jan 2026'], ['2026-12-31', '31st Dec 2026'], ['2026-11-21T22:30:00Z', '21st Nov 2026'],
    ['0001-01-01', ''], ['', ''], [null, ''], [undefined, ''], ['soon', ''],
  ])('%j is shown as %j', (value, text) => {
    expect(formatDate(value)).toBe(text)
  })
})

test('the day of an instant is the one on the company’s clock: late in the evening UTC, it is the next day in Nairobi', () => {
  setCompanyClock('Africa/Nairobi')
  expect([formatDate('2026-11-27T22:30:00.000Z'), formatDate('2026-11-27')]).toEqual(['28th Nov 2026', '27th Nov 2026'])
  setCompanyClock(undefined)
})

describe('formatted numbers', () => {
  it.each([
    ['an amount', formatMoney(2500, 'KES'), 'KES 2,500.00'], ['an amount without a currency', formatMoney(2500.5, ''), '2,500.50'], ['a negative amount', formatAmount(-3150), '-3,150.00'],
    ['a number with five decimals', formatNumber(1234567.12345), '1,234,567.1235'], ['a whole number', formatNumber(43), '43'],
    ['a position', formatPosition({ latitude: -1.2864, longitude: 36.8172, accuracy: 14.6 }), '1.28640° S, 36.81720° E (within 15 m)'], ['a position without accuracy', formatPosition({ latitude: 0, longitude: -0.5 }), '0.00000° N, 0.50000° W'],
    ['an object that is no position', formatPosition({ latitude: 1 }), ''],
    ['a number under a thousand', abbreviate(999), '999'], ['a number of thousands', abbreviate(12345), '12.3K'], ['a number of millions', abbreviate(-2_000_000), '-2M'], ['a number of quadrillions', abbreviate(4e18), '4000Q'],
    ['a size in bytes', formatBytes(999), '999 bytes'], ['a size in kilobytes', formatBytes(1500), '2 kB'], ['a size in megabytes', formatBytes(2_000_000), '2 MB'],
  ])('%s is shown as %s', (_, text, expected) => {
    expect(text).toBe(expected)
  })
})

describe('formatted texts', () => {
  it.each([['Wanjiku Anne Kamau', 'WA'], ['admin', 'A'], ['  juma   omar ', 'JO'], ['', '']])('the initials of %j are %j', (name, text) => {
    expect(initials(name)).toBe(text)
  })

  it.each([['short', 10, 'short'], ['exactly ten', 11, 'exactly ten'], ['a longer text', 8, 'a longe…'], ['cut at a gap', 5, 'cut…']])('%j shortened to %i characters is %j', (text, length, shown) => {
    expect(truncate(text, length)).toBe(shown)
    expect(shown.length).toBeLessThanOrEqual(length)
  })
})
