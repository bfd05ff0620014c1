import { expect, test } from 'vitest'
import { explain, resolveForScope, type LoadedBase, type LoadedOverlay, type OverlayOperation, type Layer } from '../../src/core/index.ts'
import { goodSources, load } from './load.ts'
import { parsePath } from '../../src/core/overlay/paths.ts'

const { base: loaded, overlays: fromFiles } = load(goodSources())
const base = loaded as LoadedBase
const scopes = { client: { client: 'x' }, company: { company: 'x' }, role: { roles: ['x'] }, user: { user: 'x' } }

function overlay(layer: Layer, ...operations: OverlayOperation[]): LoadedOverlay {
  return { source: `${layer}.json`, extends: { id: 'loan', version: 1 }, layer, name: 'x', author: `${layer} author`, operations }
}

function apply(layer: Layer, ...operations: OverlayOperation[]) {
  const { catalogue, conflicts } = resolveForScope(base, scopes[layer], [overlay(layer, ...operations)])
  const type = catalogue.types['loan']
  if (type === undefined) throw new Error('The type is gone.')
  return { type, conflicts }
}

test('a client overlay changes a caption and tightens a field under its old name', () => {
  const { catalogue, conflicts } = resolveForScope(base, { client: 'acme' }, fromFiles)
  expect(conflicts).toEqual([])
  expect(catalogue.types['loan']?.actions['send']?.label.text).toBe('Submit')
  expect(catalogue.types['loan']?.shape.fields['reason']?.maxLength).toBe(50)
  expect(catalogue.hash).not.toBe(base.catalogue.hash)
})

test('loading with a client gives the client’s catalogue and keeps the base', () => {
  const result = load(goodSources(), 'acme')
  expect(result.catalogue?.types['loan']?.actions['send']?.label.text).toBe('Submit')
  expect(result.base?.catalogue.types['loan']?.actions['send']?.label.text).toBe('Send')
})

test('a scope without overlays is the base itself', () => {
  expect(resolveForScope(base, { company: 'other' }, fromFiles).catalogue).toBe(base.catalogue)
})

test('a column is added after another, moved and hidden', () => {
  const { type, conflicts } = apply(
    'company',
    { do: 'add', at: 'list.columns.from', to: { title: 'Since' }, place: { after: 'no' } },
    { do: 'move', at: 'list.columns.total', place: { first: true } },
    { do: 'hide', at: 'list.columns.reason' },
  )
  expect(conflicts).toEqual([])
  expect(Object.keys(type.list.columns)).toEqual(['total', 'no', 'from', 'status'])
})

test('an entry of a section is moved and hidden by its name', () => {
  const { type, conflicts } = apply('client', { do: 'move', at: 'card.sections.request.fields.from', place: { first: true } }, { do: 'hide', at: 'card.sections.request.fields.currency' })
  expect(conflicts).toEqual([])
  expect(type.card.sections['request']?.fields).toEqual(['from', 'reason', 'room'])
})

test('tightened conditions are asked together with the base’s', () => {
  const { type, conflicts } = apply(
    'company',
    { do: 'tighten', at: 'permissions.employee.rows', to: 'doc.status != "Lent"' },
    { do: 'tighten', at: 'actions.send.when', to: 'doc.total > 0.0' },
    { do: 'tighten', at: 'permissions.keeper.can', to: ['list'] },
    { do: 'tighten', at: 'schema.required', to: ['from'] },
    { do: 'add', at: 'rules.few-lines', to: { on: 'lines', check: 'size(doc.lines) < 5' } },
  )
  expect(conflicts).toEqual([])
  expect(type.permissions['employee']?.rows).toBe('(doc.person == user.employee) && (doc.status != "Lent")')
  expect(type.actions['send']?.when).toBe('doc.total > 0.0')
  expect(type.permissions['keeper']?.can).toEqual(['list'])
  expect(type.shape.required).toEqual(['reason', 'from'])
  expect(type.rules['few-lines']?.expression).toBe('size(doc.lines) < 5')
})

test('a relaxable rule is replaced with a reason', () => {
  const { type, conflicts } = apply('company', { do: 'replace-rule', at: 'rules.not-past', to: { on: 'from', check: 'doc.from >= addDays(today, -7)' }, reason: 'late paper' })
  expect(conflicts).toEqual([])
  expect(type.rules['not-past']?.expression).toContain('addDays')
})

test('a person changes order, width and visibility of columns and nothing else', () => {
  const { type, conflicts } = apply('user', { do: 'move', at: 'list.columns.total', place: { first: true } }, { do: 'set', at: 'list.columns.no.width', to: 90 }, { do: 'hide', at: 'list.columns.status' }, { do: 'set', at: 'title.one', to: 'Mine' })
  expect(Object.keys(type.list.columns)[0]).toBe('total')
  expect(type.list.columns['no']?.width).toBe(90)
  expect(type.list.columns['status']?.hidden).toBe(true)
  expect(conflicts.map((conflict) => conflict.code)).toEqual(['E605'])
})

test('an operation that breaks the type is set aside and the others stand', () => {
  const { type, conflicts } = apply('client', { do: 'set', at: 'actions.send.label', to: 'Go' }, { do: 'add', at: 'list.columns.nothing', to: {} })
  expect(type.actions['send']?.label.text).toBe('Go')
  expect(type.list.columns['nothing']).toBeUndefined()
  expect(conflicts).toMatchObject([{ code: 'E608', path: 'operations.1.to' }])
})

test('an operation written against the value that the overlay already wants is no conflict', () => {
  expect(apply('client', { do: 'set', at: 'actions.send.label', was: 'Dispatch', to: 'Send' }).conflicts).toEqual([])
})

test('explain tells value, layer, author and what every layer said', () => {
  const layers = [overlay('client', { do: 'set', at: 'actions.send.label', was: 'Send', to: 'Submit' }), overlay('company', { do: 'set', at: 'actions.send.label', was: 'Other', to: 'Hand in' })]
  const [entry] = explain(base, 'loan', 'actions.send.label', { client: 'x', company: 'x' }, layers)
  expect(entry).toMatchObject({ path: 'actions.send.label', value: 'Submit', layer: 'client', author: 'client author' })
  expect(entry?.history.map(({ layer, applied }) => [layer, applied])).toEqual([['base', true], ['client', true], ['company', false]])
  expect(explain(base, 'loan', 'states.Open', {}, []).map((one) => [one.path, one.value, one.layer])).toEqual([['states.Open.initial', true, 'base'], ['states.Open.editable', true, 'base']])
})

test.each([
  ['list.columns.no', ['list', 'columns', 'no']], ['states."Pending Approval".label', ['states', 'Pending Approval', 'label']], ['pages."a.b"', ['pages', 'a.b']],
  ['a..b', undefined], ['a.', undefined], ['', undefined], ['a "b"', undefined],
])('the path %j is read', (text, keys) => {
  expect(parsePath(text)).toEqual(keys)
})
