import { describe, expect, it } from 'vitest'
import { createEngine } from '../engine.ts'
import { expenseCatalogue, makeContext, makeRule, validExpense } from '../rules/testing/expense-catalogue.ts'
import { StepLimit, evaluation, expectBounded, chargeSteps } from './steps.ts'

const digits = '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]'
const nested = (depth: number): string => Array.from({ length: depth }, (_, level) => level).reduceRight((inner, level) => `${digits}.exists(d${level}, ${inner})`, 'false')
const doubled = (times: number): string => Array.from({ length: times }, (_, level) => level).reduceRight((inner, level) => `cel.bind(s${level + 1}, s${level} + s${level}, ${inner})`, `s${times}.size() > 0`)

const many = `[${Array.from({ length: 140 }, (_, at) => at).join()}]`
const listed = (times: number, how: string): string => Array.from({ length: times }, (_, level) => level).reduceRight((inner, level) => `cel.bind(s${level + 1}, [s${level}, s${level}], ${inner})`, `[s${times}] ${how} [[s${times - 1}, s${times - 1}]]`)

/** Evaluates a condition in each of 19,600 turns. */
const inTurns = (condition: string): string => `${many}.all(a, ${many}.all(b, ${condition}))`
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
    isCheap: { signature: 'isCheap(dyn): bool', description: 'The same, with a declared cost.', call: (value: unknown) => value !== undefined, steps: () => 2 },
    isDear: { signature: 'isDear(int): bool', description: 'The same, with a cost that depends on the argument.', call: (value: unknown) => value !== undefined, steps: (value: bigint) => Number(value) * 1_000 },
    isUnsure: { signature: 'isUnsure(dyn): bool', description: 'The same, with a cost that is not a number.', call: (value: unknown) => value !== undefined, steps: () => Number.NaN },
  }).type('expense')
  const doc = validExpense(Array.from({ length: lines }, (_, index) => ({ line_no: index, code: 'TAXI', quantity: 1, amount: 10, from: 'HQ' })))
  const began = process.cpuUsage()
  const { issues } = type.evaluate(doc, makeContext())
  return { rules: issues.map(({ rule }) => rule), milliseconds: process.cpuUsage(began).user / 1_000 }
}

describe('an expression', () => {
  it.each<[string, string, number]>([
    ['compares every line with every other', 'doc.lines.all(a, doc.lines.exists(b, b.amount == a.amount))', 300],
    ['nests two loops over ten elements', `!${nested(2)}`, 3],
    ['joins the texts of all lines', 'doc.lines.map(l, l.code + " " + l.from).join(", ").split(", ").size() == doc.lines.size()', 300],
    ['searches the texts of every line', 'doc.lines.all(l, l.code.contains("A") && l.from.size() <= 50 && l.code in ["BUS", "TAXI"] && l.code.matches("^[A-Z]{2,10}$"))', 400],
    ['compares long texts of every line with every other', 'doc.lines.all(a, doc.lines.all(b, a.code + " of 36 characters, as a key may have" == b.code + " of 36 characters, as a key may have"))', 150],
    ['starts with a failing operand of many (||)', chained('int("x") > 0', '||', 'true'), 3],
    ['starts with a failing operand of many (&&)', `!(${chained('int("x") > 0', '&&', 'false')})`, 3],
    ['starts with an operand of many that is not a condition', chained('dyn(1)', '||', 'true'), 3],
    ['starts with a failing operand for every line (||)', `doc.lines.all(l, ${chained('int(l.code) > 0', '||', 'true')})`, 60],
    ['starts with a failing operand for every line (&&)', `!doc.lines.exists(l, ${chained('int(l.code) > 0', '&&', 'false')})`, 60],
    ['calls a function of a low declared cost in every turn', inTurns('isCheap(a)'), 3],
    ['calls a function without a declared cost for every line', 'doc.lines.all(l, isGiven(l.amount))', 400],
    ['adds ten working days for every line', 'doc.lines.all(l, addWorkdays("2026-01-01", 10) != "")', 400],
    ['doubles a text five times', `cel.bind(s0, "ab", ${doubled(5)})`, 3],
  ])('it is evaluated when it %s', (_, expression, lines) => {
    expect(checked(expression, lines).rules).toEqual([])
  })

  it.each([
    ['is nested six times', `!${nested(6)}`],
    ['is nested nine times', `!${nested(9)}`],
    ['doubles a text forty times', `cel.bind(s0, "ab", ${doubled(40)})`],
    ['joins a text many times, joins the result and splits it', `cel.bind(s0, ["${'y'.repeat(700)}"], s0.map(a, ${many}.map(b, a).join("")).map(a, ${many}.map(b, a).join("")).join("").split("y").size() > 0)`],
    ['joins long texts repeatedly', `cel.bind(s0, "${'y'.repeat(700)}", ${many}.all(a, ${many}.all(b, ${many}.map(c, s0).join("").size() > 0)))`],
    ['joins texts with a long separator repeatedly', `${many}.all(a, ${many}.all(b, ["", "", ""].join("${'y'.repeat(700)}").size() > 0))`],
    ['splits a text repeatedly', `cel.bind(s0, "${'y'.repeat(700)}", ${many}.all(a, ${many}.all(b, s0.split("").size() > 0)))`],
    ['splits a text up to a limit repeatedly', `cel.bind(s0, "${'y'.repeat(700)}", ${many}.all(a, ${many}.all(b, s0.split("", 600).size() > 0)))`],
    ['concatenates texts repeatedly', `cel.bind(s0, "${'y'.repeat(700)}", ${many}.all(a, ${many}.all(b, (s0 + s0).size() > 0)))`],
    ['concatenates lists repeatedly', `cel.bind(s0, ${many}, ${many}.all(a, ${many}.all(b, (s0 + s0).size() > 0)))`],
    ['changes the case of a text repeatedly', `cel.bind(s0, "${'y'.repeat(700)}", ${many}.all(a, ${many}.all(b, s0.upperAscii().size() > 0)))`],
    ['compares lists of lists of lists', `cel.bind(s0, [1], ${listed(30, '==')})`],
    ['doubles a list forty times', `cel.bind(s0, [1, 2], ${doubled(40)})`],
    ['measures a long text repeatedly', bound(longText, inTurns('s1.size() > 0'))],
    ['measures a long text by the function repeatedly', bound(longText, inTurns('size(s1) > 0'))],
    ['searches a long text repeatedly', bound(longText, inTurns('!s1.contains("yyyx")'))],
    ['searches a long text for half of it', bound({ ...longText, s2: `${many}.map(b, b < 70 ? s0 : "x").join("")`, s3: 's2 + s0' }, '[1, 2, 3, 4].all(a, s1.lastIndexOf(s3) < 0 && !s1.contains(s3))')],
    ['splits a long text at half of it', bound({ ...longText, s2: `${many}.map(b, b < 70 ? s0 : "x").join("")`, s3: 's2 + s0' }, '[1, 2, 3, 4].all(a, s1.split(s3).size() > 0)')],
    ['trims blanks repeatedly', bound({ s0: `"${' '.repeat(700)}"`, s1: `${many}.map(b, s0).join("")` }, inTurns('s1.trim() == ""'))],
    ['splits a long text up to a limit of one', bound(longText, inTurns('s1.split("", 1).size() == 1'))],
    ['decodes bytes as a text repeatedly', bound({ ...longText, s2: 'bytes(s1)' }, inTurns('string(s2) != ""'))],
    ['parses JSON repeatedly', bound({ s0: `"${'1,'.repeat(300)}1"`, s1: `bytes("{\\"k\\": [" + ${many}.map(a, s0).join(",") + "]}")` }, inTurns('s1.json().k[0] == 1.0'))],
    ['parses many digits as a duration', bound({ s0: `"${'1'.repeat(700)}"` }, `${many}.all(a, duration(s0) == duration(s0) || true)`)],
    ['matches a long text against a large pattern', bound(longText, `!s1.matches("${'(y{1000}|z)'.repeat(60)}x")`)],
    ['compiles a pattern in every turn', inTurns('!"z".matches("^(y{1000}){1}y{1000}" + string(a) + "x" + string(b))')],
    ['compares long lists repeatedly', bound({ ...longList('l'), ...longList('m') }, inTurns('l == m'))],
    ['searches a long list repeatedly', bound(longList('l'), inTurns('!(99999 in l)'))],
    ['searches a list of lists for a list repeatedly', bound({ ...longList('l'), ...longList('m') }, inTurns('l in [m]'))],
    ['joins empty texts repeatedly', bound(longList('l', '""'), inTurns('l.join() == ""'))],
    ['sums a long list repeatedly', bound(longList('l', '1.0'), inTurns('sum(l) > 0.0'))],
    ['compares maps of maps of maps', nestedIn(thirtyOf, 6)],
    ['compares lists of maps built by loops', nestedIn((inner) => `${digits}.map(x, ${inner})`, 10)],
    ['passes maps of maps to a function', bound({ s0: '{"a": 1}', ...Object.fromEntries(Array.from({ length: 6 }, (_, level) => [`s${level + 1}`, thirtyOf(`s${level}`)])) }, 'isGiven(s6)')],
    ['passes a long list to a function repeatedly', bound(longList('l'), inTurns('isGiven(l)'))],
    ['converts a timestamp to a time zone repeatedly', inTurns('timestamp("2026-01-01T00:00:00Z").getHours("Africa/Nairobi") >= 0')],
    ['adds a year of working days repeatedly', inTurns('addWorkdays("2026-01-01", 366) != ""')],
    ['has a failing operand repeatedly', `[1, 2].all(c, ${inTurns('int("x") > 0 || true')})`],
    ['has a failing loop repeatedly', `[1, 2].all(c, ${inTurns('![true].exists(x, int("x") > 0 || x) || true')})`],
    ['tests a missing field for emptiness repeatedly', bound({ s0: '{"a": 1}' }, `[1, 2].all(c, ${inTurns('isEmpty(s0.b)')})`)],
    ['calls a function without a declared cost repeatedly', inTurns('isGiven(a)')],
    ['calls a function of a high declared cost', `${many}.all(a, isDear(a + 100))`],
    ['calls a function whose declared cost is not a number repeatedly', inTurns('isUnsure(a)')],
    ['calculates with dates in every turn', inTurns('addDays("2026-01-01", 1) != ""')],
    ['has a failing operand a thousand times', `${digits}.all(a, ${digits}.all(b, ${digits}.all(c, int("x") > 0 || true)))`],
    ['is long and fails in every turn', bound(longText, `${many}.all(a, int("x") > 0 || ${Array.from({ length: 100 }, () => `s0 != "${'y'.repeat(900)}"`).join(' || ')})`)],
    ['computes much in every turn', `${many}.all(c, ${inTurns(Array.from({ length: 8 }, () => `[${Array.from({ length: 190 }, () => 'a').join()}].size() > 0`).join(' && '))})`],
  ])('it is refused soon, and other rules are evaluated, when it %s', (_, expression) => {
    const { rules, milliseconds } = checked(expression)
    expect(rules).toEqual(['heavy'])
    expect(milliseconds).toBeLessThan(2_000)
  })

  it('a loop that is refused on each of many lines stops at once', () => {
    const rules = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`heavy-${at}`, makeRule(`heavy-${at}`, ['lines.amount'], 'check', 'doc.lines.all(a, a.amount + line.amount >= 0.0)')]))
    const type = createEngine(expenseCatalogue({ rules })).type('expense')
    const doc = validExpense(Array.from({ length: 300 }, (_, index) => ({ line_no: index, code: 'TAXI', quantity: 1, amount: 10, from: 'HQ' })))
    const began = performance.now()
    expect(type.evaluate(doc, makeContext()).issues.length).toBeGreaterThan(10_000)
    expect(performance.now() - began).toBeLessThan(15_000)
  })

  it('its value is refused when it is larger than a document may be', () => {
    const wide = (of: unknown): Record<string, unknown> => Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}`, of]))
    expect(() => evaluation(() => wide(wide(1)))).not.toThrow()
    expect(() => evaluation(() => wide(wide(wide(1))))).toThrow('The value of the expression is too large')
    expect(() => evaluation(() => Array.from({ length: 2_000 }, () => 'y'.repeat(90_000)))).toThrow('too many steps')
  })

  it('its steps also count against the limit of the work that it is part of', () => {
    const whole = new StepLimit(100)
    const take = (count: number) => (): void => { new StepLimit(60, whole).spend(() => { chargeSteps(count) }) }
    expect(take(61)).toThrow('too many steps')
    expect(take(30)).not.toThrow()
    expect([take(30), take(0)].map((work) => { try { work(); return 'done' } catch { return 'refused' } })).toEqual(['refused', 'refused'])
    expect(whole.isExhausted).toBe(true)
  })

  it('it uses what is left of the steps that all expressions over one context share', () => {
    const type = createEngine(expenseCatalogue({})).type('expense')
    const ctx = { ...makeContext(), limit: new StepLimit(1_000) }
    const test = (): boolean => type.test(`${many}.all(a, a >= 0)`, validExpense([]), ctx)
    expect(Array.from({ length: 10 }, test)).toEqual([...Array.from({ length: 7 }, () => true), false, false, false])
    expect(type.test('doc.total >= 0.0', validExpense([]), ctx)).toBe(true)
  })

  it('the conditions of a type’s actions are evaluated in pieces, one for each action', () => {
    const type = createEngine(expenseCatalogue({})).type('expense')
    expect([...type.findingActions(validExpense([]), makeContext(), { isOwner: true, hasOpenEntry: false }, false)]).toHaveLength(Object.keys(type.manifest.actions).length)
  })

  it('a list of the document counts with the length that it has grown to', () => {
    const lines: unknown[] = [1]
    const look = (): void => evaluation(() => { expectBounded([lines, lines]) })
    expect(look).not.toThrow()
    lines.push(...Array.from({ length: 15_000 }, () => 1))
    expect(look).toThrow('The value of the expression is too large')
  })

  it('a text is matched in linear time', () => {
    expect(checked('"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!".matches("^(a+)+$") == false').rules).toEqual([])
  })
})
