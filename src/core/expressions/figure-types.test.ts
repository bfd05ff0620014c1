import { describe, expect, test } from 'vitest'
import { createEngine } from '../engine.ts'
import type { ResolvedLookup } from '../manifest/resolve/resolved.ts'
import { expenseCatalogue, makeContext, makeRule, validExpense } from '../rules/testing/expense-catalogue.ts'
import type { FigureValue } from './context.ts'
import { emptyFigure } from './figure-types.ts'
import type { RuleErrorReport } from './functions.ts'

const lookup = (name: string, given: Partial<ResolvedLookup>): ResolvedLookup => ({ name, of: 'expense', where: 'true', figure: 'max', value: 'number', ...given })
const LOOKUPS = {
  most: lookup('most', {}),
  lastDay: lookup('lastDay', { value: 'string', format: 'date' }),
  lastMoment: lookup('lastMoment', { value: 'string', format: 'date-time' }),
  settled: lookup('settled', { figure: 'latest', value: 'boolean' }),
  taken: lookup('taken', { figure: 'sum', group: 'string' }),
  byYear: lookup('byYear', { value: 'string', group: 'number' }),
  ofLine: lookup('ofLine', { value: 'string', format: 'date', each: 'lines' }),
}
const reports: RuleErrorReport[] = []
const catalogue = expenseCatalogue({ lookups: LOOKUPS, rules: { 'not-again': makeRule('not-again', ['lines', 'code'], 'check', 'lookups.ofLine < "2026-06-01"', { message: 'Last on {lookups.ofLine}, told {lookups.lastMoment}, at most {lookups.most}' }) } })
const type = createEngine(catalogue, {}, (report) => reports.push(report)).type('expense')
const NONE: Record<string, FigureValue> = Object.fromEntries(Object.values(LOOKUPS).map((one) => [one.name, emptyFigure(one)]))

/** The value of an expression over these figures; asserts that it evaluates without errors. */
function valueOf(expression: string, lookups: Record<string, FigureValue> = NONE): unknown {
  reports.length = 0
  const value = type.value(expression, validExpense(), makeContext({ lookups }))
  expect(reports).toEqual([])
  return value
}

describe('a figure of a lookup', () => {
  const figures = { ...NONE, most: 1500.5, lastDay: '2026-06-14', settled: true, taken: [{ value: 1 }, { group: 'Annual', value: 12 }, { group: 'Sick', value: 3 }], byYear: [{ group: 2025, value: 'B' }, { group: 2026 }] }
  test.each<[string, unknown]>([
    ['lookups.most + 0.5', 1501],
    ['lookups.lastDay < today', true],
    ['lookups.lastDay + " " + lookups.lastDay', '2026-06-14 2026-06-14'],
    ['lookups.settled && has(lookups.settled)', true],
    ['first(lookups.taken.filter(t, t.group == "Annual")).value', 12],
    ['sum(lookups.taken.map(t, t.value))', 16],
    ['lookups.taken.exists(t, t.group == "")', true],
    ['lookups.taken.exists(t, has(t.group) && t.group == "")', false],
    ['lookups.byYear.filter(t, t.group > 2025.0 && t.value == "").size()', 1],
    ['size(lookups.taken)', 3],
  ])('it is read by its own type: %s gives %j', (expression, value) => {
    expect(valueOf(expression, figures)).toEqual(value)
  })
})

describe('a figure over no records', () => {
  test.each<[string, unknown]>([
    ['lookups.most + 1.0', 1],
    ['lookups.most', undefined],
    ['has(lookups.most)', false],
    ['lookups.lastDay == ""', true],
    ['has(lookups.lastDay)', false],
    ['lookups.settled == false', true],
    ['size(lookups.taken)', 0],
    ['lookups.taken.exists(t, t.group == "Annual")', false],
  ])('it is empty: %s gives %j', (expression, value) => {
    expect(valueOf(expression)).toEqual(value)
  })

  test('a count and a sum are 0, and other figures are null', () => {
    expect([emptyFigure({ figure: 'count' }), emptyFigure({ figure: 'sum' }), emptyFigure({ figure: 'min' }), emptyFigure({ figure: 'latest' })]).toEqual([0, 0, null, null])
  })

  test('a figure that was never computed is not empty: reading it fails', () => {
    reports.length = 0
    expect(type.test('lookups.most < 5.0', validExpense(), makeContext({ lookups: {} }))).toBe(false)
    expect(reports).toHaveLength(1)
  })
})

test('each line reads its own figure, and a message shows figures with dates and times as a field is shown', () => {
  const doc = validExpense([{ code: 'TAXI', quantity: 1, amount: 9 }, { code: 'MEAL', quantity: 1, amount: 9 }])
  const ctx = makeContext({ company: { code: 'C', name: 'C', currency: 'KES', timeZone: 'Africa/Nairobi' }, lookups: { ...NONE, most: 1500, lastMoment: '2026-06-10T22:30:00Z' }, lineLookups: { lines: [{ ofLine: '2026-05-31' }, { ofLine: '2026-06-10' }] } })
  expect(type.evaluate(doc, ctx, { action: 'save' }).issues).toMatchObject([{ path: 'lines.1.code', message: 'Last on 10th Jun 2026, told 11th Jun 2026, 01:30, at most 1,500' }])
})
