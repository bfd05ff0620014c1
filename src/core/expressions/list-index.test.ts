import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEngine } from '../engine.ts'
import { runToCompletion } from '../pieces.ts'
import { expenseCatalogue, makeContext, makeRule, validExpense } from '../rules/testing/expense-catalogue.ts'

const ofCode = (condition: string): string => `sum(doc.lines.filter(l, ${condition}).map(l, l.amount)) <= 900.0`

// The second condition is equivalent to the first, but has no index.
const rules = {
  rate: makeRule('rate', ['lines', 'amount'], 'value', 'line.codeRecord.rate', { when: 'has(line.codeRecord) && has(line.codeRecord.rate)' }),
  indexed: makeRule('indexed', ['lines', 'amount'], 'check', ofCode('l.code == line.code')),
  searched: makeRule('searched', ['lines', 'amount'], 'check', ofCode('l.code == line.code && true')),
}
const type = createEngine(expenseCatalogue({ rules })).type('expense')
const ctx = makeContext()

const line = fc.record({ code: fc.constantFrom('TAXI', 'BUS', 'MEAL', ''), amount: fc.constantFrom(100, 500, 850) })
const edit = fc.oneof(
  fc.record({ at: fc.nat(5), name: fc.constant('code'), value: fc.constantFrom('TAXI', 'BUS', 'MEAL', '') }),
  fc.record({ at: fc.nat(5), name: fc.constant('amount'), value: fc.constantFrom(100, 500, 850) }),
  fc.record({ at: fc.nat(5), name: fc.constantFrom('add', 'remove'), value: line }),
)

test('an index of lines gives the same results as a search, after any edits', () => {
  let found = 0
  fc.assert(fc.property(fc.array(line, { maxLength: 6 }), fc.array(edit, { maxLength: 12 }), (lines, edits) => {
    const session = type.session(validExpense(lines), ctx)
    for (const { at, name, value } of edits) {
      if (name === 'add') session.addLine('lines', value)
      else if (name === 'remove') session.removeLine('lines', at)
      else session.set(`lines.${at}.${name}`, value)
      const paths = (rule: string): string[] => session.issues().flatMap((issue) => (issue.rule === rule ? [issue.path] : []))
      expect(paths('indexed')).toEqual(paths('searched'))
      found += paths('searched').length
    }
  }), { numRuns: 300, seed: 1 })
  expect(found).toBeGreaterThan(100)
})

test('a check of five hundred lines against all of them stays within the limit thanks to the index', () => {
  const lines = Array.from({ length: 500 }, (_, index) => ({ line_no: index, code: 'MEAL', quantity: 1, amount: 1 }))
  const brokenRules = (rule: typeof rules.searched): string[] => {
    const twice = { first: { ...rule, name: 'first' }, second: { ...rule, name: 'second' } }
    return createEngine(expenseCatalogue({ rules: twice })).type('expense').evaluate(validExpense(lines), ctx).issues.map((issue) => issue.rule)
  }
  expect(brokenRules(rules.indexed)).toEqual([])
  expect(brokenRules(rules.searched)).toContain('second')
})

test('a document evaluated in pieces gives the same as at once, even interleaved with another', () => {
  const documents = [300, 200].map((count) => validExpense(Array.from({ length: count }, (_, index) => ({ line_no: index, code: index % 2 === 0 ? 'MEAL' : 'BUS', quantity: 1, amount: count / 30 }))))
  const atOnceEach = documents.map((doc) => type.evaluate(doc, ctx))
  const [one, other] = documents.map((doc) => type.evaluating(doc, ctx))
  let pieces = 0
  while (one!.next().done !== true && pieces < 500) {
    other!.next()
    pieces += 1
  }
  expect(pieces).toBe(500)
  const given = [one!, other!].map((work) => runToCompletion(work))
  for (const [index, { doc, issues }] of given.entries()) expect({ doc, issues }).toEqual({ doc: atOnceEach[index]!.doc, issues: atOnceEach[index]!.issues })
  expect(given[0]!.issues.length).toBeGreaterThan(0)
})
