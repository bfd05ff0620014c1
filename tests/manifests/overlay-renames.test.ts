import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/index.ts'
import { expressionPlaces } from '../../src/core/manifest/shorthand/expression-places.ts'
import { followingFields } from '../../src/core/overlay/field-renames.ts'
import { SCHEMAS } from './load.ts'

const was = (name: string): object => ({ 'x-renamed-from': [name] })
const manifest = {
  id: 'outlay', renamedFrom: ['expense'],
  schema: { properties: { total: was('amount'), reason: was('purpose') }, $defs: { item: { properties: { net: was('price') } } } },
  lookups: { own: { of: 'outlay', sum: 'total', where: 'row.total > 0.0' }, spent: { of: 'budget-ledger', sum: 'amount', where: 'true' } },
} as unknown as JsonObject
const changeExpressions = expressionPlaces(SCHEMAS)

test.each([
  { at: 'lookups.new', to: { of: 'outlay', sum: 'amount', per: 'purpose', where: 'row.amount > doc.amount' }, expected: { of: 'outlay', sum: 'total', per: 'reason', where: 'row.total > doc.total' } },
  { at: 'lookups.new', to: { of: 'expense', latest: { field: 'amount', by: 'purpose' }, where: 'true' }, expected: { of: 'expense', latest: { field: 'total', by: 'reason' }, where: 'true' } },
  { at: 'lookups.new', to: { of: 'outlay', max: 'amount', where: 'true' }, expected: { of: 'outlay', max: 'total', where: 'true' } },
  { at: 'lookups.own.min', to: 'amount', expected: 'total' },
  { at: 'lookups.spent', to: { of: 'budget-ledger', sum: 'amount', where: 'row.amount > doc.amount' }, expected: { of: 'budget-ledger', sum: 'amount', where: 'row.amount > doc.total' } },
  { at: 'lookups.own', to: { of: 'budget-ledger', sum: 'amount', where: 'row.amount > doc.amount' }, expected: { of: 'budget-ledger', sum: 'amount', where: 'row.amount > doc.total' } },
  { at: 'lookups.spent.latest', to: { field: 'amount', by: 'purpose' }, expected: { field: 'amount', by: 'purpose' } },
  { at: 'actions.pay.posts', to: [{ to: 'budget-ledger', sum: 'amount', each: 'items', values: { amount: 'doc.amount' } }], expected: [{ to: 'budget-ledger', sum: 'amount', each: 'items', values: { amount: 'doc.total' } }] },
  { at: 'actions.pay.input', to: { required: ['amount'], properties: { amount: { title: 'Amount' } } }, expected: { required: ['amount'], properties: { amount: { title: 'Amount' } } } },
  { at: 'actions.pay.label', to: 'amount', expected: 'amount' },
  { at: 'label', to: 'purpose', expected: 'reason' },
  { at: 'messages.required', to: 'Needed. Always. At once.', expected: 'Needed. Always. At once.' },
  { at: 'rules.dear', to: { on: 'amount', required: 'doc.price > 1.0 && doc.amount > 1.0' }, expected: { on: 'total', required: 'doc.price > 1.0 && doc.total > 1.0' } },
  { at: 'actions.pay.sets', to: { amount: 'doc.amount * 2.0' }, expected: { total: 'doc.total * 2.0' } },
  { at: 'approval.summary', to: ['amount', 'purpose'], expected: ['total', 'reason'] },
])('$at: $to', ({ at, to, expected }) => {
  expect(followingFields({ do: 'set', at, to }, manifest, changeExpressions).to).toEqual(expected)
})

test('the place of an operation is followed below fields alone', () => {
  const followed = (at: string, place: string): object => followingFields({ do: 'move', at, place: { after: place } }, manifest, changeExpressions)
  expect(followed('list.columns.amount', 'purpose')).toMatchObject({ at: 'list.columns.total', place: { after: 'reason' } })
  expect(followed('card.sections.amount', 'purpose')).toMatchObject({ at: 'card.sections.amount', place: { after: 'purpose' } })
})
