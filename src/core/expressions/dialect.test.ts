import { describe, expect, test } from 'vitest'
import { createEngine } from '../engine.ts'
import { expenseCatalogue, makeContext } from '../rules/testing/expense-catalogue.ts'
import { recordEvaluator } from '../testing/cel-evaluator.ts'
import { makeShape, makeType } from '../testing/make-type.ts'
import { dependenciesOf } from './dependencies.ts'
import { Language } from './language.ts'

const functions = { shout: { signature: 'shout(string): string', description: 'In capitals', call: (text: string) => text.toUpperCase() } }
const type = createEngine(expenseCatalogue(), functions).type('expense')
const doc = { no: 'E-1', total: 12.5, start: '2026-01-31', lines: [{ amount: 0.1, quantity: 2 }, { amount: 0.2 }, {}] }

describe('an expression', () => {
  test.each<[string, unknown]>([
    ['sum(doc.lines.map(l, l.amount))', 0.3], ['sum(doc.lines.filter(l, has(l.amount)).map(l, l.amount * 2))', 0.6], ['size(doc.lines)', 3],
    ['doc.total * 2', 25], ['2 * doc.total', 25], ['doc.total == 12.5', true], ['doc.total == 12', false], ['doc.total - 1 > 11', true], ['doc.total % 5', 2.5],
    ['days(doc.start, "2026-03-01")', 29], ['addDays(doc.start, 1)', '2026-02-01'], ['addDays(doc.start, -31.0)', '2025-12-31'], ['addMonths("2026-01-31", 1.0)', '2026-02-28'], ['addMonths("2024-01-31", 1)', '2024-02-29'], ['addMonths("2026-01-15", -1.0)', '2025-12-15'],
    ['months("2026-01-01", "2026-12-31")', 12], ['months("2026-04-16", "2026-04-30")', 0.5], ['months("2026-06-16", "2026-09-15")', 3], ['months("2026-03-01", "2026-02-28")', 0], ['months("", today)', 0], ['monthOf(doc.start)', 1], ['yearOf(today)', 2026],
    ['min(doc.total, 3)', 3], ['max(1, 2)', 2], ['round2(1.005)', 1.01], ['round(3.3 - 1.1, 6)', 2.2], ['round(0.1 + 0.2, 6)', 0.3], ['round(2.5, 0)', 3], ['round(-2.5, 0)', -3], ['round(7, 2)', 7], ['round(1.005, 2)', 1.01], ['round(-1.45, 1)', -1.5], ['round(1e21, 2)', 1e21], ['" \u200bＡ–B  с ".folded()', 'a-b c'], ['doc.no.folded() == "е‑1".folded()', true], ['doc.note.folded()', ''], ['isEmpty(doc.note)', true], ['isEmpty(doc.no)', false], ['isEmpty(doc.lines)', false],
    ['has(doc.note)', false], ['has(doc.no)', true], ['ifEmpty(doc.note, "none")', 'none'], ['ifEmpty(doc.total, 1)', 12.5], ['ifEmpty(doc.lines[2].amount, 1)', 1], ['settings.limits.ceiling', 5000], ['user.isAdmin', false], ['"employee" in user.roles', true], ['shout(doc.no)', 'E-1'],
    ['doc.note', undefined], ['days("x", today)', undefined],
    // An empty field can be read, compared, calculated with, joined and summed; returned as it is, it stays empty.
    ['doc.note == ""', true], ['doc.note < "a"', true], ['doc.note + "!"', '!'], ['doc.note in ["", "x"]', true], ['size(doc.note)', 0], ['doc.end >= doc.start', false], ['doc.lines[2].amount + 1', 1],
    ['doc.lines[2].amount > 0', false], ['sum(doc.lines.map(l, l.amount * l.quantity))', 0.2], ['!doc.lines[2].codeRecord.isTransport', true], ['doc.lines[2].codeRecord.description', undefined],
    ['doc.total > 1 ? doc.note : "x"', undefined], ['doc.total > 1 ? null : doc.total', undefined], ['doc.total > 100 ? null : doc.total', 12.5], ['isEmpty(doc.lines[2].amount)', true], ['isEmpty(doc.lines[0].amount)', false],
    ['doc.lines.highest(l, l.amount).amount', 0.2], ['doc.lines.lowest(l, l.amount).amount', 0.1], ['doc.lines.earliest(l, l.quantity).amount', 0.1], ['doc.lines.filter(l, l.quantity == 0).lowest(l, l.quantity).amount', undefined], ['doc.lines.earliest(l, ifEmpty(l.amount, 0)).amount', undefined], ['doc.lines.filter(l, l.amount > 5).latest(l, l.code).amount + 1', 1], ['["b", "a"].earliest(x, x)', 'a'], ['first(doc.lines).amount', 0.1], ['first(doc.lines.map(l, l.amount > 5).filter(one, one))', false], ['doc.lines.map(l, l.amount > 5).filter(one, one).latest(one, today)', false], ['first(doc.lines.filter(l, l.amount > 5)).code + "?"', '?'], ['doc.lines.filter(l, has(l.amount)).lowest(l, l.amount).quantity', 2],
    ['days(doc.end, doc.start)', 0], ['addDays(doc.end, 3)', ''], ['monthOf(doc.end)', 0], ['hours(doc.end, now)', 0], ['doc.status', 'Open'], ['has(user.grade)', false], ['user.grade == ""', undefined], ['ifEmpty(user.grade, "none")', 'none'], ['nonsense(', undefined],
  ])('%s gives %j', (expression, expected) => {
    expect(type.value(expression, doc, makeContext())).toEqual(expected)
  })
})

describe('an empty list and a missing one', () => {
  const tagged = makeType({ shape: makeShape({ no: {}, tags: { type: 'array' }, lines: { type: 'array', line: makeShape({ amount: { type: 'number' } }) } }) })
  const evaluator = recordEvaluator(tagged)
  test.each<[string, unknown, unknown]>([
    ['isEmpty(doc.lines)', true, false], ['has(doc.lines)', false, true], ['isEmpty(doc.tags)', true, false], ['has(doc.tags)', false, true],
    ['ifEmpty(doc.tags, ["none"])', ['none'], ['a']], ['size(doc.tags)', 0, 1], ['isEmpty(user.assigned)', true, false], ['has(user.assigned)', false, true],
  ])('%s gives the same for both: %j, and %j for a filled list', (expression, empty, filled) => {
    expect(evaluator.value(expression, { doc: {}, user: {} })).toEqual(empty)
    expect(evaluator.value(expression, { doc: { lines: [], tags: [] }, user: { assigned: [] } })).toEqual(empty)
    expect(evaluator.value(expression, { doc: { lines: [{ amount: 1 }], tags: ['a'] }, user: { assigned: ['C-1'] } })).toEqual(filled)
  })
})

test.each<[string, string[]]>([
  ['doc.total > 1', ['doc.total']],
  ['sum(doc.lines.map(l, l.amount))', ['doc.lines.#', 'doc.lines.*.amount']],
  ['doc.lines.filter(x, x.code == line.code)[0].price', ['doc.lines.#', 'doc.lines.*.code', 'line.code', 'doc.lines.*.price']],
  ['lists.rates.filter(r, r.code == line.code).latest(r, r.from).rate', ['line.code', 'lists.rates.#', 'lists.rates.*.code', 'lists.rates.*.from', 'lists.rates.*.rate']],
  ['has(line.codeRecord) && line.codeRecord.rate > 1', ['line.codeRecord', 'line.codeRecord.rate']],
  ['size(doc.lines) > 0', ['doc.lines.#']],
  ['(', []],
])('%s reads %j', (expression, expected) => {
  expect(dependenciesOf(expression).map((path) => path.join('.')).sort()).toEqual([...expected].sort())
})

test.each<[string, string]>([
  ['doc.totl > 1', 'No such key: totl'], ['doc.total == "x"', 'no such overload'], ['line.amount', 'Unknown variable'], ['doc.lines.map(l, l.codeRecord.speed)', 'No such key: speed'],
  ['settings.limits.floor', 'No such key: floor'], ['sum(doc.total)', 'list of numbers'], ['unknownCall(1)', 'no matching overload'],
])('%s is rejected before it is evaluated', (expression, message) => {
  const result = new Language(expenseCatalogue(), {}).environment('expense', { at: 'header' }).check(expression)
  expect(result.valid).toBe(false)
  expect(result.error?.message.toLowerCase()).toContain(message.toLowerCase())
})
