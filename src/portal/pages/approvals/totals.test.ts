import { expect, test } from 'vitest'
import { totalsOf } from './totals.ts'

const entry = (value: number, currency: string) => ({ amount: { value, currency } })

test('amounts are added up for each currency, and documents without an amount add nothing', () => {
  expect(totalsOf([entry(0.1, 'USD'), entry(1250, 'KES'), {}, entry(83_050, 'KES')])).toEqual(['KES 84,300.00', 'USD 0.10'])
  expect(totalsOf([{}])).toEqual([])
})
