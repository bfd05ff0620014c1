import { describe, expect, it } from 'vitest'
import { createEngine } from '../engine.ts'
import { expenseCatalogue, makeContext, makeRule, validExpense } from '../rules/testing/expense-catalogue.ts'
import { evaluation, expectBounded } from './steps.ts'

const digits = '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]'
const nested = (depth: number): string => Array.from({ length: depth }, (_, level) => level).reduceRight((inner, level) => `${digits}.exists(d${level}, ${inner})`, 'false')
const doubled = (times: number): string => Array.from({ length: times }, (_, level) => level).reduceRight((inner, level) => `cel.bind(s${level + 1}, s${level} + s${level}, ${inner})`, `s${times}.size() > 0`)

const many = `[${Array.from({ length: 140 }, (_, at) => at).join()}]`
const listed = (times: number, how: string): string => Array.from({ length: times }, (_, level) => level).reduceRight((inner, level) => `cel.bind(s${level + 1}, [s${level}, s${level}], ${inner})`, `[s${times}] ${how} [[s${times - 1}, s${times - 1}]]`)

/** What comes of a document whose note is checked by the expression, and how long it takes. */
function checked(expression: string, lines = 3): { rules: string[]; milliseconds: number } {
  const catalogue = expenseCatalogue({ rules: { heavy: makeRule('heavy', ['note'], 'check', expression), light: makeRule('light', ['note'], 'check', 'doc.lines.all(l, l.amount > 0.0)') } })
  const type = createEngine(catalogue).type('expense')
  const doc = validExpense(Array.from({ length: lines }, (_, index) => ({ line_no: index, code: 'TAXI', quantity: 1, amount: 10, from: 'HQ' })))
  const began = performance.now()
  const { issues } = type.evaluate(doc, makeContext())
  return { rules: issues.map(({ rule }) => rule), milliseconds: performance.now() - began }
}

describe('an expression', () => {
  it.each([
    { name: 'compares every line with every other', expression: 'doc.lines.all(a, doc.lines.exists(b, b.amount == a.amount))', lines: 300 },
    { name: 'looks twice through ten', expression: `!${nested(2)}`, lines: 3 },
    { name: 'puts a text together of those of every line', expression: 'doc.lines.map(l, l.code + " " + l.from).join(", ").split(", ").size() == doc.lines.size()', lines: 300 },
    { name: 'makes a text a few times longer', expression: `cel.bind(s0, "ab", ${doubled(5)})`, lines: 3 },
  ])('holds that $name', ({ expression, lines }) => {
    expect(checked(expression, lines).rules).toEqual([])
  })

  it.each([
    { name: 'is nested six times', expression: `!${nested(6)}` },
    { name: 'is nested nine times', expression: `!${nested(9)}` },
    { name: 'doubles a text forty times', expression: `cel.bind(s0, "ab", ${doubled(40)})` },
    { name: 'joins a text many times, and that, and takes it apart', expression: `cel.bind(s0, ["${'y'.repeat(700)}"], s0.map(a, ${many}.map(b, a).join("")).map(a, ${many}.map(b, a).join("")).join("").split("y").size() > 0)` },
    { name: 'joins long texts again and again', expression: `cel.bind(s0, "${'y'.repeat(700)}", ${many}.all(a, ${many}.all(b, ${many}.map(c, s0).join("").size() > 0)))` },
    { name: 'joins them with long texts between', expression: `${many}.all(a, ${many}.all(b, ["", "", ""].join("${'y'.repeat(700)}").size() > 0))` },
    { name: 'takes a text apart again and again', expression: `cel.bind(s0, "${'y'.repeat(700)}", ${many}.all(a, ${many}.all(b, s0.split("").size() > 0)))` },
    { name: 'takes a text apart again and again, up to a limit', expression: `cel.bind(s0, "${'y'.repeat(700)}", ${many}.all(a, ${many}.all(b, s0.split("", 600).size() > 0)))` },
    { name: 'adds texts again and again', expression: `cel.bind(s0, "${'y'.repeat(700)}", ${many}.all(a, ${many}.all(b, (s0 + s0).size() > 0)))` },
    { name: 'adds lists again and again', expression: `cel.bind(s0, ${many}, ${many}.all(a, ${many}.all(b, (s0 + s0).size() > 0)))` },
    { name: 'writes a text otherwise again and again', expression: `cel.bind(s0, "${'y'.repeat(700)}", ${many}.all(a, ${many}.all(b, s0.upperAscii().size() > 0)))` },
    { name: 'compares lists of lists of lists', expression: `cel.bind(s0, [1], ${listed(30, '==')})` },
    { name: 'doubles a list forty times', expression: `cel.bind(s0, [1, 2], ${doubled(40)})` },
  ])('that $name is refused soon, and the other rules stand', ({ expression }) => {
    const { rules, milliseconds } = checked(expression)
    expect(rules).toEqual(['heavy'])
    expect(milliseconds).toBeLessThan(2_000)
  })

  it('counts a list of the document as long as it has become since', () => {
    const lines: unknown[] = [1]
    const look = (): void => evaluation(() => { expectBounded([lines, lines]) })
    expect(look).not.toThrow()
    lines.push(...Array.from({ length: 15_000 }, () => 1))
    expect(look).toThrow('too large a value')
  })

  it('holds a text against a pattern in a time that grows with the text', () => {
    expect(checked('"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!".matches("^(a+)+$") == false').rules).toEqual([])
  })
})
