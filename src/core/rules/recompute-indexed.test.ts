import { describe, expect, test } from 'vitest'
import { createEngine } from '../engine.ts'
import type { RuleErrorReport } from '../expressions/functions.ts'
import { makeShape, makeType } from '../testing/make-type.ts'
import { makeCatalogue, makeContext } from './testing/expense-catalogue.ts'

const type = createEngine(makeCatalogue([makeType({
  shape: makeShape({
    no: {}, name: {}, date: { format: 'date' }, share: { type: 'number', money: '', index: true, compute: 'first(doc.lines).part' },
    key: { index: true, compute: 'doc.name.folded() + addDays(doc.date, 1.0)' }, shown: { compute: 'doc.name' }, frozen: { compute: '"new"', computeWhile: 'true' },
    lines: { type: 'array', line: makeShape({ amount: { type: 'number' }, part: { type: 'number', compute: 'line.amount / 3.0' }, double: { type: 'number', compute: 'line.amount * 2.0' } }) },
    made: { type: 'array', compute: 'doc.lines', line: makeShape({ amount: { type: 'number' } }) },
  }),
})])).type('claim')
const failures: RuleErrorReport[] = []
const recompute = (doc: Parameters<typeof type.recomputeIndexed>[0]): ReturnType<typeof type.recomputeIndexed> => {
  failures.length = 0
  return type.recomputeIndexed(doc, makeContext(), (report) => failures.push(report))
}
const STORED = { no: 'C-1', name: 'A  b', date: '2026-06-15', key: 'old', shown: 'old', frozen: 'old', share: 7, lines: [{ amount: 1, part: 9, double: 9 }, { amount: 1 }], made: [{ amount: 5 }] }

describe('recomputing indexed fields', () => {
  test('follows their expressions and changes nothing else, and rounds amounts as rules do', () => {
    expect(recompute(STORED)).toEqual({ ...STORED, key: 'a b2026-06-16', share: 0.33, lines: [{ amount: 1, part: 1 / 3, double: 9 }, { amount: 1, part: 1 / 3 }] })
    expect(failures).toEqual([])
  })

  test('leaves the given document as it is', () => {
    const before = JSON.stringify(STORED)
    recompute(STORED)
    expect(JSON.stringify(STORED)).toBe(before)
  })

  test('reports an expression that fails to its caller', () => {
    recompute({ ...STORED, date: '2026-99-99' })
    expect(failures).toMatchObject([{ type: 'claim', rule: 'compute key', code: 'function_failed' }])
  })
})
