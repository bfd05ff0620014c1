import { expect, test } from 'vitest'
import { explain, resolveForScope, type LoadedBase, type LoadedOverlay, type OverlayOperation, type Layer } from '../../src/core/index.ts'
import { toClientManifest } from '../../src/core/manifest/client/client-manifest.ts'
import { edited, goodSources, load } from './load.ts'
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

test('loading for a client returns the client’s catalogue and keeps the base', () => {
  const result = load(goodSources(), 'acme')
  expect(result.catalogue?.types['loan']?.actions['send']?.label.text).toBe('Submit')
  expect(result.base?.catalogue.types['loan']?.actions['send']?.label.text).toBe('Send')
})

test('a scope without overlays has the base’s catalogue', () => {
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

test('a hidden field is in no column and no filter of the list either', () => {
  const { type, conflicts } = apply('client', { do: 'hide', at: 'schema.properties.from' }, { do: 'hide', at: 'schema.properties.total' })
  expect(conflicts).toEqual([])
  expect([type.shape.fields['from']?.hidden, Object.keys(type.list.columns), Object.keys(type.list.filters)]).toEqual([true, ['no', 'status', 'reason'], []])
})

test('a field of a section is moved and hidden by its name', () => {
  const { type, conflicts } = apply('client', { do: 'move', at: 'card.sections.request.fields.from', place: { first: true } }, { do: 'hide', at: 'card.sections.request.fields.currency' })
  expect(conflicts).toEqual([])
  expect(type.card.sections['request']?.fields).toEqual(['from', 'reason', 'room'])
})

test('a required field is not removed from a section without a kind', () => {
  const kindless = load(edited([{ file: 'lending/loan/manifest.json', at: ['card', 'sections', 'request', 'kind'], to: null }])).base as LoadedBase
  const { catalogue, conflicts } = resolveForScope(kindless, scopes.client, [overlay('client', hideReason, { do: 'hide', at: 'card.sections.request.fields.currency' })])
  expect(conflicts.map(({ code, path }) => `${code} ${path}`)).toEqual(['E605 operations.0.at'])
  expect(catalogue.types['loan']?.card.sections['request']?.fields).toEqual(['reason', 'from', 'room'])
})

const hideReason: OverlayOperation = { do: 'hide', at: 'card.sections.request.fields.reason' }
const addMore = (...fields: string[]): OverlayOperation => ({ do: 'add', at: 'card.sections.more', to: { kind: 'fields', title: 'More', fields } })

test('a required field may move, as long as the complete overlay shows it somewhere', () => {
  const moved = apply('client', hideReason, addMore('reason'))
  expect(moved.conflicts).toEqual([])
  expect([moved.type.card.sections['request']?.fields, moved.type.card.sections['more']?.fields]).toEqual([['from', 'currency', 'room'], ['reason']])
  const required = apply('client', { do: 'add', at: 'schema.properties.site', to: { type: 'string', title: 'Site' } }, { do: 'tighten', at: 'schema.required', to: ['site'] }, addMore('site'))
  expect(required.conflicts).toEqual([])
  expect(required.type.shape.required).toContain('site')
})

test.each([
  ['it is hidden', [hideReason], ['E605 operations.0.at']],
  ['its section never shows', [{ do: 'set', at: 'card.sections.request.when', to: 'false' }], ['E605 operations.0.at']],
  ['its section never shows by a condition with other terms', [{ do: 'set', at: 'card.sections.request.when', to: 'doc.total > 1.0 && (false || false)' }], ['E605 operations.0.at']],
  ['its section becomes a history', [{ do: 'set', at: 'card.sections.request.kind', to: 'history' }], ['E605 operations.0.at']],
  ['it moves to a section that never shows', [hideReason, { do: 'add', at: 'card.sections.more', to: { kind: 'fields', title: 'More', fields: ['reason'], when: 'false' } }], ['E605 operations.0.at']],
  ['it moves to a section that does not exist', [hideReason, { do: 'add', at: 'card.sections.nothing.fields.reason', to: 'reason' }], ['E605 operations.0.at', 'E603 operations.1.at']],
  ['it moves to a section that makes the type invalid', [hideReason, addMore('reason', 'nothing')], ['E605 operations.0.at', 'E608 operations.1.to']],
] satisfies [string, OverlayOperation[], string[]][])('an operation that removes a required field is refused where %s', (_, operations, expected) => {
  const { type, conflicts } = apply('client', ...operations, { do: 'set', at: 'actions.send.label', to: 'Go' })
  expect(conflicts.map(({ code, path }) => `${code} ${path}`)).toEqual(expected)
  expect(type.card.sections['request']?.fields).toContain('reason')
  expect(type.actions['send']?.label.text).toBe('Go')
})

test('fifty operations that leave required fields without a place, before two hundred others, are refused in time', { timeout: 20_000 }, () => {
  const { conflicts } = apply(
    'client',
    ...Array.from({ length: 50 }, (_, index): OverlayOperation => ({ do: 'add', at: `schema.properties.more${index}`, to: { title: 'More' } })),
    ...Array.from({ length: 50 }, (_, index): OverlayOperation => ({ do: 'tighten', at: 'schema.required', to: [`more${index}`] })),
    ...Array.from({ length: 200 }, (_, index): OverlayOperation => ({ do: 'set', at: `schema.properties.more${index % 50}.title`, to: `More ${index}` })),
  )
  expect(conflicts.map(({ code, path }) => `${code} ${path}`)).toEqual(Array.from({ length: 50 }, (_, index) => `E605 operations.${50 + index}.at`))
})

const addedFields = (count: number): OverlayOperation[] => [
  ...Array.from({ length: count }, (_, index): OverlayOperation => ({ do: 'add', at: `schema.properties.more${index}`, to: { title: 'More' } })),
  { do: 'add', at: 'card.sections.more', to: { kind: 'fields', title: 'More', fields: Array.from({ length: count }, (_, index) => `more${index}`) } },
  { do: 'tighten', at: 'schema.required', to: Array.from({ length: count }, (_, index) => `more${index}`) },
]
const called = (index: number): OverlayOperation => ({ do: 'set', at: 'title.one', to: `Loan ${index}` })

test.each<[string, (count: number) => OverlayOperation[]]>([
  ['hide the same field', (count) => Array.from({ length: count }, () => ({ do: 'hide', at: 'schema.properties.reason' }))],
  ['hide the same field between other operations', (count) => Array.from({ length: count / 2 }, (_, index) => [{ do: 'hide', at: 'schema.properties.reason' } as const, called(index)]).flat()],
  ['each hide another field', (count) => [...addedFields(count / 3), ...Array.from({ length: count / 3 }, (_, index) => [{ do: 'hide', at: `card.sections.more.fields.more${index}` } as const, called(index)]).flat()]],
  ['each show the field that the one before left out, and leave out the next', (count) => [...addedFields(count / 3), ...Array.from({ length: count / 3 }, (_, left) => [
    { do: 'set', at: 'card.sections.more.fields', to: Array.from({ length: count / 3 }, (__, index) => `more${index}`).filter((__, index) => index !== left) } as const, called(left),
  ]).flat()]],
])('many operations that %s are each tried a few times, however many are refused', (_, many) => {
  for (const count of [30, 300]) {
    let tried = 0
    const counted: LoadedBase = { ...base, check: (schema, value) => {
      tried += 1
      return base.check(schema, value)
    } }
    const operations = many(count)
    const { conflicts } = resolveForScope(counted, scopes.client, [overlay('client', ...operations)])
    expect(new Set(conflicts.map(({ code }) => code))).toEqual(new Set(['E605']))
    expect(conflicts.length).toBeGreaterThanOrEqual(count / 3)
    expect(tried).toBeLessThanOrEqual(5 * operations.length)
  }
})

test('an operation whose required field has no place only after a refused one is not refused too', () => {
  const { conflicts } = apply(
    'client', { do: 'add', at: 'schema.properties.site', to: { title: 'Site' } }, { do: 'tighten', at: 'schema.required', to: ['site', 'currency'] },
    { do: 'hide', at: 'card.sections.request.fields.currency' },
  )
  expect(conflicts.map(({ code, path }) => `${code} ${path}`)).toEqual(['E605 operations.1.at'])
})

test('a required field may be in a section that shows under a condition', () => {
  expect(apply('client', { do: 'set', at: 'card.sections.request.when', to: 'doc.total > 1.0 || false' }).conflicts).toEqual([])
})

test('of several operations the last that removed the required field is refused', () => {
  const { type, conflicts } = apply('client', hideReason, addMore('reason', 'currency'), { do: 'hide', at: 'card.sections.more.fields.reason' }, { do: 'hide', at: 'list.columns.status' })
  expect(conflicts).toMatchObject([{ code: 'E605', path: 'operations.2.at', seen: 'reason' }])
  expect([type.card.sections['request']?.fields, type.card.sections['more']?.fields]).toEqual([['from', 'currency', 'room'], ['reason', 'currency']])
  expect(Object.keys(type.list.columns)).toEqual(['no', 'reason', 'total'])
})

test('an operation that depends on a refused one is reported too', () => {
  const { type, conflicts } = apply('client', { do: 'add', at: 'list.columns.nothing', to: {} }, { do: 'set', at: 'list.columns.nothing.title', to: 'Nothing' }, { do: 'set', at: 'list.columns.no.title', to: 'Number' })
  expect(conflicts.map(({ code, path }) => `${code} ${path}`)).toEqual(['E608 operations.0.to', 'E603 operations.1.at'])
  expect(type.list.columns['no']?.title).toBe('Number')
})

test('terms that double in length are refused once they are too long, and so is what uses them', () => {
  const terms = Array.from({ length: 40 }, (_, at): OverlayOperation => ({ do: 'add', at: `terms.a${at}`, to: at === 0 ? 'doc.total > 1.0' : `a${at - 1} || a${at - 1}` }))
  const { type, conflicts } = apply('client', ...terms, { do: 'tighten', at: 'permissions.employee.rows', to: 'a39' })
  expect(conflicts).toContainEqual(expect.objectContaining({ code: 'E608', seen: 'a9' }))
  expect(type.permissions['employee']?.rows).toBe(base.catalogue.types['loan']?.permissions['employee']?.rows)
})

test('a tightened condition applies together with the base’s', () => {
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

test('an overlay may close more dates beside those that are closed already', () => {
  const { type, conflicts } = apply(
    'company',
    { do: 'add', at: 'rules.shut', to: { on: 'from', unavailable: 'day == "2026-12-25" ? "Christmas" : ""' } },
    { do: 'tighten', at: 'rules.shut.unavailable', to: 'day == "2026-12-26" ? "Boxing Day" : ""' },
  )
  expect(conflicts).toEqual([])
  expect(type.rules['shut']?.expression).toBe('(day == "2026-12-25" ? "Christmas" : "") != "" ? (day == "2026-12-25" ? "Christmas" : "") : (day == "2026-12-26" ? "Boxing Day" : "")')
})

test('a relaxable rule may be replaced with a reason', () => {
  const { type, conflicts } = apply('company', { do: 'replace-rule', at: 'rules.not-past', to: { on: 'from', check: 'doc.from >= addDays(today, -7)' }, reason: 'late paper' })
  expect(conflicts).toEqual([])
  expect(type.rules['not-past']?.expression).toContain('addDays')
})

test('a person may change the order, width and visibility of columns and nothing else', () => {
  const { type, conflicts } = apply('user', { do: 'move', at: 'list.columns.total', place: { first: true } }, { do: 'set', at: 'list.columns.no.width', to: 90 }, { do: 'hide', at: 'list.columns.status' }, { do: 'set', at: 'title.one', to: 'Mine' })
  expect(Object.keys(type.list.columns)[0]).toBe('total')
  expect(type.list.columns['no']?.width).toBe(90)
  expect(type.list.columns['status']?.offered).toBe(true)
  expect(conflicts.map((conflict) => conflict.code)).toEqual(['E605'])
})

test('an operation that makes the type invalid is refused, and the others apply', () => {
  const { type, conflicts } = apply('client', { do: 'set', at: 'actions.send.label', to: 'Go' }, { do: 'add', at: 'list.columns.nothing', to: {} })
  expect(type.actions['send']?.label.text).toBe('Go')
  expect(type.list.columns['nothing']).toBeUndefined()
  expect(conflicts).toMatchObject([{ code: 'E608', path: 'operations.1.to' }])
})

test('an operation whose value the base has already is no conflict', () => {
  expect(apply('client', { do: 'set', at: 'actions.send.label', was: 'Dispatch', to: 'Send' }).conflicts).toEqual([])
})

test('explain returns the value, its layer and author, and the history of all layers', () => {
  const layers = [overlay('client', { do: 'set', at: 'actions.send.label', was: 'Send', to: 'Submit' }), overlay('company', { do: 'set', at: 'actions.send.label', was: 'Other', to: 'Hand in' })]
  const [entry] = explain(base, 'loan', 'actions.send.label', { client: 'x', company: 'x' }, layers)
  expect(entry).toMatchObject({ path: 'actions.send.label', value: 'Submit', layer: 'client', author: 'client author' })
  expect(entry?.history.map(({ layer, applied }) => [layer, applied])).toEqual([['base', true], ['client', true], ['company', false]])
  expect(explain(base, 'loan', 'states.Open', {}, []).map((one) => [one.path, one.value, one.layer])).toEqual([['states.Open.initial', true, 'base'], ['states.Open.editable', true, 'base']])
})

test.each([
  ['list.columns.no', ['list', 'columns', 'no']], ['states."Pending Approval".label', ['states', 'Pending Approval', 'label']], ['pages."a.b"', ['pages', 'a.b']],
])('the path %j is read as %j', (text, keys) => {
  expect(parsePath(text)).toEqual(keys)
})

test.each(['a..b', 'a.', '', 'a "b"'])('the text %j is no path', (text) => {
  expect(parsePath(text)).toBeUndefined()
})

const to = (state: string, from: string, who = 'owner'): NonNullable<OverlayOperation['to']> => ({ label: 'Go on', from: [from], who: [who], to: state })

const LOOSENING: { name: string; code?: string; pattern: RegExp; operations: OverlayOperation[] }[] = [
  { name: 'an action to a state that only an approval reaches', pattern: /"Lent" would be reached from "Open"/, operations: [{ do: 'add', at: 'actions.slip', to: to('Lent', 'Open') }] },
  { name: 'an action to a state that only another action reaches', pattern: /out of the state "Refused"/, operations: [{ do: 'add', at: 'actions.back', to: to('Open', 'Refused', 'keeper') }] },
  { name: 'an action to such a state through a new state', pattern: /"Refused" would be reached from "Open"/, operations: [{ do: 'add', at: 'states.Hold', to: {} }, { do: 'add', at: 'actions.out', to: to('Refused', 'Hold') }, { do: 'add', at: 'actions.hold', to: to('Hold', 'Open') }] },
  { name: 'an action to such a state from one of its states', pattern: /"Lent" would be reached from "Open"/, operations: [{ do: 'add', at: 'actions.slip', to: { label: 'Go on', from: ['Open'], who: ['owner'], to: { Open: 'Lent' } } }] },
  { name: 'an action to such a state by a condition', pattern: /"Lent" would be reached from "Open"/, operations: [{ do: 'add', at: 'states.Hold', to: {} }, { do: 'add', at: 'actions.slip', to: { label: 'Go on', from: ['Open'], who: ['owner'], to: [{ when: 'doc.total > 0.0', to: 'Lent' }, { to: 'Hold' }] } }] },
  { name: 'an action out of a final state', pattern: /out of the state "Lent"/, operations: [{ do: 'add', at: 'states.Hold', to: { final: true } }, { do: 'add', at: 'actions.hold', to: to('Hold', 'Lent') }] },
  { name: 'an action out of a running approval', pattern: /out of the state "Sent"/, operations: [{ do: 'add', at: 'states.Hold', to: { final: true } }, { do: 'add', at: 'actions.hold', to: to('Hold', 'Sent') }] },
  { name: 'a step that asks a person whom an expression names', pattern: /people whom an expression names/, operations: [{ do: 'add', at: 'approval.steps.own', to: { approver: { employee: '"P-1"' } } }] },
  { name: 'a step that asks a role whose people see only their own', pattern: /role "employee" would read/, operations: [{ do: 'add', at: 'approval.steps.all', to: { approver: { role: 'employee' } } }] },
  { name: 'a decision by the name of another', pattern: /"Reject" is what people call another decision, reject/, operations: [{ do: 'add', at: 'actions.approve', to: { label: 'Reject' } }] },
  { name: 'a field under the name of another in calls', code: 'E608', pattern: /"total" is the name of "total" in calls/, operations: [{ do: 'add', at: 'schema.properties.other', to: { type: 'number', title: 'Other', 'x-wire': 'total' } }] },
  { name: 'a field under the other name of a field of lines', code: 'E608', pattern: /is the name of "fee" in calls/, operations: [{ do: 'add', at: 'schema.$defs.line.properties.other', to: { type: 'number', title: 'Other', 'x-wire': 'fee' } }] },
  { name: 'an action out of a state that others count', pattern: /out of the state "Refused", in which documents cannot be edited/, operations: [{ do: 'add', at: 'states.Hold', to: {} }, { do: 'add', at: 'actions.hold', to: to('Hold', 'Refused') }] },
  { name: 'an action that saves', pattern: /changes the document/, operations: [{ do: 'add', at: 'actions.edit', to: { from: ['Refused'], who: ['owner'], saves: true } }] },
  { name: 'an action that deletes', pattern: /deletes the document/, operations: [{ do: 'add', at: 'actions.erase', to: { from: ['Lent'], who: ['owner'], deletes: true } }] },
  { name: 'an action that writes entries', pattern: /writes entries/, operations: [{ do: 'add', at: 'actions.post', to: { from: ['Open'], who: ['owner'], posts: [{ to: 'device', values: {} }] } }] },
  { name: 'an action that sets a field of the base', pattern: /sets "total"/, operations: [{ do: 'add', at: 'actions.cheap', to: { from: ['Lent'], who: ['owner'], sets: { total: '0.0' } } }] },
  { name: 'other deciders by an action of the decision’s name', pattern: /"reject" is a decision/, operations: [{ do: 'add', at: 'actions.reject', to: { who: ['owner'] } }] },
  { name: 'a state in which documents can be changed', pattern: /could be changed/, operations: [{ do: 'add', at: 'states.Hold', to: { editable: true } }] },
  { name: 'a change of the state of documents', pattern: /not stricter/, operations: [{ do: 'set', at: 'states.Refused.renamedFrom', to: ['Lent'] }] },
  { name: 'another wire name for a state', pattern: /not stricter/, operations: [{ do: 'set', at: 'states.Refused.wire', to: 'Closed' }] },
  { name: 'a wire name for a state that had none', pattern: /not by add/, operations: [{ do: 'add', at: 'states.Refused.wire', to: 'Closed' }] },
  { name: 'a new state with a wire name', pattern: /same for everybody/, operations: [{ do: 'add', at: 'states.Hold', to: { wire: 'Open' } }] },
  { name: 'a new state that takes over stored documents', pattern: /change their state/, operations: [{ do: 'add', at: 'states.Hold', to: { was: { Denied: 'true' } } }] },
  { name: 'another approver', pattern: /not stricter/, operations: [{ do: 'set', at: 'approval.steps.boss.approver', to: { role: 'keeper' } }] },
  { name: 'another step in place of a step', pattern: /not stricter/, operations: [{ do: 'set', at: 'approval.steps.boss', to: { approver: { role: 'keeper' } } }] },
  { name: 'a step that is never needed', pattern: /not stricter/, operations: [{ do: 'set', at: 'approval.steps.keeper.when', to: 'false' }] },
  { name: 'a condition for a step that had none', pattern: /not by add/, operations: [{ do: 'add', at: 'approval.steps.boss.when', to: 'false' }] },
  { name: 'a tightened condition for a step that had none', pattern: /not stricter/, operations: [{ do: 'tighten', at: 'approval.steps.boss.when', to: 'doc.total > 100.0' }] },
  { name: 'another state after approval', pattern: /not stricter/, operations: [{ do: 'set', at: 'approval.rejected', to: 'Lent' }] },
  { name: 'values that the approval sets', pattern: /not by add/, operations: [{ do: 'add', at: 'approval.sets', to: { total: '0.0' } }] },
  { name: 'another order of steps', code: 'E605', pattern: /order of "approval"/, operations: [{ do: 'move', at: 'approval.steps.keeper', place: { first: true } }] },
  { name: 'a value for a computed field', pattern: /only the base sets the value/, operations: [{ do: 'add', at: 'rules.zero', to: { on: 'total', value: '0.0' } }] },
  { name: 'a value for the owner', pattern: /only the base sets the value/, operations: [{ do: 'add', at: 'rules.mine', to: { on: 'person', value: 'user.employee' } }] },
  { name: 'a value for a field by which the base decides, through a total', pattern: /decides by what people enter in "lines.fee"/, operations: [{ do: 'add', at: 'rules.cheap', to: { on: 'lines.fee', value: '1.0' } }] },
  { name: 'a second rule for a value', pattern: /gives "lines.insured" its value/, operations: [{ do: 'add', at: 'rules.one', to: { on: 'lines.insured', value: '1.0' } }] },
  { name: 'a required field hidden', pattern: /asks for "reason"/, operations: [{ do: 'add', at: 'rules.away', to: { on: 'reason', visible: 'false' } }] },
  { name: 'a checked field hidden', pattern: /asks for "from"/, operations: [{ do: 'add', at: 'rules.away', to: { on: 'from', visible: 'false' } }] },
  { name: 'another effect of a rule', pattern: /not stricter/, operations: [{ do: 'tighten', at: 'rules.not-past.visible', to: 'true' }] },
  { name: 'another effect of a relaxable rule', pattern: /not by add/, operations: [{ do: 'add', at: 'rules.not-past.value', to: 'today' }] },
  { name: 'another rule in a relaxable rule’s place', pattern: /and not "value"/, operations: [{ do: 'replace-rule', at: 'rules.not-past', to: { on: 'from', value: 'today' }, reason: 'always today' }] },
  { name: 'a relaxable rule moved to another field', pattern: /on "from" only/, operations: [{ do: 'replace-rule', at: 'rules.not-past', to: { on: 'total', check: 'true' }, reason: 'always today' }] },
  { name: 'a condition that closes its parenthesis', pattern: /not stricter/, operations: [{ do: 'tighten', at: 'permissions.employee.rows', to: 'true) || (true' }] },
  { name: 'larger files than the default limit', pattern: /not stricter/, operations: [{ do: 'set', at: 'attachments.maxBytes', to: 2_000_001 }] },
  { name: 'more files by add', pattern: /not by add/, operations: [{ do: 'add', at: 'attachments.maxFiles', to: 11 }] },
  { name: 'other kinds of files', pattern: /not stricter/, operations: [{ do: 'set', at: 'attachments.types', to: ['xls'] }] },
  { name: 'another condition of a lookup', pattern: /not stricter/, operations: [{ do: 'set', at: 'lookups.open.where', to: 'false' }] },
  { name: 'another condition of a list', pattern: /not stricter/, operations: [{ do: 'tighten', at: 'lists.devices.where', to: 'true' }] },
  { name: 'another condition of a print', pattern: /not stricter/, operations: [{ do: 'set', at: 'print.paper.when', to: 'true' }] },
  { name: 'a changed route', code: 'E605', pattern: /routes are the same for everybody/, operations: [{ do: 'set', at: 'endpoints.list', to: 'GET lending/mine' }] },
  { name: 'an added route', code: 'E605', pattern: /routes are the same for everybody/, operations: [{ do: 'add', at: 'endpoints.reopen', to: 'POST lending/reopen' }] },
  { name: 'another meaning of a term', code: 'E605', pattern: /means the same everywhere/, operations: [{ do: 'set', at: 'terms.isKept', to: 'true' }] },
  { name: 'another meaning of a term, by tightening', code: 'E605', pattern: /means the same everywhere/, operations: [{ do: 'tighten', at: 'terms.isKept', to: 'true' }] },
  { name: 'another condition on selectable records', code: 'E605', pattern: /which records may be chosen/, operations: [{ do: 'set', at: 'selectable', to: 'true' }] },
  { name: 'another trait', code: 'E605', pattern: /"traits" belongs to the base/, operations: [{ do: 'set', at: 'traits', to: ['x'] }] },
  { name: 'a required field hidden among others', pattern: /asks for "reason"/, operations: [{ do: 'add', at: 'rules.away', to: { on: ['currency', 'reason'], visible: 'false' } }] },
  { name: 'a value for a computed field among others', pattern: /only the base sets the value/, operations: [{ do: 'add', at: 'rules.zero', to: { on: ['currency', 'total'], value: '0.0' } }] },
  { name: 'a relaxable rule moved to several fields', pattern: /on "from" only/, operations: [{ do: 'replace-rule', at: 'rules.not-past', to: { on: ['from', 'total'], check: 'true' }, reason: 'always today' }] },
  { name: 'a field called __proto__', code: 'E605', pattern: /is not a path/, operations: [{ do: 'add', at: 'schema.properties.__proto__', to: { type: 'string', title: 'x' } }] },
  { name: 'a name that every object inherits', code: 'E605', pattern: /is not a path/, operations: [{ do: 'set', at: 'actions.constructor.label', to: 'x' }] },
  { name: 'such a name in quotes', code: 'E605', pattern: /is not a path/, operations: [{ do: 'add', at: 'list.columns."toString"', to: {} }] },
  { name: 'such a name within what is added', code: 'E605', pattern: /"valueOf" cannot be a name/, operations: [{ do: 'add', at: 'actions.ask', to: { label: 'x', from: ['Open'], who: ['owner'], input: { properties: { valueOf: { type: 'string', title: 'x' } } } } }] },
  { name: 'a caption of two lines', code: 'E605', pattern: /must be one line/, operations: [{ do: 'set', at: 'actions.send.label', to: 'Send\r\nBcc: all' }] },
  { name: 'a title of two lines', code: 'E605', pattern: /must be one line/, operations: [{ do: 'set', at: 'title.one', to: 'Loan\nof all' }] },
  { name: 'a tile of two lines', code: 'E605', pattern: /must be one line/, operations: [{ do: 'set', at: 'list.tiles.all', to: 'All\u2028of them' }] },
  { name: 'a caption of two lines in a field', code: 'E605', pattern: /must be one line/, operations: [{ do: 'add', at: 'schema.properties.site', to: { type: 'string', title: 'Si\rte' } }] },
  { name: 'a tile of two lines with a setting', code: 'E605', pattern: /must be one line/, operations: [{ do: 'set', at: 'list.tiles.all', to: { text: 'All\nof them', setting: 'lending_settings.all' } }] },
  { name: 'a caption of two lines within a column', code: 'E605', pattern: /must be one line/, operations: [{ do: 'set', at: 'list.columns.no', to: { title: 'No.\nof the loan' } }] },
  { name: 'an empty caption', code: 'E605', pattern: /must be one line of text of 1 to 200/, operations: [{ do: 'set', at: 'title.many', to: '' }] },
  { name: 'a caption that is too long', code: 'E605', pattern: /must be one line of text of 1 to 200/, operations: [{ do: 'set', at: 'schema.properties.reason.title', to: 'T'.repeat(201) }] },
  { name: 'a caption with a direction override', code: 'E605', pattern: /bidirectional controls/, operations: [{ do: 'set', at: 'actions.send.label', to: 'Send\u202Edrawkcab' }] },
  { name: 'a caption with a direction isolate', code: 'E605', pattern: /bidirectional controls/, operations: [{ do: 'set', at: 'list.tiles.all', to: 'All\u2066' }] },
  ...['_rev', '_actions', '_reason', '_requests', 'attachments', 'approvalEntry', 'approvalEntryNo', 'headerNo'].map((name) => ({
    name: `a field called "${name}", which has another meaning in calls`, code: 'E608', pattern: /has another meaning in calls/, operations: [{ do: 'add' as const, at: `schema.properties.${name}`, to: { type: 'string', title: 'x' } }],
  })),
  { name: 'a field that contradicts itself by what the overlay sets', code: 'E608', pattern: /Nobody enters the field/, operations: [{ do: 'set', at: 'schema.properties.total.x-placeholder', to: 'e.g. 100' }] },
  { name: 'a new field that contradicts itself', code: 'E608', pattern: /A computed value has no first value/, operations: [{ do: 'add', at: 'schema.properties.site', to: { type: 'string', title: 'x', 'x-compute': '"a"', 'x-default': '"b"' } }] },
  { name: 'gaps in a number series', code: 'E605', pattern: /the same for everybody/, operations: [{ do: 'set', at: 'gapless', to: false }] },
]

/** Two states with the wire name Closed, and an action from both. */
const wired = load(edited([
  { file: 'lending/loan/manifest.json', at: ['states', 'Refused', 'wire'], to: 'Closed' },
  { file: 'lending/loan/manifest.json', at: ['states', 'Withdrawn'], to: { wire: 'Closed' } },
  { file: 'lending/loan/manifest.json', at: ['actions', 'withdraw'], to: { from: ['new', 'Open'], who: ['owner'], to: 'Withdrawn' } },
  { file: 'lending/loan/manifest.json', at: ['actions', 'reopen', 'from'], to: ['Closed'] },
  { file: 'lending/loan/manifest.json', at: ['actions', 'erase'], to: { from: ['Closed'], who: ['owner'], deletes: true } },
]))

test.each<[string, { does: OverlayOperation['do']; base?: string[]; to: string[]; from?: string[] }]>([
  ['states that the base names by their wire name may be tightened to one of them', { does: 'tighten', to: ['Withdrawn'], from: ['Withdrawn'] }],
  ['states that the base names by their wire name may be set to one of them', { does: 'set', to: ['Refused'], from: ['Refused'] }],
  ['states may be tightened to the wire name that stands for all of them', { does: 'tighten', base: ['Refused', 'Withdrawn'], to: ['Closed'], from: ['Refused', 'Withdrawn'] }],
  ['states may not be tightened to a state with another wire name', { does: 'tighten', to: ['Open'] }],
  ['states may not be tightened to one of them and a state with another wire name', { does: 'tighten', to: ['Withdrawn', 'Open'] }],
  ['a state may not be tightened to a wire name that stands for further states', { does: 'tighten', base: ['Refused'], to: ['Closed'] }],
])('%s', (_, { does, base: given, to: wanted, from }) => {
  const before = resolveForScope(wired.base!, scopes.client, given === undefined ? [] : [overlay('client', { do: 'tighten', at: 'actions.reopen.from', to: given })]).catalogue
  expect(before.types['loan']?.actions['reopen']?.from).toEqual(given ?? ['Refused', 'Withdrawn'])
  const operations: OverlayOperation[] = [...(given === undefined ? [] : [{ do: 'tighten' as const, at: 'actions.reopen.from', to: given }]), { do: does, at: 'actions.reopen.from', to: wanted }]
  const { catalogue, conflicts } = resolveForScope(wired.base!, scopes.client, [overlay('client', ...operations)])
  expect(conflicts.map(({ code }) => code)).toEqual(from === undefined ? ['E606'] : [])
  expect(catalogue.types['loan']?.actions['reopen']?.from).toEqual(from ?? given ?? ['Refused', 'Withdrawn'])
})

test.each(LOOSENING)('an overlay of any layer is refused for $name', (one) => {
  const { code = 'E606', pattern, operations } = one
  for (const layer of ['client', 'company'] as const) {
    const { conflicts } = apply(layer, ...operations)
    expect(conflicts[0]).toMatchObject({ code, message: expect.stringMatching(pattern) as string })
  }
})

test.each<[string, OverlayOperation]>([
  ['the summary without it', { do: 'set', at: 'approval.summary', to: ['currency'] }], ['an empty summary', { do: 'set', at: 'approval.summary', to: [] }],
  ['its section hidden', { do: 'hide', at: 'card.sections.request' }], ['its section hidden by a condition', { do: 'set', at: 'card.sections.request.when', to: 'false' }],
  ['its section collapsed', { do: 'set', at: 'card.sections.request.collapsed', to: true }], ['its section with other fields', { do: 'set', at: 'card.sections.request.fields', to: ['currency'] }],
  ['the field hidden', { do: 'set', at: 'schema.properties.reason.x-hidden', to: true }], ['the field made internal', { do: 'set', at: 'schema.properties.reason.x-internal', to: true }],
  ['another widget for it', { do: 'set', at: 'schema.properties.reason.x-widget', to: 'textarea' }],
  ['a rule that hides it', { do: 'add', at: 'rules.never', to: { on: 'reason', visible: 'false' } }], ['a rule that empties it', { do: 'add', at: 'rules.none', to: { on: 'reason', fill: '""' } }],
  ['its redaction from a role', { do: 'tighten', at: 'permissions.employee.hide', to: ['reason'] }],
  ['a column of its lines marked as hidden', { do: 'set', at: 'card.sections.lines.columns.fee.hidden', to: true }],
  ['a column of its lines removed', { do: 'hide', at: 'card.sections.lines.columns.device' }],
])('an overlay may not withhold what approvers must see: %s', (_, operation) => {
  const shown = load(edited([{ file: 'lending/loan/manifest.json', at: ['approval', 'mustShow'], to: ['reason', 'lines'] }])).base as LoadedBase
  for (const layer of ['client', 'company'] as const) {
    const { catalogue, conflicts } = resolveForScope(shown, scopes[layer], [overlay(layer, operation)])
    expect(conflicts.map(({ code }) => code)).toEqual(['E606'])
    expect(catalogue.hash).toBe(shown.catalogue.hash)
  }
})

test('an overlay may rename what approvers must see, and add to it', () => {
  const shown = load(edited([{ file: 'lending/loan/manifest.json', at: ['approval', 'mustShow'], to: ['reason', 'lines'] }])).base as LoadedBase
  const { conflicts } = resolveForScope(shown, scopes.client, [overlay('client',
    { do: 'set', at: 'approval.summary', to: ['currency', 'reason'] }, { do: 'set', at: 'schema.properties.reason.title', to: 'Why' }, { do: 'set', at: 'card.sections.request.title', to: 'What for' },
    { do: 'hide', at: 'card.sections.request.fields.room' }, { do: 'set', at: 'card.sections.lines.columns.fee.width', to: 200 }, { do: 'add', at: 'rules.more', to: { on: 'reason', check: 'size(doc.reason) > 3', message: 'Say more' } },
    { do: 'hide', at: 'card.sections.files' },
  )])
  expect(conflicts).toEqual([])
})

test.each([['total', 'which is computed'], ['reason', 'which a role does not see']])('an overlay does not make %s unique, %s: a refusal would tell its values in other records', (name) => {
  const hiding = load(edited([{ file: 'lending/loan/manifest.json', at: ['permissions', 'keeper', 'hide'], to: ['reason'] }])).base as LoadedBase
  const unique = (field: string): string[] => resolveForScope(hiding, scopes.client, [overlay('client', { do: 'set', at: `schema.properties.${field}.x-unique`, to: true })]).conflicts.map(({ code }) => code)
  expect(unique(name)).toEqual(['E606'])
  expect(unique('currency')).toEqual([])
})

const suggested: OverlayOperation = { do: 'set', at: 'schema.properties.currency.default', to: 'USD' }

test.each<[string, OverlayOperation[]]>([
  ['whose section is hidden', [suggested, { do: 'hide', at: 'card.sections.request.fields.currency' }]],
  ['after its section is hidden', [{ do: 'hide', at: 'card.sections.request.fields.currency' }, suggested]],
  ['that is hidden', [suggested, { do: 'set', at: 'schema.properties.currency.x-hidden', to: true }]],
  ['that a rule closes', [suggested, { do: 'add', at: 'rules.closed', to: { on: 'currency', enabled: 'false' } }]],
  ['that a rule hides and another fills', [{ do: 'add', at: 'rules.never', to: { on: 'currency', visible: 'false' } }, { do: 'add', at: 'rules.filled', to: { on: 'currency', fill: '"USD"' } }]],
])('an overlay may not give an unseen first value to a field %s, if the base decides by it', (_, operations) => {
  const deciding = load(edited([{ file: 'lending/loan/manifest.json', at: ['approval', 'steps', 'boss', 'when'], to: 'doc.currency == "KES"' }])).base as LoadedBase
  const conflictsOn = (given: LoadedBase): string[] => resolveForScope(given, scopes.client, [overlay('client', ...operations)]).conflicts.map(({ code, path }) => `${code} ${path}`)
  expect(conflictsOn(deciding)).toEqual(['E606 operations.1.at'])
  expect(conflictsOn(base)).toEqual([])
})

test('an overlay may suggest a value for a field by which the base decides, if people see it', () => {
  const deciding = load(edited([{ file: 'lending/loan/manifest.json', at: ['approval', 'steps', 'boss', 'when'], to: 'doc.currency == "KES"' }])).base as LoadedBase
  expect(resolveForScope(deciding, scopes.client, [overlay('client', suggested, { do: 'add', at: 'rules.filled', to: { on: 'currency', fill: '"USD"' } })]).conflicts).toEqual([])
})

test.each([
  ['that closes the parentheses around it', 'open', 'true)) || ((true'], ['that closes one parenthesis', 'open', 'true) || (true'], ['with a name that has another meaning in expressions', 'user', '"x"'],
])('a term %s is refused, and so is what uses it', (_, name, text) => {
  const { type, conflicts } = apply('client', { do: 'add', at: `terms.${name}`, to: text }, { do: 'tighten', at: 'permissions.employee.rows', to: name === 'user' ? 'user != ""' : name })
  expect(conflicts.length).toBeGreaterThan(0)
  expect(type.permissions['employee']?.rows).toBe(base.catalogue.types['loan']?.permissions['employee']?.rows)
})

test('a caption of the greatest length and one in a right-to-left script are accepted', () => {
  const { type, conflicts } = apply('client', { do: 'set', at: 'title.one', to: 'T'.repeat(200) }, { do: 'set', at: 'actions.send.label', to: '\u0623\u0631\u0633\u0644\u200F' })
  expect(conflicts).toEqual([])
  expect(type.title.one).toHaveLength(200)
})

test('a rule on several fields applies to each, on the server and in the portal', () => {
  const { type, conflicts } = apply('client', { do: 'add', at: 'terms.isLarge', to: 'doc.total > 10.0' }, { do: 'add', at: 'rules.large', to: { on: ['currency', 'lines.fee'], visible: 'isLarge', required: 'isLarge' } })
  expect(conflicts).toEqual([])
  const ofName = (rules: Record<string, { name: string; on: readonly string[]; effect: string; expression: string }>) => Object.values(rules).filter(({ name }) => name === 'large').map(({ on, effect, expression }) => [on.join('.'), effect, expression])
  const wanted = [['currency', 'visible', 'doc.total > 10.0'], ['currency', 'required', 'doc.total > 10.0'], ['lines.fee', 'visible', 'doc.total > 10.0'], ['lines.fee', 'required', 'doc.total > 10.0']]
  expect(ofName(type.rules)).toEqual(wanted.map(([on, effect, expression]) => [on, effect, `(${String(expression)})`]))
  expect(ofName(toClientManifest(type)['rules'] as never)).toEqual(wanted.map(([on, effect, expression]) => [on, effect, `(${String(expression)})`]))
})

test.each<[string, string, string | undefined, string]>([
  ['always', 'reason', undefined, 'doc.status in ["Open"]'],
  ['on a condition', 'reason', 'doc.total > 5.0 || true', '(doc.total > 5.0 || true) && doc.status in ["Open"]'],
  ['in the states in which the base closes it', 'currency', 'state == "Sent"', '(doc.status == "Sent") && doc.status in ["Open"]'],
])('a rule that sets a field of the base %s applies only while people could enter the value', (_, on, when, expected) => {
  const rule = { on, value: '"Set"', ...(when !== undefined && { when }) }
  const { type, conflicts } = apply('client', { do: 'add', at: 'rules.sets', to: rule })
  expect([conflicts, type.rules['sets']?.when]).toEqual([[], expected])
})

test('a text may have several lines where it is not a caption, even under the name of one', () => {
  const { type, conflicts } = apply(
    'client',
    { do: 'set', at: 'list.empty', to: 'No loans yet.\nAsk for one.' },
    { do: 'add', at: 'schema.properties.subject', to: { type: 'string', title: 'Subject', description: 'What it is about.\nOne sentence.' } },
    { do: 'set', at: 'schema.properties.subject.description', to: 'What it is about.\nA word or two.' },
    { do: 'add', at: 'terms.label', to: 'doc.total > 10.0\n  && doc.currency == "KES"' },
  )
  expect(conflicts).toEqual([])
  expect(type.list.empty).toBe('No loans yet.\nAsk for one.')
})

test('an overlay may add what bypasses no condition of the base', () => {
  const { type, conflicts } = apply(
    'company',
    { do: 'add', at: 'states.Hold', to: { label: 'On hold' } },
    { do: 'add', at: 'actions.hold', to: to('Hold', 'Open') },
    { do: 'add', at: 'actions.resume', to: to('Open', 'Hold') },
    { do: 'add', at: 'actions.reject', to: { confirm: 'Refuse {no}?' } },
    { do: 'add', at: 'approval.steps.auditor', to: { approver: { role: 'keeper' } }, place: { first: true } },
    { do: 'tighten', at: 'approval.steps.keeper.when', to: 'doc.currency == "USD"' },
    { do: 'set', at: 'approval.steps.boss.title', to: 'Line manager' },
    { do: 'add', at: 'rules.shillings', to: { on: 'currency', value: '"KES"' } },
    { do: 'add', at: 'rules.no-fee', to: { on: 'lines.fee', visible: 'doc.total > 0.0' } },
    { do: 'tighten', at: 'attachments.maxBytes', to: 1_000_000 },
  )
  expect(conflicts).toEqual([])
  expect(type.actions['resume']?.to).toBe('Open')
  expect(type.approval?.steps.map(({ id, title, when }) => [id, title, when])).toEqual([
    ['auditor', 'Auditor', undefined], ['boss', 'Line manager', undefined], ['keeper', 'Keeper', '(doc.total > 100) || (doc.currency == "USD")'],
  ])
  expect(type.rules['shillings']?.expression).toBe('"KES"')
})

test('a field of the base that an overlay hides keeps its value', () => {
  const { type, conflicts } = apply('company', { do: 'add', at: 'rules.no-fee', to: { on: 'lines.fee', visible: 'doc.total > 0.0' } }, { do: 'add', at: 'rules.no-cur', to: { on: 'currency', visible: 'false', whenHidden: 'clear' } })
  expect(conflicts).toEqual([])
  expect([type.rules['no-fee']?.whenHidden, type.rules['no-cur']?.whenHidden]).toEqual(['keep', 'keep'])
})

test('an overlay may add the first rule and the first term of a type', () => {
  const first: LoadedOverlay = { ...overlay('company', { do: 'add', at: 'terms.isNew', to: 'doc.manager == ""' }, { do: 'add', at: 'rules.named-if-new', to: { on: 'name', required: 'isNew' } }), extends: { id: 'person', version: 1 } }
  const parts = Object.keys(base.expanded.types['person']?.manifest ?? {})
  expect(parts).not.toContain('terms')
  expect(parts).not.toContain('rules')
  const { catalogue, conflicts } = resolveForScope(base, scopes.company, [first])
  expect(conflicts).toEqual([])
  expect(catalogue.types['person']?.rules['named-if-new']?.on).toEqual(['name'])
})

test('only a step that the base declares relaxable may be changed', () => {
  const sources = goodSources().map((source) => (source.path.endsWith('loan/manifest.json') ? { ...source, text: source.text.replace('"keeper": { "approver"', '"keeper": { "relaxable": true, "approver"') } : source))
  const { base: relaxed } = load(sources)
  const changes: OverlayOperation[] = ['keeper', 'boss'].map((step) => ({ do: 'set', at: `approval.steps.${step}.approver`, to: { manager: 2 } }))
  const { catalogue, conflicts } = resolveForScope(relaxed as LoadedBase, { company: 'x' }, [overlay('company', ...changes)])
  expect(catalogue.types['loan']?.approval?.steps.map(({ approver }) => approver.kind)).toEqual(['supervisor', 'manager'])
  expect(conflicts).toMatchObject([{ code: 'E606', path: 'operations.1.to' }])
})
