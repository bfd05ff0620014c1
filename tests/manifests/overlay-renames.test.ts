import { describe, expect, test } from 'vitest'
import type { JsonObject, OverlayOperation } from '../../src/core/index.ts'
import { expressionPlaces } from '../../src/core/manifest/read/shorthand/expression-places.ts'
import { followingFields } from '../../src/core/overlay/field-renames.ts'
import { SCHEMAS } from './load.ts'

const was = (name: string): object => ({ 'x-renamed-from': [name] })
const manifest = {
  id: 'outlay', renamedFrom: ['expense'],
  schema: { properties: { total: was('amount'), reason: was('purpose') }, $defs: { item: { properties: { net: was('price') } } } },
  lookups: { own: { of: 'outlay', sum: 'total', where: 'row.total > 0.0' }, spent: { of: 'budget-ledger', sum: 'amount', where: 'true' } },
  lists: { own: { of: 'expense' }, rates: { of: 'rate' } },
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
  { at: 'lists.own.where', to: 'row.amount > 1.0', expected: 'row.total > 1.0' },
  { at: 'lists.new', to: { of: 'outlay', where: 'row.amount > 1.0' }, expected: { of: 'outlay', where: 'row.total > 1.0' } },
  { at: 'lists.rates.where', to: 'row.amount > 1.0', expected: 'row.amount > 1.0' },
  { at: 'source', to: { service: 'places', values: { purpose: 'input.purpose', amount: 'size(doc.purpose)' } }, expected: { service: 'places', values: { reason: 'input.purpose', total: 'size(doc.reason)' } } },
  { at: 'actions.pay.posts', to: [{ to: 'budget-ledger', sum: 'amount', each: 'items', values: { amount: 'doc.amount' } }], expected: [{ to: 'budget-ledger', sum: 'amount', each: 'items', values: { amount: 'doc.total' } }] },
  { at: 'actions.pay.input', to: { required: ['amount'], properties: { amount: { title: 'Amount' } } }, expected: { required: ['amount'], properties: { amount: { title: 'Amount' } } } },
  { at: 'actions.pay.label', to: 'amount', expected: 'amount' },
  { at: 'label', to: 'purpose', expected: 'reason' },
  { at: 'messages.required', to: 'Needed. Always. At once.', expected: 'Needed. Always. At once.' },
  { at: 'rules.dear', to: { on: 'amount', required: 'doc.price > 1.0 && doc.amount > 1.0' }, expected: { on: 'total', required: 'doc.price > 1.0 && doc.total > 1.0' } },
  { at: 'rules.shut', to: { on: 'amount', unavailable: 'day == doc.purpose ? doc.amount : ""' }, expected: { on: 'total', unavailable: 'day == doc.reason ? doc.total : ""' } },
  { at: 'actions.pay.sets', to: { amount: 'doc.amount * 2.0' }, expected: { total: 'doc.total * 2.0' } },
  { at: 'approval.summary', to: ['amount', 'purpose'], expected: ['total', 'reason'] },
  { at: 'list.sort', to: '-purpose', expected: '-reason' },
  { at: 'attachments', to: { field: 'purpose', required: ['purpose'] }, expected: { field: 'reason', required: ['purpose'] } },
  { at: 'messages.updated', to: '{purpose} {doc.purpose} {input.purpose} {price}', expected: '{reason} {doc.reason} {input.purpose} {price}' },
])('renamed fields are replaced in $at: $to', ({ at, to, expected }) => {
  expect(followingFields({ do: 'set', at, to }, manifest, changeExpressions).to).toEqual(expected)
})

test('the place of an operation is renamed only where it names a field', () => {
  const followed = (at: string, place: string): object => followingFields({ do: 'move', at, place: { after: place } }, manifest, changeExpressions)
  expect(followed('list.columns.amount', 'purpose')).toMatchObject({ at: 'list.columns.total', place: { after: 'reason' } })
  expect(followed('card.sections.amount', 'purpose')).toMatchObject({ at: 'card.sections.amount', place: { after: 'purpose' } })
})

describe('a former name of one shape’s field that another shape’s field has now', () => {
  const shared = {
    id: 'outlay',
    schema: {
      properties: { note: { type: 'string' }, items: { type: 'array', items: { $ref: '#/$defs/item' } }, others: { type: 'array', items: { $ref: '#/$defs/other' } } },
      $defs: { item: { properties: { remark: was('note'), article: was('what') } }, other: { properties: { what: { type: 'string' } } } },
    },
    card: { sections: { items: { kind: 'lines', field: 'items' }, others: { kind: 'lines', field: 'others' } } },
  } as unknown as JsonObject
  const followed = (operation: OverlayOperation): OverlayOperation => followingFields(operation, shared, changeExpressions)

  test.each<OverlayOperation>([
    { do: 'hide', at: 'list.columns.note' },
    { do: 'set', at: 'list.columns.note.title', to: 'Note' },
    { do: 'set', at: 'list.search', to: ['note', 'what'] },
    { do: 'add', at: 'rules.asked', to: { on: 'note', required: 'self.note == "" && line.what == ""', message: '{note}' } },
    { do: 'add', at: 'rules.other', to: { on: 'others.what', required: 'line.what == "" && self.what == "" && doc.others.exists(o, o.what == "")', message: '{what}' } },
    { do: 'set', at: 'schema.properties.others.x-line-key', to: 'what' },
    { do: 'hide', at: 'card.sections.others.columns.what' },
    { do: 'set', at: 'schema.$defs.other.properties.what.title', to: 'What' },
    { do: 'add', at: 'card.sections.more', to: { kind: 'lines', field: 'others', columns: { what: {} } } },
  ])('it is kept where it means the other field: $at', (operation) => {
    expect(followed(operation)).toEqual(operation)
  })

  test.each<[OverlayOperation, object]>([
    [{ do: 'hide', at: 'card.sections.items.columns.note' }, { at: 'card.sections.items.columns.remark' }],
    [{ do: 'set', at: 'schema.properties.items.x-line-key', to: 'what' }, { to: 'article' }],
    [{ do: 'set', at: 'schema.properties.items', to: { 'x-parent-key': 'note', 'x-money': 'note' } }, { to: { 'x-parent-key': 'remark', 'x-money': 'note' } }],
    [{ do: 'set', at: 'schema.$defs.item.properties.what.title', to: 'What' }, { at: 'schema.$defs.item.properties.article.title' }],
    [{ do: 'add', at: 'card.sections.more', to: { kind: 'lines', field: 'items', columns: { what: { details: ['note'] } } } }, { to: { kind: 'lines', field: 'items', columns: { article: { details: ['remark'] } } } }],
    [{ do: 'add', at: 'rules.item', to: { on: 'items.what', required: 'line.note == doc.note && self.what == ""', message: '{what}' } }, { to: { on: 'items.article', required: 'line.remark == doc.note && self.article == ""', message: '{article}' } }],
    [{ do: 'add', at: 'lookups.seen', to: { of: 'budget-ledger', each: 'items', where: 'row.what == line.what' } }, { to: { of: 'budget-ledger', each: 'items', where: 'row.what == line.article' } }],
  ])('it is replaced where it means the renamed field: $at', (operation, expected) => {
    expect(followed(operation)).toMatchObject(expected)
  })
})
