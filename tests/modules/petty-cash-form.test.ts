import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { createEngine, loadCatalogue } from '../../src/core/index.ts'
import type { FormSession, JsonObject, RuleContext } from '../../src/core/index.ts'
import { readSchemas, readSources } from '../../src/server/manifests/read-sources.ts'
import { functions } from './functions.ts'

const root = path.resolve(import.meta.dirname, '../..')
const { catalogue } = loadCatalogue({ sources: readSources([path.join(root, 'modules')]), schemas: readSchemas(path.join(root, 'schemas')), functions })
const type = createEngine(catalogue!, functions).type('petty-cash')

const records: Record<string, Record<string, JsonObject>> = {
  'expense-code': { TAXI: { code: 'TAXI', description: 'Taxi', isTransport: true }, FERRY: { code: 'FERRY', description: 'Ferry', isTransport: true }, MEALS: { code: 'MEALS', description: 'Meals', isTransport: false } },
  'transport-rate': {
    TX1: { code: 'TX1', expenseCode: 'TAXI', from: 'HQ', to: 'JKIA', rate: 2500 },
    FY1: { code: 'FY1', expenseCode: 'FERRY', from: 'MOMBASA', to: 'LIKONI', rate: 100 },
    TX2: { code: 'TX2', expenseCode: 'TAXI', from: 'HQ', to: 'WESTLANDS', rate: 800 },
  },
  'speed-key': { ADMIN: { speedkeyCode: 'ADMIN', fundNo: 'F-CORE', globalDimension1Code: 'HRA', globalDimension5Code: 'BL-SUPPLY' } },
  dimension: { D1: { code: 'D1', caption: 'Department', globalNo: 1 }, D5: { code: 'D5', caption: 'Budget line', globalNo: 5 } },
}
const context: RuleContext = {
  user: { id: '1', email: 'w@example.org', name: 'Wanjiku Kamau', employee: 'E001', company: 'MRT', roles: ['everyone', 'employee'], isNavuser: false, isApprover: false },
  settings: { cashmgt_settings: { multiple_currency: false, showAllocationCode: false, pettycash_request_ceiling: 10000, pettycash_daily_ceiling: 20000 }, minor_settings: {} },
  company: { code: 'MRT', name: 'MRT', currency: 'KES', timeZone: 'Africa/Nairobi' },
  today: '2026-06-15',
  ref: (of, key) => records[of]?.[key],
  lists: { rates: Object.values(records['transport-rate']!), dimensions: Object.values(records['dimension']!) },
}

describe('the petty cash form', () => {
  let form: FormSession
  beforeEach(() => {
    form = type.session(type.newDocument(context), context)
    form.addLine('pettyCashLinesAPI')
  })
  const line = (name: string): unknown => form.value(`pettyCashLinesAPI.0.${name}`)
  const set = (name: string, value: string | number): unknown => form.set(`pettyCashLinesAPI.0.${name}`, value)

  test('choosing a code with one rate fills the description, route, rate and amount, and locks the amount', () => {
    set('expense_code', 'FERRY')
    expect([line('description'), line('from'), line('to'), line('transportCode'), line('amount'), form.value('total_amount')]).toEqual(['Ferry', 'MOMBASA', 'LIKONI', 'FY1', 100, 100])
    expect(form.field('pettyCashLinesAPI.0.amount').locked).toBe(true)
  })
  test('choosing a code with several rates leaves the route to the person', () => {
    set('expense_code', 'TAXI')
    expect([line('description'), line('from'), line('to'), line('transportCode'), line('amount')]).toEqual(['Taxi', undefined, undefined, undefined, undefined])
    expect(form.field('pettyCashLinesAPI.0.from').enabled).toBe(true)
  })
  test('a chosen route has its rate', () => {
    set('expense_code', 'TAXI')
    set('from', 'HQ')
    set('to', 'WESTLANDS')
    expect([line('transportCode'), line('amount')]).toEqual(['TX2', 800])
  })
  test('a route without a rate unlocks and empties the amount', () => {
    set('expense_code', 'TAXI')
    set('from', 'HQ')
    set('to', 'CBD')
    expect([line('transportCode'), line('amount')]).toEqual([undefined, undefined])
    expect(form.field('pettyCashLinesAPI.0.amount').locked).toBe(false)
    set('amount', 700)
    expect(form.value('total_amount')).toBe(700)
  })
  test('a code that is not a journey disables From and To, with a hint', () => {
    set('expense_code', 'MEALS')
    expect(form.field('pettyCashLinesAPI.0.to')).toMatchObject({ enabled: false, hint: 'Only an expense that is a journey has one.' })
    set('expense_code', 'TAXI')
    expect([form.field('pettyCashLinesAPI.0.to').enabled, form.field('pettyCashLinesAPI.0.to').hint]).toEqual([true, undefined])
  })
  test('choosing another code empties the journey', () => {
    set('expense_code', 'FERRY')
    set('expense_code', 'MEALS')
    expect([line('from'), line('to'), line('transportCode'), line('amount')]).toEqual([undefined, undefined, undefined, undefined])
  })
  test('a speed key fills the fund and dimensions, which have the company’s captions', () => {
    form.set('dimensionSpeedkeyCode', 'ADMIN')
    expect([form.value('fundNo'), form.value('shortcutDimension1Code'), form.value('globalDimension5Code')]).toEqual(['F-CORE', 'HRA', 'BL-SUPPLY'])
    expect(form.field('shortcutDimension1Code').label).toBe('Department')
    expect(form.field('shortcutDimension2Code').visible).toBe(false)
  })
  test('clearing the speed key keeps what it filled', () => {
    form.set('dimensionSpeedkeyCode', 'ADMIN')
    form.set('dimensionSpeedkeyCode', undefined)
    expect(form.value('fundNo')).toBe('F-CORE')
  })
})

test('paying posts the amount out of the float', () => {
  const { posts, sets } = type.manifest.actions['pay']!
  const doc = { no: 'PC-2026-00001', status: 'Released', employee_no: 'E001', payee_name: 'Wanjiku Kamau', description: 'Taxi', total_amount: 2500, amountLCY: 2500, exchangeRate: 1, posting_date: '2026-06-15' }
  const ctx = { ...context, input: { bank: 'PC-HQ', paidOn: '2026-06-15' } }
  const values = Object.fromEntries(Object.entries(posts[0]!.values).map(([name, expression]) => [name, type.value(expression, doc, ctx)]))
  expect(values).toMatchObject({ bank: 'PC-HQ', kind: 'Payment', amount: -2500, document_no: 'PC-2026-00001', employee_no: 'E001', posting_date: '2026-06-15' })
  expect(type.value(sets['paid_by']!, doc, ctx)).toBe('Wanjiku Kamau')
})
