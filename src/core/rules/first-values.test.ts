import { expect, test } from 'vitest'
import { createEngine } from '../engine.ts'
import type { ResolvedField, ResolvedRule } from '../manifest/resolve/resolved.ts'
import type { Doc } from '../document/json.ts'
import { makeField } from '../testing/make-type.ts'
import { CODES, expenseCatalogue, expenseType, makeContext, makeRule } from './testing/expense-catalogue.ts'

interface Case { header: Record<string, Partial<ResolvedField>>; line?: Record<string, Partial<ResolvedField>>; rules?: ResolvedRule[] }

/** Expenses with a code of their own, the given additional fields and only the given rules. */
function typeWith({ header, line = { place: { defaultExpression: 'doc.home' } }, rules = [] }: Case) {
  const { shape } = expenseType()
  const fields = (given: Record<string, Partial<ResolvedField>>) => Object.fromEntries(Object.entries(given).map(([name, one]) => [name, makeField(name, one)]))
  const lines = shape.fields['lines']!
  const of = { ...shape.fields, person: makeField('person', { ref: { to: 'code', as: 'personRecord', label: 'description' } }), ...fields(header), lines: { ...lines, line: { ...lines.line!, fields: { ...lines.line!.fields, ...fields(line) } } } }
  const catalogue = expenseCatalogue({ shape: { ...shape, fields: of }, rules: Object.fromEntries(rules.map((rule) => [rule.name, rule])) })
  return createEngine(catalogue).type('expense')
}

const HOME = { home: { compute: 'doc.personRecord.description' } }
const SENT: Doc = { description: 'Trip', person: 'TAXI', lines: [{ code: 'MEAL', amount: 100 }] }

test.each<[string, Case]>([
  ['a computed field', { header: HOME }],
  ['a field that is computed from a computed one', { header: { ...HOME, home: { compute: 'doc.town' }, town: { compute: 'doc.personRecord.description' } } }],
  ['a rule that sets a value', { header: { home: {} }, rules: [makeRule('home', ['home'], 'value', 'doc.personRecord.description')] }],
  ['a rule whose condition reads the record', { header: { home: {} }, rules: [makeRule('home', ['home'], 'value', '"Taxi"', { when: 'doc.personRecord.isTransport' })] }],
])('a new line starts with a value that the header gets from a record by %s', (_, given) => {
  const type = typeWith(given)
  expect(type.firstValuesReadRecords()).toBe(true)
  expect(type.accept(SENT, undefined, makeContext()).doc['lines']).toMatchObject([{ place: 'Taxi' }])
  // The same as on screen.
  const session = type.session({ ...SENT, lines: [] }, makeContext())
  session.addLine('lines')
  expect(session.doc()['lines']).toMatchObject([{ place: 'Taxi' }])
})

test.each<[string, Case]>([
  ['a default that reads the record of any line', { header: {}, line: { place: { defaultExpression: 'doc.lines.exists(l, l.codeRecord.isTransport) ? "Far" : "Near"' } } }],
  ['a stamp that reads a field computed from a record', { header: { ...HOME, from: { stamp: 'doc.home' } }, line: {} }],
  ['a stamp that reads a field computed from a record by “self”', { header: { ...HOME, from: { stamp: 'self.home' } }, line: {} }],
])('first values read records with %s', (_, given) => {
  expect(typeWith(given).firstValuesReadRecords()).toBe(true)
})

test.each<[string, Case]>([
  ['a computed field that no first value reads', { header: HOME, line: {} }],
  ['a default that reads an entered field of the header', { header: { home: {} } }],
])('first values read no records with %s', (_, given) => {
  expect(typeWith(given).firstValuesReadRecords()).toBe(false)
})

test('a new line starts without the value when the record is missing', () => {
  const bare = makeContext({ ref: (type, key) => (type === 'code' && key !== 'TAXI' ? CODES[key] : undefined) })
  expect(typeWith({ header: HOME }).accept(SENT, undefined, bare).doc['lines']).not.toHaveProperty('0.place')
})
