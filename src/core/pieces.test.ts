/** Work in pieces yields after each expression, however many expensive ones there are. */
import { expect, test } from 'vitest'
import type { CompiledType } from './compiled-type.ts'
import { createEngine } from './engine.ts'
import type { ResolvedRule } from './manifest/resolve/resolved.ts'
import type { Pieces } from './pieces.ts'
import { expenseCatalogue, expenseType, makeContext, makeRule, validExpense } from './rules/testing/expense-catalogue.ts'
import { makeAction, makeField, makeShape } from './testing/make-type.ts'

const ctx = makeContext()
const COSTLY = 'isCostly(doc.description)'
let calls = 0

const { shape } = expenseType()
const names = ['one', 'two', 'three', 'four'] as const
const started = Object.fromEntries(names.map((name) => [name, makeField(name, { type: 'boolean', defaultExpression: COSTLY })]))
const live = Object.fromEntries(names.map((name) => [`${name}-live`, makeField(`${name}-live`, { type: 'boolean', readOnly: true, compute: COSTLY, live: [] })]))
const stamped = Object.fromEntries(names.map((name) => [`${name}-stamp`, makeField(`${name}-stamp`, { type: 'boolean', readOnly: true, stamp: COSTLY })]))

function typeOf(given: Parameters<typeof expenseCatalogue>[0]): CompiledType {
  const call = (): boolean => {
    calls += 1
    return true
  }
  return createEngine(expenseCatalogue({ rules: {}, ...given }), { isCostly: { signature: 'isCostly(dyn): bool', description: 'Counts how often it is called.', call } }, (report) => { throw new Error(report.message) }).type('expense')
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
const chosen = typeOf({ actions: { pay: makeAction('pay', { input: makeShape(Object.fromEntries(names.map((name) => [name, { ref: { to: 'code', label: 'description', options: COSTLY } }]))) }) } })
const taxis = Object.fromEntries(names.map((name) => [name, 'TAXI']))
const doc = { ...validExpense(), note: 'why' }

test.each<[string, () => Pieces<unknown>]>([
  ['the first values of a document', () => typeOf({ shape: { ...shape, fields: { ...shape.fields, ...started } } }).makingDocument(ctx)],
  ['the stamps of a document', () => typeOf({ shape: { ...shape, fields: { ...shape.fields, ...stamped } } }).stamping(doc, ctx)],
  ['the first values of a document that is sent', () => typeOf({ shape: { ...shape, fields: { ...shape.fields, ...started, ...stamped } } }).accepting({}, undefined, ctx)],
  ['the first values of a line that is sent', () => {
    const lines = shape.fields['lines']!
    return typeOf({ shape: { ...shape, fields: { ...shape.fields, lines: { ...lines, line: { ...lines.line!, fields: { ...lines.line!.fields, ...started } } } } } }).accepting({ lines: [{ code: 'TAXI' }] }, undefined, ctx)
  }],
  ['the checks of an action', () => withInput('check', COSTLY).findingActionIssues('pay', doc, undefined, ctx)],
  ['the bounds of an action', () => withInput('max', `${COSTLY} ? 1.0 : 2.0`).findingActionIssues('pay', doc, undefined, ctx)],
  ['the references of an action’s input', () => chosen.acceptingInput('pay', taxis, doc, ctx)],
  ['the checks of a field', () => withRules(...effects('check', COSTLY)).evaluating(doc, ctx)],
  ['the conditions of the checks of a field', () => withRules(...effects('check', 'true', { when: COSTLY })).evaluating(doc, ctx)],
  ['a check and its condition', () => withRules(makeRule('one', ['note'], 'check', COSTLY, { when: COSTLY })).evaluating(doc, ctx)],
  ['the bounds of a field', () => withRules(...names.map((name) => makeRule(name, ['total'], 'max', `${COSTLY} ? 900.0 : 0.0`))).evaluating(doc, ctx)],
  ['the rules that require a field', () => withRules(...effects('required', `!${COSTLY}`)).evaluating(doc, ctx)],
  ['the rules that hide a field', () => withRules(...effects('visible', COSTLY)).evaluating(doc, ctx)],
  ['the rules that disable a field', () => withRules(...effects('enabled', COSTLY)).evaluating(doc, ctx)],
  ['the values of a field', () => withRules(...effects('value', `${COSTLY} ? "why" : "what"`)).evaluating(doc, ctx)],
  ['the values that an action sets or posts', () => typeOf({}).findingValues(Object.fromEntries(names.map((name) => [name, COSTLY])), doc, ctx)],
  ['the values that an action sets or posts for each line', () => typeOf({}).findingValuesOfEach(Object.fromEntries(names.map((name) => [name, COSTLY])), 'lines', doc, ctx)],
  ['the live fields of a record', () => typeOf({ shape: { ...shape, fields: { ...shape.fields, ...live } } }).makingLive(doc, { ...ctx, lookups: {} })],
  ['the live fields of a line', () => {
    const lines = shape.fields['lines']!
    return typeOf({ shape: { ...shape, fields: { ...shape.fields, lines: { ...lines, line: { ...lines.line!, fields: { ...lines.line!.fields, ...live } } } } } }).makingLive(doc, { ...ctx, lookups: {} })
  }],
  ['the captions of a field', () => withRules(...effects('label', `${COSTLY} ? "" : "Why"`)).evaluating(doc, ctx)],
])('%s are computed with one expression in each piece', (_, start) => {
  calls = 0
  const work = start()
  const pieces: number[] = []
  for (let done = false; !done;) {
    const before = calls
    done = work.next().done === true
    pieces.push(calls - before)
  }
  expect(Math.max(...pieces)).toBe(1)
  expect(calls).toBeGreaterThan(1)
})
