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

test('a field that must be entered is not taken from a section that says no kind', () => {
  const unsaid = load(edited([{ file: 'lending/loan/manifest.json', at: ['card', 'sections', 'request', 'kind'], to: null }])).base as LoadedBase
  const { catalogue, conflicts } = resolveForScope(unsaid, scopes.client, [overlay('client', hideReason, { do: 'hide', at: 'card.sections.request.fields.currency' })])
  expect(conflicts.map(({ code, path }) => `${code} ${path}`)).toEqual(['E605 operations.0.at'])
  expect(catalogue.types['loan']?.card.sections['request']?.fields).toEqual(['reason', 'from', 'room'])
})

const hideReason: OverlayOperation = { do: 'hide', at: 'card.sections.request.fields.reason' }
const addMore = (...fields: string[]): OverlayOperation => ({ do: 'add', at: 'card.sections.more', to: { kind: 'fields', title: 'More', fields } })

test('a field that must be entered stands somewhere once the whole overlay is applied', () => {
  const moved = apply('client', hideReason, addMore('reason'))
  expect(moved.conflicts).toEqual([])
  expect([moved.type.card.sections['request']?.fields, moved.type.card.sections['more']?.fields]).toEqual([['from', 'currency', 'room'], ['reason']])
  const asked = apply('client', { do: 'add', at: 'schema.properties.site', to: { type: 'string', title: 'Site' } }, { do: 'tighten', at: 'schema.required', to: ['site'] }, addMore('site'))
  expect(asked.conflicts).toEqual([])
  expect(asked.type.shape.required).toContain('site')
})

test.each([
  ['that nothing follows', [hideReason], ['E605 operations.0.at']],
  ['whose section never shows', [{ do: 'set', at: 'card.sections.request.when', to: 'false' }], ['E605 operations.0.at']],
  ['whose section shows never at all', [{ do: 'set', at: 'card.sections.request.when', to: 'doc.total > 1.0 && (false || false)' }], ['E605 operations.0.at']],
  ['whose section becomes one that tells what was', [{ do: 'set', at: 'card.sections.request.kind', to: 'history' }], ['E605 operations.0.at']],
  ['after which it is put into a section that never shows', [hideReason, { do: 'add', at: 'card.sections.more', to: { kind: 'fields', title: 'More', fields: ['reason'], when: 'false' } }], ['E605 operations.0.at']],
  ['after which it is put where there is nothing', [hideReason, { do: 'add', at: 'card.sections.nothing.fields.reason', to: 'reason' }], ['E605 operations.0.at', 'E603 operations.1.at']],
  ['after which it is put where the type becomes wrong', [hideReason, addMore('reason', 'nothing')], ['E605 operations.0.at', 'E608 operations.1.to']],
] satisfies [string, OverlayOperation[], string[]][])('an operation takes no field away that must be entered: one %s', (_, operations, told) => {
  const { type, conflicts } = apply('client', ...operations, { do: 'set', at: 'actions.send.label', to: 'Go' })
  expect(conflicts.map(({ code, path }) => `${code} ${path}`)).toEqual(told)
  expect(type.card.sections['request']?.fields).toContain('reason')
  expect(type.actions['send']?.label.text).toBe('Go')
})

test('fifty operations that leave fields nowhere, before two hundred others, are refused in a time that people wait', { timeout: 20_000 }, () => {
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
  ['hide it between others', (count) => Array.from({ length: count / 2 }, (_, index) => [{ do: 'hide', at: 'schema.properties.reason' } as const, called(index)]).flat()],
  ['hide each another field', (count) => [...addedFields(count / 3), ...Array.from({ length: count / 3 }, (_, index) => [{ do: 'hide', at: `card.sections.more.fields.more${index}` } as const, called(index)]).flat()]],
  ['show the field that the one before left out, and leave out the next', (count) => [...addedFields(count / 3), ...Array.from({ length: count / 3 }, (_, left) => [
    { do: 'set', at: 'card.sections.more.fields', to: Array.from({ length: count / 3 }, (__, index) => `more${index}`).filter((__, index) => index !== left) } as const, called(left),
  ]).flat()]],
])('of many operations that %s, each is tried a few times, however many are refused', (_, many) => {
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

test('what stands nowhere after one that is refused anyway is not refused with it', () => {
  const { conflicts } = apply(
    'client', { do: 'add', at: 'schema.properties.site', to: { title: 'Site' } }, { do: 'tighten', at: 'schema.required', to: ['site', 'currency'] },
    { do: 'hide', at: 'card.sections.request.fields.currency' },
  )
  expect(conflicts.map(({ code, path }) => `${code} ${path}`)).toEqual(['E605 operations.1.at'])
})

test('a section that shows sometimes is one in which a field stands', () => {
  expect(apply('client', { do: 'set', at: 'card.sections.request.when', to: 'doc.total > 1.0 || false' }).conflicts).toEqual([])
})

test('of several operations the one is refused that took the field away at last', () => {
  const { type, conflicts } = apply('client', hideReason, addMore('reason', 'currency'), { do: 'hide', at: 'card.sections.more.fields.reason' }, { do: 'hide', at: 'list.columns.status' })
  expect(conflicts).toMatchObject([{ code: 'E605', path: 'operations.2.at', seen: 'reason' }])
  expect([type.card.sections['request']?.fields, type.card.sections['more']?.fields]).toEqual([['from', 'currency', 'room'], ['reason', 'currency']])
  expect(Object.keys(type.list.columns)).toEqual(['no', 'reason', 'total'])
})

test('what hangs on an operation that is set aside is told too', () => {
  const { type, conflicts } = apply('client', { do: 'add', at: 'list.columns.nothing', to: {} }, { do: 'set', at: 'list.columns.nothing.title', to: 'Nothing' }, { do: 'set', at: 'list.columns.no.title', to: 'Number' })
  expect(conflicts.map(({ code, path }) => `${code} ${path}`)).toEqual(['E608 operations.0.to', 'E603 operations.1.at'])
  expect(type.list.columns['no']?.title).toBe('Number')
})

test('terms that double with each of them are set aside where they grow too long, and what names these', () => {
  const terms = Array.from({ length: 40 }, (_, at): OverlayOperation => ({ do: 'add', at: `terms.a${at}`, to: at === 0 ? 'doc.total > 1.0' : `a${at - 1} || a${at - 1}` }))
  const { type, conflicts } = apply('client', ...terms, { do: 'tighten', at: 'permissions.employee.rows', to: 'a39' })
  expect(conflicts).toContainEqual(expect.objectContaining({ code: 'E608', seen: 'a9' }))
  expect(type.permissions['employee']?.rows).toBe(base.catalogue.types['loan']?.permissions['employee']?.rows)
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

test('days are closed beside those that are closed already', () => {
  const { type, conflicts } = apply(
    'company',
    { do: 'add', at: 'rules.shut', to: { on: 'from', unavailable: 'day == "2026-12-25" ? "Christmas" : ""' } },
    { do: 'tighten', at: 'rules.shut.unavailable', to: 'day == "2026-12-26" ? "Boxing Day" : ""' },
  )
  expect(conflicts).toEqual([])
  expect(type.rules['shut']?.expression).toBe('(day == "2026-12-25" ? "Christmas" : "") != "" ? (day == "2026-12-25" ? "Christmas" : "") : (day == "2026-12-26" ? "Boxing Day" : "")')
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

const to = (state: string, from: string, who = 'owner'): NonNullable<OverlayOperation['to']> => ({ label: 'Go on', from: [from], who: [who], to: state })

const LOOSENING: { name: string; code?: string; says: RegExp; operations: OverlayOperation[] }[] = [
  { name: 'an action that leads where only an approval leads', says: /"Lent" would be reached from "Open"/, operations: [{ do: 'add', at: 'actions.slip', to: to('Lent', 'Open') }] },
  { name: 'an action that leads where only another action leads', says: /"Open" would be reached from "Refused"/, operations: [{ do: 'add', at: 'actions.back', to: to('Open', 'Refused', 'keeper') }] },
  { name: 'an action that leads there through a state of its own', says: /"Refused" would be reached from "Open"/, operations: [{ do: 'add', at: 'states.Hold', to: {} }, { do: 'add', at: 'actions.out', to: to('Refused', 'Hold') }, { do: 'add', at: 'actions.hold', to: to('Hold', 'Open') }] },
  { name: 'an action that leads there from one of its states', says: /"Lent" would be reached from "Open"/, operations: [{ do: 'add', at: 'actions.slip', to: { label: 'Go on', from: ['Open'], who: ['owner'], to: { Open: 'Lent' } } }] },
  { name: 'an action that leads there by condition', says: /"Lent" would be reached from "Open"/, operations: [{ do: 'add', at: 'states.Hold', to: {} }, { do: 'add', at: 'actions.slip', to: { label: 'Go on', from: ['Open'], who: ['owner'], to: [{ when: 'doc.total > 0.0', to: 'Lent' }, { to: 'Hold' }] } }] },
  { name: 'an action out of a final state', says: /out of the state "Lent"/, operations: [{ do: 'add', at: 'states.Hold', to: { final: true } }, { do: 'add', at: 'actions.hold', to: to('Hold', 'Lent') }] },
  { name: 'an action out of a running approval', says: /out of the state "Sent"/, operations: [{ do: 'add', at: 'states.Hold', to: { final: true } }, { do: 'add', at: 'actions.hold', to: to('Hold', 'Sent') }] },
  { name: 'an action that saves', says: /changes the document/, operations: [{ do: 'add', at: 'actions.edit', to: { from: ['Refused'], who: ['owner'], saves: true } }] },
  { name: 'an action that deletes', says: /deletes the document/, operations: [{ do: 'add', at: 'actions.erase', to: { from: ['Lent'], who: ['owner'], deletes: true } }] },
  { name: 'an action that writes entries', says: /writes entries/, operations: [{ do: 'add', at: 'actions.post', to: { from: ['Open'], who: ['owner'], posts: [{ to: 'device', values: {} }] } }] },
  { name: 'an action that sets a field of the base', says: /sets "total"/, operations: [{ do: 'add', at: 'actions.cheap', to: { from: ['Lent'], who: ['owner'], sets: { total: '0.0' } } }] },
  { name: 'who decides, by an action of the decision’s name', says: /"reject" is a decision/, operations: [{ do: 'add', at: 'actions.reject', to: { who: ['owner'] } }] },
  { name: 'a state in which documents can be changed', says: /could be changed/, operations: [{ do: 'add', at: 'states.Hold', to: { editable: true } }] },
  { name: 'documents that change their state', says: /not stricter/, operations: [{ do: 'set', at: 'states.Refused.renamedFrom', to: ['Lent'] }] },
  { name: 'other words for calls', says: /not stricter/, operations: [{ do: 'set', at: 'states.Refused.wire', to: 'Closed' }] },
  { name: 'a word for calls where there was none', says: /not by add/, operations: [{ do: 'add', at: 'states.Refused.wire', to: 'Closed' }] },
  { name: 'a state of its own that calls tell otherwise', says: /same for everybody/, operations: [{ do: 'add', at: 'states.Hold', to: { wire: 'Open' } }] },
  { name: 'stored documents for a state of its own', says: /change their state/, operations: [{ do: 'add', at: 'states.Hold', to: { was: { Denied: 'true' } } }] },
  { name: 'another approver', says: /not stricter/, operations: [{ do: 'set', at: 'approval.steps.boss.approver', to: { role: 'keeper' } }] },
  { name: 'another step in a step’s place', says: /not stricter/, operations: [{ do: 'set', at: 'approval.steps.boss', to: { approver: { role: 'keeper' } } }] },
  { name: 'a step that is not asked any more', says: /not stricter/, operations: [{ do: 'set', at: 'approval.steps.keeper.when', to: 'false' }] },
  { name: 'a condition for a step that had none', says: /not by add/, operations: [{ do: 'add', at: 'approval.steps.boss.when', to: 'false' }] },
  { name: 'a narrower condition for a step that had none', says: /not stricter/, operations: [{ do: 'tighten', at: 'approval.steps.boss.when', to: 'doc.total > 100.0' }] },
  { name: 'another state after approval', says: /not stricter/, operations: [{ do: 'set', at: 'approval.rejected', to: 'Lent' }] },
  { name: 'what happens as it is approved', says: /not by add/, operations: [{ do: 'add', at: 'approval.sets', to: { total: '0.0' } }] },
  { name: 'the order of steps', code: 'E605', says: /order of "approval"/, operations: [{ do: 'move', at: 'approval.steps.keeper', place: { first: true } }] },
  { name: 'a value for a computed field', says: /only the base sets the value/, operations: [{ do: 'add', at: 'rules.zero', to: { on: 'total', value: '0.0' } }] },
  { name: 'a value for the owner', says: /only the base sets the value/, operations: [{ do: 'add', at: 'rules.mine', to: { on: 'person', value: 'user.employee' } }] },
  { name: 'a value beside a rule’s', says: /gives "lines.insured" its value/, operations: [{ do: 'add', at: 'rules.one', to: { on: 'lines.insured', value: '1.0' } }] },
  { name: 'a required field hidden', says: /asks for "reason"/, operations: [{ do: 'add', at: 'rules.away', to: { on: 'reason', visible: 'false' } }] },
  { name: 'a checked field hidden', says: /asks for "from"/, operations: [{ do: 'add', at: 'rules.away', to: { on: 'from', visible: 'false' } }] },
  { name: 'another effect of a rule', says: /not stricter/, operations: [{ do: 'tighten', at: 'rules.not-past.visible', to: 'true' }] },
  { name: 'another effect of a relaxable rule', says: /not by add/, operations: [{ do: 'add', at: 'rules.not-past.value', to: 'today' }] },
  { name: 'another rule in a relaxable rule’s place', says: /and not "value"/, operations: [{ do: 'replace-rule', at: 'rules.not-past', to: { on: 'from', value: 'today' }, reason: 'always today' }] },
  { name: 'a relaxable rule moved to another field', says: /on "from" only/, operations: [{ do: 'replace-rule', at: 'rules.not-past', to: { on: 'total', check: 'true' }, reason: 'always today' }] },
  { name: 'a condition that closes its parenthesis', says: /not stricter/, operations: [{ do: 'tighten', at: 'permissions.employee.rows', to: 'true) || (true' }] },
  { name: 'larger files than hold unsaid', says: /not stricter/, operations: [{ do: 'set', at: 'attachments.maxBytes', to: 2_000_001 }] },
  { name: 'more files by add', says: /not by add/, operations: [{ do: 'add', at: 'attachments.maxFiles', to: 11 }] },
  { name: 'other kinds of files', says: /not stricter/, operations: [{ do: 'set', at: 'attachments.types', to: ['xls'] }] },
  { name: 'what a lookup counts', says: /not stricter/, operations: [{ do: 'set', at: 'lookups.open.where', to: 'false' }] },
  { name: 'what a list holds', says: /not stricter/, operations: [{ do: 'tighten', at: 'lists.devices.where', to: 'true' }] },
  { name: 'when a form is printed', says: /not stricter/, operations: [{ do: 'set', at: 'print.paper.when', to: 'true' }] },
  { name: 'a route', code: 'E605', says: /routes are the same for everybody/, operations: [{ do: 'set', at: 'endpoints.list', to: 'GET lending/mine' }] },
  { name: 'an added route', code: 'E605', says: /routes are the same for everybody/, operations: [{ do: 'add', at: 'endpoints.reopen', to: 'POST lending/reopen' }] },
  { name: 'what a term stands for', code: 'E605', says: /means the same everywhere/, operations: [{ do: 'set', at: 'terms.isKept', to: 'true' }] },
  { name: 'what a term stands for, by tightening', code: 'E605', says: /means the same everywhere/, operations: [{ do: 'tighten', at: 'terms.isKept', to: 'true' }] },
  { name: 'which records may be chosen', code: 'E605', says: /which records may be chosen/, operations: [{ do: 'set', at: 'selectable', to: 'true' }] },
  { name: 'a trait', code: 'E605', says: /"traits" belongs to the base/, operations: [{ do: 'set', at: 'traits', to: ['x'] }] },
  { name: 'a required field hidden among others', says: /asks for "reason"/, operations: [{ do: 'add', at: 'rules.away', to: { on: ['currency', 'reason'], visible: 'false' } }] },
  { name: 'a value for a computed field among others', says: /only the base sets the value/, operations: [{ do: 'add', at: 'rules.zero', to: { on: ['currency', 'total'], value: '0.0' } }] },
  { name: 'a relaxable rule moved to several fields', says: /on "from" only/, operations: [{ do: 'replace-rule', at: 'rules.not-past', to: { on: ['from', 'total'], check: 'true' }, reason: 'always today' }] },
  { name: 'the ancestor of all fields', code: 'E605', says: /is not a path/, operations: [{ do: 'add', at: 'schema.properties.__proto__', to: { type: 'string', title: 'x' } }] },
  { name: 'a name that every object has', code: 'E605', says: /is not a path/, operations: [{ do: 'set', at: 'actions.constructor.label', to: 'x' }] },
  { name: 'such a name in quotes', code: 'E605', says: /is not a path/, operations: [{ do: 'add', at: 'list.columns."toString"', to: {} }] },
  { name: 'such a name within what is added', code: 'E605', says: /"valueOf" cannot be a name/, operations: [{ do: 'add', at: 'actions.ask', to: { label: 'x', from: ['Open'], who: ['owner'], input: { properties: { valueOf: { type: 'string', title: 'x' } } } } }] },
  { name: 'a caption of two lines', code: 'E605', says: /must be one line/, operations: [{ do: 'set', at: 'actions.send.label', to: 'Send\r\nBcc: all' }] },
  { name: 'a title of two lines', code: 'E605', says: /must be one line/, operations: [{ do: 'set', at: 'title.one', to: 'Loan\nof all' }] },
  { name: 'a tile of two lines', code: 'E605', says: /must be one line/, operations: [{ do: 'set', at: 'list.tiles.all', to: 'All\u2028of them' }] },
  { name: 'a caption of two lines in a field', code: 'E605', says: /must be one line/, operations: [{ do: 'add', at: 'schema.properties.site', to: { type: 'string', title: 'Si\rte' } }] },
  { name: 'a tile of two lines that a setting may replace', code: 'E605', says: /must be one line/, operations: [{ do: 'set', at: 'list.tiles.all', to: { text: 'All\nof them', setting: 'lending_settings.all' } }] },
  { name: 'a caption of two lines in what is said of a column', code: 'E605', says: /must be one line/, operations: [{ do: 'set', at: 'list.columns.no', to: { title: 'No.\nof the loan' } }] },
  { name: 'a caption that says nothing', code: 'E605', says: /must be one line of text of 1 to 200/, operations: [{ do: 'set', at: 'title.many', to: '' }] },
  { name: 'a caption of a book’s length', code: 'E605', says: /must be one line of text of 1 to 200/, operations: [{ do: 'set', at: 'schema.properties.reason.title', to: 'T'.repeat(201) }] },
  { name: 'a caption written backwards', code: 'E605', says: /direction of writing/, operations: [{ do: 'set', at: 'actions.send.label', to: 'Send\u202Edrawkcab' }] },
  { name: 'an isolate in a caption', code: 'E605', says: /direction of writing/, operations: [{ do: 'set', at: 'list.tiles.all', to: 'All\u2066' }] },
  ...['_rev', '_actions', '_reason', '_requests', 'attachments', 'approvalEntry', 'approvalEntryNo', 'headerNo'].map((name) => ({
    name: `a field called "${name}", which means something else in calls`, code: 'E608', says: /has another meaning in calls/, operations: [{ do: 'add' as const, at: `schema.properties.${name}`, to: { type: 'string', title: 'x' } }],
  })),
  { name: 'gaps in what auditors count', code: 'E605', says: /the same for everybody/, operations: [{ do: 'set', at: 'gapless', to: false }] },
]

/** Two states that calls tell as Closed, and an action from both. */
const told = load(edited([
  { file: 'lending/loan/manifest.json', at: ['states', 'Refused', 'wire'], to: 'Closed' },
  { file: 'lending/loan/manifest.json', at: ['states', 'Withdrawn'], to: { wire: 'Closed' } },
  { file: 'lending/loan/manifest.json', at: ['actions', 'withdraw'], to: { from: ['new', 'Open'], who: ['owner'], to: 'Withdrawn' } },
  { file: 'lending/loan/manifest.json', at: ['actions', 'reopen', 'from'], to: ['Closed'] },
  { file: 'lending/loan/manifest.json', at: ['actions', 'erase'], to: { from: ['Closed'], who: ['owner'], deletes: true } },
]))

test.each<{ does: OverlayOperation['do']; base?: string[]; to: string[]; from?: string[] }>([
  { does: 'tighten', to: ['Withdrawn'], from: ['Withdrawn'] },
  { does: 'set', to: ['Refused'], from: ['Refused'] },
  { does: 'tighten', base: ['Refused', 'Withdrawn'], to: ['Closed'], from: ['Refused', 'Withdrawn'] },
  { does: 'tighten', to: ['Open'] },
  { does: 'tighten', to: ['Withdrawn', 'Open'] },
  { does: 'tighten', base: ['Refused'], to: ['Closed'] },
])('states by the word that calls tell them as: $does from $base to $to', ({ does, base: given, to: asked, from }) => {
  const before = resolveForScope(told.base!, scopes.client, given === undefined ? [] : [overlay('client', { do: 'tighten', at: 'actions.reopen.from', to: given })]).catalogue
  expect(before.types['loan']?.actions['reopen']?.from).toEqual(given ?? ['Refused', 'Withdrawn'])
  const operations: OverlayOperation[] = [...(given === undefined ? [] : [{ do: 'tighten' as const, at: 'actions.reopen.from', to: given }]), { do: does, at: 'actions.reopen.from', to: asked }]
  const { catalogue, conflicts } = resolveForScope(told.base!, scopes.client, [overlay('client', ...operations)])
  expect(conflicts.map(({ code }) => code)).toEqual(from === undefined ? ['E606'] : [])
  expect(catalogue.types['loan']?.actions['reopen']?.from).toEqual(from ?? given ?? ['Refused', 'Withdrawn'])
})

test.each(LOOSENING)('is refused to every layer: $name', (one) => {
  const { code = 'E606', says, operations } = one
  for (const layer of ['client', 'company'] as const) {
    const { conflicts } = apply(layer, ...operations)
    expect(conflicts[0]).toMatchObject({ code, message: expect.stringMatching(says) as string })
  }
})

test.each<[string, OverlayOperation]>([
  ['a summary without it', { do: 'set', at: 'approval.summary', to: ['currency'] }], ['an empty summary', { do: 'set', at: 'approval.summary', to: [] }],
  ['its section', { do: 'hide', at: 'card.sections.request' }], ['its section by a condition', { do: 'set', at: 'card.sections.request.when', to: 'false' }],
  ['its section, closed', { do: 'set', at: 'card.sections.request.collapsed', to: true }], ['its section with other fields', { do: 'set', at: 'card.sections.request.fields', to: ['currency'] }],
  ['the field itself', { do: 'set', at: 'schema.properties.reason.x-hidden', to: true }], ['the field, on the server', { do: 'set', at: 'schema.properties.reason.x-internal', to: true }],
  ['it by another widget', { do: 'set', at: 'schema.properties.reason.x-widget', to: 'textarea' }],
  ['it by a rule', { do: 'add', at: 'rules.never', to: { on: 'reason', visible: 'false' } }], ['its value', { do: 'add', at: 'rules.none', to: { on: 'reason', fill: '""' } }],
  ['it from a role', { do: 'tighten', at: 'permissions.employee.hide', to: ['reason'] }],
  ['a column of what they decide by, hidden', { do: 'set', at: 'card.sections.lines.columns.fee.hidden', to: true }],
  ['a column of what they decide by', { do: 'hide', at: 'card.sections.lines.columns.device' }],
])('what people decide by is not taken from them: %s', (_, operation) => {
  const shown = load(edited([{ file: 'lending/loan/manifest.json', at: ['approval', 'mustShow'], to: ['reason', 'lines'] }])).base as LoadedBase
  for (const layer of ['client', 'company'] as const) {
    const { catalogue, conflicts } = resolveForScope(shown, scopes[layer], [overlay(layer, operation)])
    expect(conflicts.map(({ code }) => code)).toEqual(['E606'])
    expect(catalogue.hash).toBe(shown.catalogue.hash)
  }
})

test('what people decide by may be called otherwise, and stand beside more', () => {
  const shown = load(edited([{ file: 'lending/loan/manifest.json', at: ['approval', 'mustShow'], to: ['reason', 'lines'] }])).base as LoadedBase
  const { conflicts } = resolveForScope(shown, scopes.client, [overlay('client',
    { do: 'set', at: 'approval.summary', to: ['currency', 'reason'] }, { do: 'set', at: 'schema.properties.reason.title', to: 'Why' }, { do: 'set', at: 'card.sections.request.title', to: 'What for' },
    { do: 'hide', at: 'card.sections.request.fields.room' }, { do: 'set', at: 'card.sections.lines.columns.fee.width', to: 200 }, { do: 'add', at: 'rules.more', to: { on: 'reason', check: 'size(doc.reason) > 3', message: 'Say more' } },
    { do: 'hide', at: 'card.sections.files' },
  )])
  expect(conflicts).toEqual([])
})

test.each([
  ['that closes the brackets around it', 'open', 'true)) || ((true'], ['that closes one bracket', 'open', 'true) || (true'], ['by a name that expressions read something else by', 'user', '"x"'],
])('a term %s is set aside, and what uses it', (_, name, text) => {
  const { type, conflicts } = apply('client', { do: 'add', at: `terms.${name}`, to: text }, { do: 'tighten', at: 'permissions.employee.rows', to: name === 'user' ? 'user != ""' : name })
  expect(conflicts.length).toBeGreaterThan(0)
  expect(type.permissions['employee']?.rows).toBe(base.catalogue.types['loan']?.permissions['employee']?.rows)
})

test('a caption of the greatest length, and one written from right to left, stand', () => {
  const { type, conflicts } = apply('client', { do: 'set', at: 'title.one', to: 'T'.repeat(200) }, { do: 'set', at: 'actions.send.label', to: '\u0623\u0631\u0633\u0644\u200F' })
  expect(conflicts).toEqual([])
  expect(type.title.one).toHaveLength(200)
})

test('what is said of several fields holds for each, on the server and in the portal', () => {
  const { type, conflicts } = apply('client', { do: 'add', at: 'terms.isLarge', to: 'doc.total > 10.0' }, { do: 'add', at: 'rules.large', to: { on: ['currency', 'lines.fee'], visible: 'isLarge', required: 'isLarge' } })
  expect(conflicts).toEqual([])
  const ofName = (rules: Record<string, { name: string; on: readonly string[]; effect: string; expression: string }>) => Object.values(rules).filter(({ name }) => name === 'large').map(({ on, effect, expression }) => [on.join('.'), effect, expression])
  const wanted = [['currency', 'visible', 'doc.total > 10.0'], ['currency', 'required', 'doc.total > 10.0'], ['lines.fee', 'visible', 'doc.total > 10.0'], ['lines.fee', 'required', 'doc.total > 10.0']]
  expect(ofName(type.rules)).toEqual(wanted.map(([on, effect, expression]) => [on, effect, `(${String(expression)})`]))
  expect(ofName(toClientManifest(type)['rules'] as never)).toEqual(wanted.map(([on, effect, expression]) => [on, effect, `(${String(expression)})`]))
})

test('texts of several lines stand where nobody reads a caption, whatever their places are called', () => {
  const { type, conflicts } = apply(
    'client',
    { do: 'set', at: 'list.empty', to: 'No loans yet.\nAsk for one.' },
    { do: 'add', at: 'schema.properties.subject', to: { type: 'string', title: 'Subject', description: 'What it is about.\nOne sentence.' } },
    { do: 'set', at: 'schema.properties.subject.description', to: 'What it is about.\nA word or two.' },
    { do: 'add', at: 'terms.label', to: 'doc.total > 10.0\n  && doc.currency == "KES"' },
    { do: 'add', at: 'rules.heading', to: { on: 'currency', label: '"Currency"\n + " of it"' } },
  )
  expect(conflicts).toEqual([])
  expect(type.list.empty).toBe('No loans yet.\nAsk for one.')
})

test('what leads round no condition of the base is added', () => {
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

test('a step that the base calls relaxable is changed, another not', () => {
  const sources = goodSources().map((source) => (source.path.endsWith('loan/manifest.json') ? { ...source, text: source.text.replace('"keeper": { "approver"', '"keeper": { "relaxable": true, "approver"') } : source))
  const { base: relaxed } = load(sources)
  const changes: OverlayOperation[] = ['keeper', 'boss'].map((step) => ({ do: 'set', at: `approval.steps.${step}.approver`, to: { manager: 2 } }))
  const { catalogue, conflicts } = resolveForScope(relaxed as LoadedBase, { company: 'x' }, [overlay('company', ...changes)])
  expect(catalogue.types['loan']?.approval?.steps.map(({ approver }) => approver.kind)).toEqual(['supervisor', 'manager'])
  expect(conflicts).toMatchObject([{ code: 'E606', path: 'operations.1.to' }])
})
