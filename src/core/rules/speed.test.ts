import { expect, test } from 'vitest'
import { createEngine } from '../engine.ts'
import { expenseCatalogue, makeContext, makeRule, validExpense } from './testing/expense-catalogue.ts'

const ctx = makeContext()
const codes = ['TAXI', 'BUS', 'MEAL']

// The median of many runs, which other work on the machine hardly affects. The figures are printed; `npm run bench` measures more.
test('a keystroke in a form of 200 lines is evaluated within a frame', () => {
  const lines = Array.from({ length: 200 }, (_, index) => ({ line_no: index, code: codes[index % 3]!, quantity: 1, amount: 10 + index, from: 'HQ' }))
  const session = createEngine(expenseCatalogue()).type('expense').session(validExpense(lines), ctx)
  const times: number[] = []
  for (let round = 0; round < 600; round += 1) {
    const path = `lines.${(round * 7) % 200}.${round % 2 === 0 ? 'amount' : 'description'}`
    const start = performance.now()
    session.set(path, round % 2 === 0 ? round : `text ${round}`)
    session.issues()
    session.doc()
    times.push(performance.now() - start)
  }
  const median = medianOf(times)
  process.stdout.write(`keystroke, 200 lines: median ${median.toFixed(2)} ms\n`)
  expect(median).toBeLessThan(16)
})

test('two hundred rules take less than five milliseconds', () => {
  const rules = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`rule-${index}`, makeRule(`rule-${index}`, ['note'], 'check', `doc.total <= ${1000 + index} || user.employee == "E${index}"`)]))
  const type = createEngine(expenseCatalogue({ rules })).type('expense')
  const doc = validExpense()
  for (let warm = 0; warm < 200; warm += 1) type.evaluate(doc, ctx)
  const times = Array.from({ length: 200 }, () => {
    const start = performance.now()
    type.evaluate(doc, ctx)
    return performance.now() - start
  })
  const each = medianOf(times)
  process.stdout.write(`200 rules: ${each.toFixed(3)} ms, ${(each * 5).toFixed(2)} µs a rule\n`)
  expect(each).toBeLessThan(5)
})

function medianOf(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!
}
