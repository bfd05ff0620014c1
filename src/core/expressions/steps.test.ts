import { describe, expect, it } from 'vitest'
import { createEngine } from '../engine.ts'
import { expenseCatalogue, makeContext, makeRule, validExpense } from '../rules/testing/expense-catalogue.ts'
import { StepLimit, evaluation, expectBounded, takeSteps } from './steps.ts'

const digits = '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]'
const nested = (depth: number): string => Array.from({ length: depth }, (_, level) => level).reduceRight((inner, level) => `${digits}.exists(d${level}, ${inner})`, 'false')
const doubled = (times: number): string => Array.from({ length: times }, (_, level) => level).reduceRight((inner, level) => `cel.bind(s${level + 1}, s${level} + s${level}, ${inner})`, `s${times}.size() > 0`)

const many = `[${Array.from({ length: 140 }, (_, at) => at).join()}]`
const listed = (times: number, how: string): string => Array.from({ length: times }, (_, level) => level).reduceRight((inner, level) => `cel.bind(s${level + 1}, [s${level}, s${level}], ${inner})`, `[s${times}] ${how} [[s${times - 1}, s${times - 1}]]`)

/** Evaluates a condition in each of 19,600 turns. */
const asked = (condition: string): string => `${many}.all(a, ${many}.all(b, ${condition}))`
const bound = (values: Record<string, string>, inner: string): string => Object.entries(values).reduceRight((rest, [name, value]) => `cel.bind(${name}, ${value}, ${rest})`, inner)
const longText = { s0: `"${'y'.repeat(700)}"`, s1: `${many}.map(b, s0).join("")` }
const longList = (name: string, element = '1'): Record<string, string> => ({ [`${name}0`]: `${many}.map(a, ${element})`, [`${name}1`]: Array.from({ length: 8 }, () => `${name}0`).join(' + '), [name]: Array.from({ length: 8 }, () => `${name}1`).join(' + ') })
const nestedIn = (of: (inner: string) => string, levels: number): string => {
  const chain = (name: string): Record<string, string> => Object.fromEntries(Array.from({ length: levels + 1 }, (_, level) => [`${name}${level}`, level === 0 ? '{"a": 1}' : of(`${name}${level - 1}`)]))
  return bound({ ...chain('s'), ...chain('t') }, `s${levels} == t${levels}`)
}
const thirtyOf = (inner: string): string => `{${Array.from({ length: 30 }, (_, at) => `"k${at}": ${inner}`).join()}}`

/** `first`, which fails, followed by twenty conditions that leave the result to the last one. */
const chained = (first: string, operator: '||' | '&&', last: string): string => [first, ...Array.from({ length: 20 }, (_, at) => (operator === '||' ? `doc.note == "n${at}"` : `doc.note != "n${at}"`)), last].join(` ${operator} `)

/**
 * The issues of a document whose note is checked by the expression, and the CPU time it takes: other work on the machine does not count.
 */
function checked(expression: string, lines = 3): { rules: string[]; milliseconds: number } {
  const catalogue = expenseCatalogue({ rules: { heavy: makeRule('heavy', ['note'], 'check', expression), light: makeRule('light', ['note'], 'check', 'doc.lines.all(l, l.amount > 0.0)') } })
  const type = createEngine(catalogue, {
    isGiven: { signature: 'isGiven(dyn): bool', description: 'Whether it is something.', call: (value: unknown) => value !== undefined },
    isCheap: { signature: 'isCheap(dyn): bool', description: 'The same, and says what it costs.', call: (value: unknown) => value !== undefined, steps: () => 2 },
    isDear: { signature: 'isDear(int): bool', description: 'The same, by what it is asked.', call: (value: unknown) => value !== undefined, steps: (value: bigint) => Number(value) * 1_000 },
    isUnsure: { signature: 'isUnsure(dyn): bool', description: 'The same, and says nothing that is a number.', call: (value: unknown) => value !== undefined, steps: () => Number.NaN },
  }).type('expense')
  const doc = validExpense(Array.from({ length: lines }, (_, index) => ({ line_no: index, code: 'TAXI', quantity: 1, amount: 10, from: 'HQ' })))
  const began = process.cpuUsage()
  const { issues } = type.evaluate(doc, makeContext())
  return { rules: issues.map(({ rule }) => rule), milliseconds: process.cpuUsage(began).user / 1_000 }
}

describe('an expression', () => {
  it.each([
    { name: 'compares every line with every other', expression: 'doc.lines.all(a, doc.lines.exists(b, b.amount == a.amount))', lines: 300 },
    { name: 'looks twice through ten', expression: `!${nested(2)}`, lines: 3 },
    { name: 'puts a text together of those of every line', expression: 'doc.lines.map(l, l.code + " " + l.from).join(", ").split(", ").size() == doc.lines.size()', lines: 300 },
    { name: 'looks through the texts of every line', expression: 'doc.lines.all(l, l.code.contains("A") && l.from.size() <= 50 && l.code in ["BUS", "TAXI"] && l.code.matches("^[A-Z]{2,10}$"))', lines: 400 },
    { name: 'compares long texts of every line with every other', expression: 'doc.lines.all(a, doc.lines.all(b, a.code + " of 36 characters, as a key may have" == b.code + " of 36 characters, as a key may have"))', lines: 150 },
    { name: 'passes over what fails at the head of many (||)', expression: chained('int("x") > 0', '||', 'true'), lines: 3 },
    { name: 'passes over what fails at the head of many (&&)', expression: `!(${chained('int("x") > 0', '&&', 'false')})`, lines: 3 },
    { name: 'passes over what is no condition at the head of many', expression: chained('dyn(1)', '||', 'true'), lines: 3 },
    { name: 'passes over it for every line (||)', expression: `doc.lines.all(l, ${chained('int(l.code) > 0', '||', 'true')})`, lines: 60 },
    { name: 'passes over it for every line (&&)', expression: `!doc.lines.exists(l, ${chained('int(l.code) > 0', '&&', 'false')})`, lines: 60 },
    { name: 'asks a function that says what little it costs on every turn', expression: asked('isCheap(a)'), lines: 3 },
    { name: 'asks a function that says nothing of its cost for every line', expression: 'doc.lines.all(l, isGiven(l.amount))', lines: 400 },
    { name: 'looks ten working days ahead for every line', expression: 'doc.lines.all(l, addWorkdays("2026-01-01", 10) != "")', lines: 400 },
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
    { name: 'asks a long text how long it is again and again', expression: bound(longText, asked('s1.size() > 0')) },
    { name: 'asks it so as a function', expression: bound(longText, asked('size(s1) > 0')) },
    { name: 'looks through a long text again and again', expression: bound(longText, asked('!s1.contains("yyyx")')) },
    { name: 'looks for half a long text in it', expression: bound({ ...longText, s2: `${many}.map(b, b < 70 ? s0 : "x").join("")`, s3: 's2 + s0' }, '[1, 2, 3, 4].all(a, s1.lastIndexOf(s3) < 0 && !s1.contains(s3))') },
    { name: 'takes a text apart at half of it', expression: bound({ ...longText, s2: `${many}.map(b, b < 70 ? s0 : "x").join("")`, s3: 's2 + s0' }, '[1, 2, 3, 4].all(a, s1.split(s3).size() > 0)') },
    { name: 'trims blanks again and again', expression: bound({ s0: `"${' '.repeat(700)}"`, s1: `${many}.map(b, s0).join("")` }, asked('s1.trim() == ""')) },
    { name: 'takes a long text apart up to a limit of one', expression: bound(longText, asked('s1.split("", 1).size() == 1')) },
    { name: 'reads bytes as a text again and again', expression: bound({ ...longText, s2: 'bytes(s1)' }, asked('string(s2) != ""')) },
    { name: 'reads JSON again and again', expression: bound({ s0: `"${'1,'.repeat(300)}1"`, s1: `bytes("{\\"k\\": [" + ${many}.map(a, s0).join(",") + "]}")` }, asked('s1.json().k[0] == 1.0')) },
    { name: 'reads many digits as a duration', expression: bound({ s0: `"${'1'.repeat(700)}"` }, `${many}.all(a, duration(s0) == duration(s0) || true)`) },
    { name: 'holds a long text against a large pattern', expression: bound(longText, `!s1.matches("${'(y{1000}|z)'.repeat(60)}x")`) },
    { name: 'makes a pattern on every turn', expression: asked('!"z".matches("^(y{1000}){1}y{1000}" + string(a) + "x" + string(b))') },
    { name: 'compares long lists again and again', expression: bound({ ...longList('l'), ...longList('m') }, asked('l == m')) },
    { name: 'looks for something in a long list again and again', expression: bound(longList('l'), asked('!(99999 in l)')) },
    { name: 'looks for a list in a list of them again and again', expression: bound({ ...longList('l'), ...longList('m') }, asked('l in [m]')) },
    { name: 'joins nothing again and again', expression: bound(longList('l', '""'), asked('l.join() == ""')) },
    { name: 'adds up a long list again and again', expression: bound(longList('l', '1.0'), asked('sum(l) > 0.0')) },
    { name: 'compares maps of maps of maps', expression: nestedIn(thirtyOf, 6) },
    { name: 'compares lists of maps that loops make', expression: nestedIn((inner) => `${digits}.map(x, ${inner})`, 10) },
    { name: 'hands maps of maps to a function', expression: bound({ s0: '{"a": 1}', ...Object.fromEntries(Array.from({ length: 6 }, (_, level) => [`s${level + 1}`, thirtyOf(`s${level}`)])) }, 'isGiven(s6)') },
    { name: 'hands a long list to a function again and again', expression: bound(longList('l'), asked('isGiven(l)')) },
    { name: 'asks for a moment in a time zone again and again', expression: asked('timestamp("2026-01-01T00:00:00Z").getHours("Africa/Nairobi") >= 0') },
    { name: 'looks a year of working days ahead again and again', expression: asked('addWorkdays("2026-01-01", 366) != ""') },
    { name: 'passes over what fails again and again', expression: `[1, 2].all(c, ${asked('int("x") > 0 || true')})` },
    { name: 'tries what fails again and again', expression: `[1, 2].all(c, ${asked('![true].exists(x, int("x") > 0 || x) || true')})` },
    { name: 'asks whether what is not there is empty again and again', expression: bound({ s0: '{"a": 1}' }, `[1, 2].all(c, ${asked('isEmpty(s0.b)')})`) },
    { name: 'asks a function that says nothing of its cost again and again', expression: asked('isGiven(a)') },
    { name: 'asks one that says that it costs much', expression: `${many}.all(a, isDear(a + 100))` },
    { name: 'asks one that says what is no number again and again', expression: asked('isUnsure(a)') },
    { name: 'reckons with dates on every turn', expression: asked('addDays("2026-01-01", 1) != ""') },
    { name: 'passes over what fails a thousand times', expression: `${digits}.all(a, ${digits}.all(b, ${digits}.all(c, int("x") > 0 || true)))` },
    { name: 'shows a long expression where it fails', expression: bound(longText, `${many}.all(a, int("x") > 0 || ${Array.from({ length: 100 }, () => `s0 != "${'y'.repeat(900)}"`).join(' || ')})`) },
    { name: 'works out much on every turn', expression: `${many}.all(c, ${asked(Array.from({ length: 8 }, () => `[${Array.from({ length: 190 }, () => 'a').join()}].size() > 0`).join(' && '))})` },
  ])('that $name is refused soon, and the other rules stand', ({ expression }) => {
    const { rules, milliseconds } = checked(expression)
    expect(rules).toEqual(['heavy'])
    expect(milliseconds).toBeLessThan(2_000)
  })

  it('that is refused in a loop tries no further turn, on each of many lines', () => {
    const rules = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`heavy-${at}`, makeRule(`heavy-${at}`, ['lines.amount'], 'check', 'doc.lines.all(a, a.amount + line.amount >= 0.0)')]))
    const type = createEngine(expenseCatalogue({ rules })).type('expense')
    const doc = validExpense(Array.from({ length: 300 }, (_, index) => ({ line_no: index, code: 'TAXI', quantity: 1, amount: 10, from: 'HQ' })))
    const began = performance.now()
    expect(type.evaluate(doc, makeContext()).issues.length).toBeGreaterThan(10_000)
    expect(performance.now() - began).toBeLessThan(15_000)
  })

  it('gives no more than a document has room for', () => {
    const wide = (of: unknown): Record<string, unknown> => Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}`, of]))
    expect(() => evaluation(() => wide(wide(1)))).not.toThrow()
    expect(() => evaluation(() => wide(wide(wide(1))))).toThrow('The value of the expression is too large')
    expect(() => evaluation(() => Array.from({ length: 2_000 }, () => 'y'.repeat(90_000)))).toThrow('too many steps')
  })

  it('is part of other work, which has a limit of its own', () => {
    const whole = new StepLimit(100)
    const take = (count: number) => (): void => { new StepLimit(60, whole).spend(() => { takeSteps(count) }) }
    expect(take(61)).toThrow('too many steps')
    expect(take(30)).not.toThrow()
    expect([take(30), take(0)].map((work) => { try { work(); return 'done' } catch { return 'refused' } })).toEqual(['refused', 'refused'])
    expect(whole.isSpent).toBe(true)
  })

  it('takes what is left of the steps of all that is asked over one context', () => {
    const type = createEngine(expenseCatalogue({})).type('expense')
    const ctx = { ...makeContext(), limit: new StepLimit(1_000) }
    const test = (): boolean => type.test(`${many}.all(a, a >= 0)`, validExpense([]), ctx)
    expect(Array.from({ length: 10 }, test)).toEqual([...Array.from({ length: 7 }, () => true), false, false, false])
    expect(type.test('doc.total >= 0.0', validExpense([]), ctx)).toBe(true)
  })

  it('of one action after the other is asked in pieces', () => {
    const type = createEngine(expenseCatalogue({})).type('expense')
    expect([...type.findingActions(validExpense([]), makeContext(), { isOwner: true, hasOpenEntry: false }, false)]).toHaveLength(Object.keys(type.manifest.actions).length)
  })

  it('counts a list of the document as long as it has become since', () => {
    const lines: unknown[] = [1]
    const look = (): void => evaluation(() => { expectBounded([lines, lines]) })
    expect(look).not.toThrow()
    lines.push(...Array.from({ length: 15_000 }, () => 1))
    expect(look).toThrow('The value of the expression is too large')
  })

  it('holds a text against a pattern in a time that grows with the text', () => {
    expect(checked('"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!".matches("^(a+)+$") == false').rules).toEqual([])
  })
})
