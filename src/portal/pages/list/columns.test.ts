import { describe, expect, it } from 'vitest'
import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import type { ResolvedColumn } from '../../../core/index.ts'
import { currencyOfColumn } from './column-currency.ts'
import { amountColumn, leadColumn, textColumn } from './rows.ts'

const manifest = {
  key: 'no', stateField: 'state',
  shape: {
    fields: {
      no: { name: 'no', wire: 'no', type: 'string' }, name: { name: 'name', wire: 'name', type: 'string', maxLength: 50 },
      purpose: { name: 'purpose', wire: 'purpose', type: 'string', maxLength: 250 }, code: { name: 'code', wire: 'code', type: 'string', maxLength: 500, ref: { to: 'codes' } },
      amount: { name: 'amount', wire: 'amount', type: 'number', money: 'currency' }, currency: { name: 'currency', wire: 'cur', type: 'string' }, count: { name: 'count', wire: 'count', type: 'number' },
    },
  },
} as unknown as ClientManifest
const column = (field: string, format?: string) => ({ field, title: field, ...(format === undefined ? {} : { format }) }) as ResolvedColumn
const row = (values: object): WireRecord => ({ _actions: [], _rev: 1, ...values })

describe('the currency in the heading of a column', () => {
  it.each<[string, ResolvedColumn, WireRecord[], string | undefined]>([
    ['is that of all amounts', column('amount'), [row({ amount: 1, cur: 'USD' }), row({ amount: 2, cur: 'USD' })], 'USD'],
    ['is the company’s for amounts without one', column('amount'), [row({ amount: 1 }), row({ amount: 2, cur: '' })], 'KES'],
    ['is none where amounts differ in theirs', column('amount'), [row({ amount: 1, cur: 'USD' }), row({ amount: 2 })], undefined],
    ['does not depend on rows without an amount', column('amount'), [row({ amount: 1, cur: 'USD' }), row({ cur: 'EUR' })], 'USD'],
    ['is none on a page without amounts', column('amount'), [row({})], undefined],
    ['is none for a column of other numbers', column('count'), [row({ count: 1 })], undefined],
    ['is the company’s for numbers formatted as money', column('count', 'money'), [row({ count: 1 })], 'KES'],
    ['is none for amounts formatted as numbers', column('amount', 'number'), [row({ amount: 1, cur: 'USD' })], undefined],
    ['is none where a row hides its currency', column('amount'), [row({ amount: 1, _hidden: ['currency'] })], undefined],
  ])('%s', (_, one, records, currency) => {
    expect(currencyOfColumn(manifest, one, records, 'KES')).toBe(currency)
  })
})

describe('the columns of a list', () => {
  const columns = ['name', 'no', 'purpose', 'code', 'amount'].map((field) => column(field))

  it('a row is identified by its key, or by the first column if the list does not show the key', () => {
    expect(leadColumn(manifest, columns)?.field).toBe('no')
    expect(leadColumn(manifest, columns.slice(2))?.field).toBe('purpose')
  })

  it('the longest free text takes the space that is left, and never what identifies the row', () => {
    expect(textColumn(manifest, columns)?.field).toBe('purpose')
    expect(textColumn(manifest, [column('purpose'), column('name')])?.field).toBe('name')
  })

  it('the amount of a row is its first column of money', () => {
    expect(amountColumn(manifest, columns)?.field).toBe('amount')
  })
})
