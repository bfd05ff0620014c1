/** Work in pieces yields after each expression, however many expensive ones there are. */
import { expect, test } from 'vitest'
import type { CompiledType } from './compiled-type.ts'
import { createEngine } from './engine.ts'
import type { ResolvedRule } from './manifest/resolve/resolved.ts'
import type { Pieces } from './pieces.ts'
import { expenseCatalogue, expenseType, makeContext, makeRule, validExpense } from './rules/testing/expense-catalogue.ts'
import { makeAction, makeField, makeShape } from './testing/make-type.ts'

const ctx = makeContext()
const DEAR = 'isDear(doc.description)'
let asked = 0

const { shape } = expenseType()
const names = ['one', 'two', 'three', 'four'] as const
const started = Object.fromEntries(names.map((name) => [name, makeField(name, { type: 'boolean', defaultExpression: DEAR })]))
const live = Object.fromEntries(names.map((name) => [`${name}-live`, makeField(`${name}-live`, { type: 'boolean', readOnly: true, compute: DEAR, live: [] })]))
const stamped = Object.fromEntries(names.map((name) => [`${name}-stamp`, makeField(`${name}-stamp`, { type: 'boolean', readOnly: true, stamp: DEAR })]))

function typeOf(given: Parameters<typeof expenseCatalogue>[0]): CompiledType {
  const call = (): boolean => {
    asked += 1
    return true
  }
  return createEngine(expenseCatalogue({ rules: {}, ...given }), { isDear: { signature: 'isDear(dyn): bool', description: 'Counts how often it is asked.', call } }, (report) => { throw new Error(report.message) }).type('expense')
}

function withRules(...rules: ResolvedRule[]): CompiledType {
  return typeOf({ rules: Object.fromEntries(rules.map((rule) => [rule.name, rule])) })
}

const effects = (effect: ResolvedRule['effect'], expression: string, more: Partial<ResolvedRule> = {}): ResolvedRule[] => names.map((name) => makeRule(name, ['note'], effect, expression, more))
const withInput = (effect: 'check' | 'max', expression: string): CompiledType => typeOf({
  actions: {
    pay: makeAction('pay', {
      input: makeShape(Object.fromEntries(names.map((name) => [name, { type: 'number' as const }]))),
      checks: Object.fromEntries(names.map((name) => [name, { name, effect, expression, message: '', on: name }])),
    }),
  },
})
const chosen = typeOf({ actions: { pay: makeAction('pay', { input: makeShape(Object.fromEntries(names.map((name) => [name, { ref: { to: 'code', label: 'description', options: DEAR } }]))) }) } })
const taxis = Object.fromEntries(names.map((name) => [name, 'TAXI']))
const doc = { ...validExpense(), note: 'why' }

test.each<[string, () => Pieces<unknown>]>([
  ['first values of a document', () => typeOf({ shape: { ...shape, fields: { ...shape.fields, ...started } } }).makingDocument(ctx)],
  ['stamps', () => typeOf({ shape: { ...shape, fields: { ...shape.fields, ...stamped } } }).stamping(doc, ctx)],
  ['first values of what is sent', () => typeOf({ shape: { ...shape, fields: { ...shape.fields, ...started, ...stamped } } }).accepting({}, undefined, ctx)],
  ['first values of a line that is sent', () => {
    const lines = shape.fields['lines']!
    return typeOf({ shape: { ...shape, fields: { ...shape.fields, lines: { ...lines, line: { ...lines.line!, fields: { ...lines.line!.fields, ...started } } } } } }).accepting({ lines: [{ code: 'TAXI' }] }, undefined, ctx)
  }],
  ['the checks of an action', () => withInput('check', DEAR).findingActionIssues('pay', doc, undefined, ctx)],
  ['the bounds of an action', () => withInput('max', `${DEAR} ? 1.0 : 2.0`).findingActionIssues('pay', doc, undefined, ctx)],
  ['the records that an input names', () => chosen.acceptingInput('pay', taxis, doc, ctx)],
  ['the checks of a field', () => withRules(...effects('check', DEAR)).evaluating(doc, ctx)],
  ['the conditions of the checks of a field', () => withRules(...effects('check', 'true', { when: DEAR })).evaluating(doc, ctx)],
  ['a check and its condition', () => withRules(makeRule('one', ['note'], 'check', DEAR, { when: DEAR })).evaluating(doc, ctx)],
  ['the bounds of a field', () => withRules(...names.map((name) => makeRule(name, ['total'], 'max', `${DEAR} ? 900.0 : 0.0`))).evaluating(doc, ctx)],
  ['what demands a field', () => withRules(...effects('required', `!${DEAR}`)).evaluating(doc, ctx)],
  ['what hides a field', () => withRules(...effects('visible', DEAR)).evaluating(doc, ctx)],
  ['what closes a field', () => withRules(...effects('enabled', DEAR)).evaluating(doc, ctx)],
  ['the values of a field', () => withRules(...effects('value', `${DEAR} ? "why" : "what"`)).evaluating(doc, ctx)],
  ['what an action sets or posts', () => typeOf({}).workingOutValues(Object.fromEntries(names.map((name) => [name, DEAR])), doc, ctx)],
  ['what an action sets or posts for each line', () => typeOf({}).workingOutEach(Object.fromEntries(names.map((name) => [name, DEAR])), 'lines', doc, ctx)],
  ['live fields of a record', () => typeOf({ shape: { ...shape, fields: { ...shape.fields, ...live } } }).makingLive(doc, { ...ctx, lookups: {} })],
  ['live fields of a line', () => {
    const lines = shape.fields['lines']!
    return typeOf({ shape: { ...shape, fields: { ...shape.fields, lines: { ...lines, line: { ...lines.line!, fields: { ...lines.line!.fields, ...live } } } } } }).makingLive(doc, { ...ctx, lookups: {} })
  }],
  ['the captions of a field', () => withRules(...effects('label', `${DEAR} ? "" : "Why"`)).evaluating(doc, ctx)],
])('%s are worked out an expression a piece', (_, start) => {
  asked = 0
  const work = start()
  const pieces: number[] = []
  for (let done = false; !done;) {
    const before = asked
    done = work.next().done === true
    pieces.push(asked - before)
  }
  expect(Math.max(...pieces)).toBe(1)
  expect(asked).toBeGreaterThan(1)
})
