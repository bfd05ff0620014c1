import { describe, expect, test } from 'vitest'
import type { Doc, JsonObject } from '../document/json.ts'
import { createEngine } from '../engine.ts'
import type { RuleContext } from '../expressions/context.ts'
import type { RuleErrorReport } from '../expressions/functions.ts'
import type { ResolvedField, ResolvedRule } from '../manifest/resolve/resolved.ts'
import { makeAction, makeField } from '../testing/make-type.ts'
import { fieldState } from './evaluation.ts'
import { expenseCatalogue, expenseType, makeCatalogue, makeContext, makeRule, validExpense } from './testing/expense-catalogue.ts'

const reports: RuleErrorReport[] = []
const type = createEngine(expenseCatalogue(), {}, (report) => reports.push(report)).type('expense')
const ctx = makeContext()
const evaluate = (doc: Doc, action = 'save') => type.evaluate(doc, ctx, { action })
const errors = (doc: Doc, action = 'save'): Record<string, string> => Object.fromEntries(evaluate(doc, action).issues.map((issue) => [issue.path, issue.message]))
const lineOf = (doc: Doc, index = 0): JsonObject => (doc['lines'] as JsonObject[])[index]!

describe('values', () => {
  test('a computed field follows from others, from lines to the header and back', () => {
    const { doc } = evaluate(validExpense([{ code: 'MEAL', quantity: 2, amount: 1.1 }, { code: 'MEAL', quantity: 1, amount: 2.2 }]))
    expect(doc['total']).toBe(3.3)
    expect(lineOf(doc)['gross']).toBe(2.2)
    expect(lineOf(doc, 1)['share']).toBeCloseTo(66.667, 2)
  })
  test('a value rule sets the value and locks the field while it applies', () => {
    const { doc, fields } = evaluate(validExpense([{ code: 'TAXI', quantity: 1, amount: 9 }]))
    expect(lineOf(doc)['amount']).toBe(250)
    expect(fields['lines.0.amount']?.locked).toBe(true)
    expect(fieldState(evaluate(validExpense()), 'lines.0.amount')?.locked).toBe(false)
  })
  test('a disabled field that clears loses its value, and so does a hidden one', () => {
    const { doc, fields } = evaluate({ ...validExpense([{ code: 'MEAL', quantity: 1, amount: 10, from: 'HQ' }]), note: 'why' })
    expect(lineOf(doc)['from']).toBeUndefined()
    expect(fields['lines.0.from']?.enabled).toBe(false)
    expect(doc['note']).toBeUndefined()
    expect(fields['note']?.visible).toBe(false)
  })
  test('the given document is not modified', () => {
    const doc = validExpense([{ code: 'TAXI', quantity: 1, amount: 9 }])
    const before = JSON.stringify(doc)
    evaluate(doc)
    expect(JSON.stringify(doc)).toBe(before)
  })
})

describe('errors', () => {
  const cases: [string, Doc, string, Record<string, string>][] = [
    ['a valid document has no errors', validExpense(), 'save', {}],
    ['a required field that is missing is reported, in the header and in a line', { start: '2026-06-01', lines: [{ quantity: 1 }] }, 'save', { description: 'Required.', 'lines.0.code': 'Required.', 'lines.0.amount': 'Required.' }],
    ['a text that is too long is reported', { ...validExpense(), description: 'x'.repeat(21) }, 'save', { description: 'Description can have at most 20 characters.' }],
    ['a date that does not exist is reported', { ...validExpense(), end: '2026-02-30' }, 'save', { end: 'End must be a date such as 2026-06-15.' }],
    ['an amount with three decimals is reported', validExpense([{ code: 'MEAL', quantity: 1, amount: 1.005 }]), 'save', { 'lines.0.amount': 'Amount can have at most two decimals.' }],
    ['a number below its minimum is reported', validExpense([{ code: 'MEAL', quantity: 0, amount: 1 }]), 'save', { 'lines.0.quantity': 'Cannot be less than 1' }],
    ['a failed check is reported with the label of its field', { ...validExpense(), end: '2026-05-01' }, 'save', { end: 'End lies before the start' }],
    ['a check for another action is not made', validExpense([{ code: 'MEAL', quantity: 1, amount: 6000 }]), 'save', { note: 'Required.' }],
    ['a check for this action is made', { ...validExpense([{ code: 'MEAL', quantity: 1, amount: 6000 }]), note: 'n' }, 'send', { total: 'At most 5,000' }],
    ['a requirement for this action has its own message', validExpense([{ code: 'BUS', quantity: 1, amount: 1 }]), 'send', { 'lines.0.from': 'Where from?', end: 'End lies before the start' }],
  ]
  test.each(cases)('%s', (_, doc, action, expected) => {
    const withEnd: Doc = 'end' in doc || 'end' in expected ? doc : { ...doc, end: '2026-06-30' }
    expect(errors(withEnd, action)).toEqual(expected)
  })
  test('a warning stops nothing', () => {
    const result = evaluate({ ...validExpense(), end: '2026-06-30' })
    expect(result.issues).toEqual([])
    expect(result.warnings).toEqual([{ path: 'lines.0.share', rule: 'share-low', message: 'Large share', severity: 'warning' }])
  })
})

describe('a rule that fails', () => {
  const failing = (effect: 'check' | 'visible' | 'enabled' | 'required', expression: string) => {
    const found: RuleErrorReport[] = []
    const rule = makeRule('broken', ['note'], effect, expression)
    const broken = createEngine(expenseCatalogue({ rules: { broken: rule } }), {}, (report) => found.push(report)).type('expense')
    return { result: broken.evaluate(validExpense(), ctx), found }
  }
  test('it denies: the field is hidden, disabled or required, or the check fails', () => {
    expect(failing('visible', 'user.grade > "2026"').result.fields['note']?.visible).toBe(false)
    expect(failing('enabled', 'user.grade > "2026"').result.fields['note']?.enabled).toBe(false)
    expect(failing('required', 'user.grade > "2026"').result.fields['note']?.required).toBe(true)
    expect(failing('check', 'user.grade > "2026"').result.issues.map((issue) => issue.rule)).toEqual(['broken'])
  })
  test('it is reported with its name and type', () => {
    expect(failing('visible', 'user.grade > "2026"').found).toMatchObject([{ type: 'expense', rule: 'broken', code: 'no_such_key', absent: true }])
  })
  test('it denies when its expression cannot be parsed', () => {
    const { result, found } = failing('check', 'doc.((')
    expect(result.issues.map((issue) => issue.rule)).toEqual(['broken'])
    expect(found).toHaveLength(1)
  })
  test('it adds no message when the empty field that it reads is reported already', () => {
    const { start: _, ...without } = validExpense()
    expect(errors({ ...without, end: '2026-06-30' })).toEqual({ start: 'Required.' })
  })
})

describe('a field that is closed to the person', () => {
  const rules = { officers: makeRule('officers', ['note'], 'enabled', '"finance" in user.roles') }
  const guarded = createEngine(expenseCatalogue({ rules })).type('expense')
  test('it keeps its stored value against a forged one', () => {
    const forged = { ...validExpense(), note: 'forged' }
    expect(guarded.evaluate(forged, makeContext({ prev: { ...validExpense(), note: 'stored' } })).doc['note']).toBe('stored')
    expect(guarded.evaluate(forged, ctx).doc['note']).toBeUndefined()
  })
  test('it is open to a person with the role', () => {
    const officer = makeContext({ user: { ...ctx.user, roles: ['everyone', 'finance'] } })
    expect(guarded.evaluate({ ...validExpense(), note: 'mine' }, officer).doc['note']).toBe('mine')
  })
})

describe('a rule over lookups', () => {
  const rules = { daily: makeRule('daily', ['total'], 'check', 'lookups.today + doc.total <= 500', { message: 'Too much today' }) }
  const lookups = { today: { name: 'today', of: 'expense', where: 'true', figure: 'count' as const, value: 'number' as const } }
  const limited = createEngine(expenseCatalogue({ rules, lookups })).type('expense')
  test('it is left to the server, which has the figures', () => {
    expect(limited.evaluate(validExpense(), ctx).issues).toEqual([])
    expect(limited.evaluate(validExpense(), makeContext({ lookups: { today: 450 } })).issues.map((issue) => issue.message)).toEqual(['Too much today'])
    expect(limited.requiredContext().lookups).toEqual(['today'])
  })
})

describe('a figure that depends on the input of an action', () => {
  const checks = (expression: string, message = 'Closed') => ({ open: { name: 'open', effect: 'check' as const, expression, message } })
  const lookups = { closed: { name: 'closed', of: 'expense', where: 'row.start == input.day', figure: 'count' as const, value: 'number' as const } }
  const actions = {
    save: makeAction('save', { saves: true }), settle: makeAction('settle', { checks: checks('lookups.closed == 0.0') }), pay: makeAction('pay', { effects: ['tell'] }),
    tell: makeAction('tell', { checks: checks('true', '{lookups.closed} are closed') }),
  }
  const limited = createEngine(expenseCatalogue({ lookups, actions })).type('expense')
  test('it is read for actions that use it, and for no other, which has no such input', () => {
    expect(['settle', 'tell', 'pay'].map((action) => limited.actionContext(action).lookups)).toEqual([['closed'], ['closed'], []])
    expect([limited.requiredContext('save').lookups, limited.requiredContext().lookups]).toEqual([[], []])
  })
})

describe('a new document', () => {
  test('it has its state, its defaults and what follows from them', () => {
    expect(type.newDocument(ctx)).toMatchObject({ status: 'Open', start: '2026-06-15', total: 0 })
  })
  test('it is stamped with what only the server sets', () => {
    expect(type.stamp({ description: 'x', employee_no: 'E999' }, ctx)).toEqual({ description: 'x', employee_no: 'E1', status: 'Open' })
  })
  test('its new lines have their defaults', () => {
    expect(type.newLine('lines', {}, ctx)).toEqual({ quantity: 1 })
  })
})

describe('the references of a document', () => {
  test('each referenced record is listed once', () => {
    expect(type.refsOf(validExpense([{ code: 'TAXI' }, { code: 'TAXI' }, { code: 'MEAL' }]))).toEqual([{ type: 'code', key: 'TAXI' }, { type: 'code', key: 'MEAL' }])
  })
  test('an unknown record and one that may not be chosen are refused, and a stored reference is not checked again', () => {
    const doc = validExpense([{ line_no: 1, code: 'NOPE' }, { line_no: 2, code: 'OLD' }, { line_no: 3, code: 'OLD' }])
    const prev = validExpense([{ line_no: 3, code: 'OLD' }])
    expect(type.refIssues(doc, makeContext({ prev })).map(({ path, rule }) => [path, rule])).toEqual([['lines.0.code', 'ref'], ['lines.1.code', 'refOption']])
  })
})

test('a stored value beyond a limit that was tightened is refused when its record is next saved', () => {
  const stored = { ...validExpense(), end: '2026-06-02', description: 'x'.repeat(21) }
  expect(type.evaluate(stored, makeContext({ prev: stored })).issues).toMatchObject([{ path: 'description', rule: 'maxLength' }])
})

test('an expression of the manifest gives a truth value or a value, and a failure denies', () => {
  expect(type.test('doc.total > 10', { total: 11 }, ctx)).toBe(true)
  expect(type.test('doc.total > 10', {}, ctx)).toBe(false)
  expect(type.value('size(doc.lines) + 1', validExpense(), ctx)).toBe(2)
  expect(type.value('doc.end', validExpense(), ctx)).toBeUndefined()
  expect(type.trace(validExpense(), ctx, {}).some(({ error }) => error !== undefined)).toBe(false)
})

test('the trace lists each rule with whether it applied and what it gave', () => {
  const trace = type.trace(validExpense([{ code: 'TAXI', quantity: 1 }]), ctx)
  expect(trace).toContainEqual({ rule: 'amount-from-rate', effect: 'value', path: 'lines.0.amount', applied: true, result: 250 })
  expect(trace.find((one) => one.rule === 'ends-after-start')).toMatchObject({ applied: true, result: false })
})

describe('dates that cannot be chosen', () => {
  const sundays = makeRule('no-sundays', ['end'], 'unavailable', 'day == "2026-06-07" || day == "2026-06-14" ? "Sundays are off" : ""')
  const engineOf = (rules: Record<string, ResolvedRule>) => createEngine(expenseCatalogue({ rules }), {}).type('expense')
  const messagesOf = (rules: Record<string, ResolvedRule>, doc: Doc, given: Partial<RuleContext> = {}): string[] => engineOf(rules).evaluate({ ...validExpense(), ...doc }, makeContext(given)).issues.map(({ message }) => message)
  const closed = (rules: Record<string, ResolvedRule>, days: string[], doc: Doc = {}): (string | undefined)[] => {
    const reason = engineOf(rules).session({ ...validExpense(), ...doc }, makeContext()).unavailable('end')
    return days.map((day) => reason?.(day))
  }

  test.each<[string, Partial<ResolvedRule>, Doc, string[]]>([
    ['an unavailable date is refused with the reason', {}, { end: '2026-06-07' }, ['End: Sundays are off']],
    ['an unavailable date is refused with the rule’s message', { message: 'Not on that {label}. {reason}.' }, { end: '2026-06-07' }, ['Not on that End. Sundays are off.']],
    ['another date is accepted', {}, { end: '2026-06-08' }, []],
    ['an empty field is accepted', {}, {}, []],
    ['a value that is not a date is refused as such', {}, { end: 'Sunday' }, ['End must be a date such as 2026-06-15.']],
    ['an unavailable date is accepted where the rule does not apply', { when: 'doc.start == "2026-06-02"' }, { end: '2026-06-07' }, []],
    ['an unavailable date is accepted for actions that the rule does not name', { for: ['send'] }, { end: '2026-06-07' }, []],
  ])('%s', (_, rule, doc, messages) => {
    expect(messagesOf({ sundays: { ...sundays, ...rule } }, doc)).toEqual(messages)
  })
  test('a warning stops nothing and closes no date', () => {
    const rules = { sundays: { ...sundays, severity: 'warning' as const } }
    const { issues, warnings } = engineOf(rules).evaluate({ ...validExpense(), end: '2026-06-07' }, makeContext())
    expect([issues, warnings.map(({ message }) => message)]).toEqual([[], ['End: Sundays are off']])
    expect(closed(rules, ['2026-06-07'])).toEqual([undefined])
  })
  test('a date is refused when the rule fails', () => {
    expect(messagesOf({ sundays: makeRule('failing', ['end'], 'unavailable', 'addDays("x", 1.0)') }, { end: '2026-06-08' })).toEqual(['End: this day cannot be chosen'])
  })
  test('a reason that follows from a redacted field is not disclosed', () => {
    const rules = { note: makeRule('after-note', ['end'], 'unavailable', 'doc.note') }
    expect(messagesOf(rules, { end: '2026-06-08', note: 'Secret' })).toEqual(['End: Secret'])
    expect(messagesOf(rules, { end: '2026-06-08', note: 'Secret' }, { redacted: new Set(['note']) })).toEqual(['End: this day cannot be chosen'])
    expect(messagesOf(rules, { end: '2026-06-08', note: 'Secret' }, { readsRedacted: () => true })).toEqual(['End: this day cannot be chosen'])
    const worded = { note: makeRule('after-note', ['end'], 'unavailable', 'doc.note', { message: '{reason}.' }) }
    expect(messagesOf(worded, { end: '2026-06-08', note: 'Secret' }, { readsRedacted: () => true })).toEqual(['End: this day cannot be chosen'])
  })
  test('a calendar evaluates the rule for each date, also for later actions of the state', () => {
    const days = ['2026-06-06', '2026-06-07']
    expect(closed({ sundays }, days)).toEqual([undefined, 'Sundays are off'])
    expect(closed({ sundays: { ...sundays, for: ['send'] } }, days)).toEqual([undefined, 'Sundays are off'])
    expect(closed({ sundays: { ...sundays, for: ['cancel-there-is-none'] } }, days)).toEqual([undefined, undefined])
  })
  test('a calendar of a field without such rules evaluates nothing', () => {
    expect(engineOf({}).session(validExpense(), makeContext()).unavailable('end')).toBeUndefined()
  })
  test('a rule that takes too long for a calendar closes no date there, and refuses the document', () => {
    const many = `[${Array.from({ length: 120 }, (_, index) => index).join(', ')}]`
    const long = makeRule('long', ['end'], 'unavailable', `${many}.exists(a, ${many}.exists(b, a + b > 500)) ? "" : "Never"`)
    expect(closed({ long }, ['2026-06-07', '2026-06-08'])).toEqual([undefined, undefined])
    expect(messagesOf({ long }, { end: '2026-06-07' })).toEqual(['End: Never'])
  })
  test('the reason follows the fields that it reads while the date stays', () => {
    const session = engineOf({ note: makeRule('note', ['end'], 'unavailable', 'has(doc.note) ? doc.note : ""') }).session({ ...validExpense(), end: '2026-06-08' }, makeContext())
    for (const [note, messages] of [['Shut', ['End: Shut']], ['Full', ['End: Full']], ['', []]] as const) {
      session.set('note', note)
      expect(session.issuesAt('end').map(({ message }) => message)).toEqual(messages)
    }
  })
})

describe('the bounds of a field', () => {
  const bounded = (rules: Record<string, ResolvedRule>, doc: Doc, given: Partial<RuleContext> = {}) => createEngine(expenseCatalogue({ rules }), {}).type('expense').evaluate({ ...validExpense(), ...doc }, makeContext(given))
  const least = makeRule('not-before', ['end'], 'min', 'doc.start', { message: 'Not before {limit}' })
  const greatest = makeRule('not-after', ['end'], 'max', 'addDays(doc.start, 10.0)')

  test('the tightest of several bounds is given to the picker', () => {
    const { fields } = bounded({ least, greatest, tighter: makeRule('tighter', ['end'], 'max', '"2026-06-05"') }, {})
    expect(fields['end']).toMatchObject({ min: '2026-06-01', max: '2026-06-05' })
  })
  test('a line has its bound even when nothing else of its state differs', () => {
    const { fields } = bounded({ least: makeRule('least', ['lines', 'quantity'], 'min', 'line.amount > 5.0 ? 3.0 : 1.0') }, { lines: [{ code: 'MEAL', quantity: 4, amount: 10 }] })
    expect(fields['lines.0.quantity']?.min).toBe(3)
  })
  test.each<[string, Doc, string[]]>([
    ['a value at the bound is accepted', { end: '2026-06-01' }, []],
    ['a value below the bound is refused with the rule’s message', { end: '2026-05-31' }, ['Not before 1st Jun 2026']],
    ['a value above the bound is refused with the default message', { end: '2026-06-12' }, ['End must be 11th Jun 2026 or earlier']],
    ['an empty field is within any bound', {}, []],
  ])('%s', (_, doc, messages) => {
    expect(bounded({ least, greatest }, doc).issues.map(({ message }) => message)).toEqual(messages)
  })
  test('a default message shows the bound as the screen would', () => {
    const described = (field: Partial<ResolvedField>, value: string | number, bounds: [effect: 'min' | 'max', bound: string][]): string[] => {
      const type = expenseType({ rules: Object.fromEntries(bounds.map(([effect, bound]) => [effect, makeRule(effect, ['note'], effect, bound)])) })
      const shape = { ...type.shape, fields: { ...type.shape.fields, note: makeField('note', { title: 'Note', ...field }) } }
      const company = { ...makeContext().company, timeZone: 'Africa/Nairobi' }
      return createEngine(makeCatalogue([{ ...type, shape }]), {}).type('expense').evaluate({ ...validExpense(), note: value }, makeContext({ company })).issues.map(({ message }) => message)
    }
    expect(described({ type: 'number' }, 1, [['min', '12500.125']])).toEqual(['Note must be at least 12,500.125'])
    expect(described({ type: 'number', money: '' }, 90000, [['max', '12500.5']])).toEqual(['Note must be at most 12,500.5'])
    expect(described({ type: 'integer' }, 0, [['min', '1000']])).toEqual(['Note must be at least 1,000'])
    expect(described({ format: 'date' }, '2026-06-12', [['max', '"2026-06-11"']])).toEqual(['Note must be 11th Jun 2026 or earlier'])
    expect(described({ format: 'date-time' }, '2026-06-12T08:00:00Z', [['max', '"2026-06-11T22:05:00Z"']])).toEqual(['Note must be 12th Jun 2026, 01:05 or earlier'])
  })
  test('an empty bound and a bound of another action do not apply', () => {
    expect(bounded({ least: makeRule('least', ['end'], 'min', 'doc.note') }, { end: '2020-01-01' }).issues).toEqual([])
    const later = { later: makeRule('later', ['end'], 'min', '"2026-07-01"', { for: ['send'] }) }
    expect(bounded(later, { end: '2026-06-02' }).issues).toEqual([])
    expect(bounded(later, { end: '2026-06-02' }).fields['end']?.min).toBeUndefined()
  })
  test('a bound that fails refuses the value, also when it reads what the person lacks', () => {
    expect(bounded({ least: makeRule('least', ['end'], 'min', 'user.grade + ""') }, { end: '2026-06-02' }).issues.map(({ rule }) => rule)).toEqual(['least'])
    expect(bounded({ least: makeRule('least', ['end'], 'min', 'addDays("x", 1.0)') }, { end: '2026-06-02' }).issues.map(({ rule }) => rule)).toEqual(['least'])
  })
  test('a number in a line has bounds too', () => {
    const rules = { low: makeRule('low', ['lines', 'amount'], 'max', 'line.price * 2', { message: 'At most {limit}' }) }
    const { issues } = bounded(rules, { lines: [{ code: 'MEAL', quantity: 1, amount: 30, price: 10 }, { code: 'MEAL', quantity: 1, amount: 20, price: 10 }] })
    expect(issues.map(({ path, message }) => [path, message])).toEqual([['lines.0.amount', 'At most 20']])
  })
})
