/** Overlays that would reveal records that users may not read. */
import { expect, test } from 'vitest'
import { resolveForScope, type LoadedBase, type OverlayOperation } from '../../src/core/index.ts'
import { edited, load } from './load.ts'

const text = (title: string): object => ({ type: 'string', title })

/** In addition to the loans: pay that only its keeper reads, and people whose phone and secret most users do not see. */
const { base: loaded, issues } = load(edited([
  { file: 'lending/pay/manifest.json', to: {
    id: 'pay', kind: 'master', title: { one: 'Pay', many: 'Pays' }, key: 'number', schema: { properties: { number: text('Number'), basic: { type: 'number', title: 'Basic' }, bonus: { type: 'number', title: 'Bonus' } } },
    permissions: { payer: { can: ['list', 'get'] } },
  } },
  { file: 'lending/person/manifest.json', at: ['schema', 'properties', 'phone'], to: text('Phone') },
  { file: 'lending/module.json', at: ['organisation', 'employees', 'grade'], to: 'phone' },
  { file: 'lending/module.json', at: ['organisation', 'employees', 'department'], to: 'boss' },
  { file: 'lending/person/manifest.json', at: ['schema', 'properties', 'boss'], to: { ...text('Boss'), 'x-ref': { to: 'person', as: 'bossRecord' } } },
  { file: 'lending/person/manifest.json', at: ['schema', 'properties', 'secret'], to: { ...text('Secret'), 'x-internal': true } },
  { file: 'lending/person/manifest.json', at: ['permissions'], to: { everyone: { can: ['list', 'get'], hide: ['phone'] }, payer: { can: ['list', 'get'] } } },
  { file: 'lending/loan/manifest.json', at: ['schema', 'properties', 'person', 'x-ref'], to: { to: 'person', as: 'personRecord' } },
  { file: 'lending/loan/manifest.json', at: ['schema', 'properties', 'note'], to: text('Note') },
  { file: 'lending/loan/manifest.json', at: ['permissions', 'keeper', 'hide'], to: ['lines.insured', 'note', 'wage'] },
  { file: 'lending/loan/manifest.json', at: ['lookups', 'paid'], to: { of: 'pay', sum: 'basic', where: 'row.number == doc.person' } },
  { file: 'lending/loan/manifest.json', at: ['lookups', 'earned'], to: { of: 'pay', sum: 'basic', where: 'row.number == doc.person' } },
  { file: 'lending/loan/manifest.json', at: ['actions', 'send', 'checks'], to: { 'can-pay': { check: 'lookups.earned > 100.0', message: 'They do not earn enough' } } },
  // A figure that the base shows in full in a field that keepers do not see, and in part in one that they see.
  { file: 'lending/loan/manifest.json', at: ['schema', 'properties', 'wage'], to: { type: 'number', title: 'Wage', 'x-compute': 'lookups.wage' } },
  { file: 'lending/loan/manifest.json', at: ['schema', 'properties', 'poor'], to: { type: 'boolean', title: 'Poor', 'x-compute': 'lookups.wage < 100.0' } },
  { file: 'lending/loan/manifest.json', at: ['lookups', 'wage'], to: { of: 'pay', sum: 'basic', exposed: true, where: 'row.number == doc.person && row.basic > 0.0' } },
  { file: 'lending/loan/manifest.json', at: ['lookups', 'own'], to: { of: 'pay', max: 'basic', exposed: true, where: 'row.number == doc.person' } },
  { file: 'lending/loan/manifest.json', at: ['list', 'figures'], to: { total: { title: 'Total', value: 'doc.total' } } },
  { file: 'lending/loan/manifest.json', at: ['schema', 'properties', 'shownPay'], to: { type: 'number', title: 'Shown pay', 'x-compute': 'lookups.shown' } },
  { file: 'lending/loan/manifest.json', at: ['lookups', 'shown'], to: { of: 'pay', min: 'basic', where: 'row.number == doc.person' } },
  { file: 'lending/loan/manifest.json', at: ['lookups', 'most'], to: { of: 'pay', sum: 'bonus', where: 'row.number == doc.no' } },
  { file: 'lending/loan/manifest.json', at: ['actions', 'lock'], to: { label: 'Lock', from: ['Lent'], who: ['keeper'], to: 'Lent', checks: { 'earns-enough': { check: 'lookups.most > 100.0', message: 'They earn {lookups.most}' } } } },
  { file: 'lending/module.json', at: ['roles', 'payer'], to: 'Pays' },
]))
const base = loaded as LoadedBase

test('the manifests of these tests have no errors', () => {
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
})

type Case = [name: string, pattern: RegExp, ...operations: OverlayOperation[]]

const add = (at: string, to: unknown): OverlayOperation => ({ do: 'add', at, to: to as NonNullable<OverlayOperation['to']> })
const computed = (compute: string, type = 'string'): OverlayOperation => add('schema.properties.spy', { type, title: 'Spy', 'x-compute': compute })
const spying = (sum?: string): OverlayOperation => add('lookups.spy', { of: 'pay', ...(sum !== undefined && { sum }), where: 'row.number == doc.reason' })

function conflictsOf(id: string, operations: OverlayOperation[], of = base) {
  return resolveForScope(of, { company: 'x' }, [{ source: 'x.json', extends: { id, version: 1 }, layer: 'company', name: 'x', author: 'x', operations }])
}

const DISCLOSING: Case[] = [
  ['what a hidden field tells of whoever saves the document', /"phone" of "person"/, computed('user.grade')],
  ['the same as a first value', /"phone" of "person"/, add('schema.properties.spy', { type: 'string', title: 'Spy', 'x-default': 'user.grade' })],
  ['the same with all that is known of them', /"phone" of "person"/, computed('string(user.grade) + user.name')],
  ['the sum over records that nobody may list', /how many "pay"/, spying('basic'), add('rules.tells', { on: 'reason', check: 'false', message: 'They earn {lookups.spy}' })],
  ['the number of records that nobody may list', /how many "pay"/, spying()],
  ['a lookup over other rows than the base’s', /how many "pay"/, add('lookups.spy', { of: 'pay', sum: 'basic', where: 'row.number == doc.person || true' })],
  ['the records that a hidden field selects in a lookup', /"phone" of "person"/, add('lookups.spy', { of: 'person', where: 'row.phone == doc.reason' })],
  ['the records that a hidden field of a reference selects in a lookup', /"phone" of "person"/, add('lookups.spy', { of: 'person', where: 'row.number == doc.personRecord.phone' })],
  ['a figure that the base does not use', /"pay"/, computed('lookups.paid', 'number')],
  ['a figure that the base does not use, in a message', /"pay"/, add('rules.tells', { on: 'reason', check: 'false', message: 'They earn {lookups.paid}' })],
  ['a figure that the base uses only in the check of an action', /"pay"/, add('rules.tells', { on: 'reason', check: 'false', message: 'They earn {lookups.earned}' })],
  ['a narrowed figure of the base that it exposes', /"pay"/, add('lookups.spy', { of: 'pay', sum: 'basic', exposed: true, where: 'row.number == doc.person' })],
  ['a hidden field of a listed record', /"phone" of "person"/, add('lists.people', { of: 'person' }), computed('first(lists.people.filter(p, p.number == doc.reason)).phone')],
  ['a hidden field of all listed records', /"phone" of "person"/, add('lists.people', { of: 'person' }), computed('cel.bind(some, lists.people, some.map(p, p.phone).join(","))')],
  ['the records that a hidden field selects in a list', /"phone" of "person"/, add('lists.people', { of: 'person', where: 'row.phone == "1"' })],
  ['a hidden field of a reference', /"phone" of "person"/, add('schema.properties.other', { ...text('Other'), 'x-ref': { to: 'person', as: 'otherRecord' } }), computed('doc.otherRecord.phone')],
  ['a hidden field of a reference of the base', /"phone" of "person"/, computed('doc.personRecord.phone')],
  ['a hidden field two references away', /"phone" of "person"/, computed('doc.personRecord.bossRecord.phone')],
  ['a hidden field of one of two references', /"phone" of "person"/, computed('(doc.reason == "" ? doc.personRecord : doc.personRecord.bossRecord).phone')],
  ['a hidden field by way of the whole document', /"phone" of "person"/, computed('[doc].map(d, d.personRecord.phone).join("")')],
  ['the value of a hidden field by a check', /"phone" of "person"/, add('rules.asks', { on: 'reason', check: 'doc.personRecord.phone == "1"' })],
  ['a hidden field by the records that are offered', /"phone" of "person"/, add('schema.properties.other', { ...text('Other'), 'x-ref': { to: 'person', options: 'option.phone == doc.reason' } })],
  ['an internal field', /never disclosed/, computed('doc.personRecord.secret')],
  ['a hidden field by way of a term', /"phone" of "person"/, add('terms.number', 'doc.personRecord.phone'), computed('number')],
  ...([
    ['by a computed field', computed('lookups.wage', 'number')],
    ['by a computed field over a narrower lookup', add('lookups.narrower', { of: 'pay', sum: 'basic', where: 'row.number == doc.person && row.basic > 0.0 && row.number != ""' }), computed('lookups.narrower', 'number')],
    ['by a computed field of lines', { do: 'add', at: 'schema.$defs.line.properties.spy', to: { type: 'number', title: 'Spy', 'x-compute': 'lookups.wage' } }],
    ['by the value of a rule', add('schema.properties.told', { type: 'number', title: 'Told' }), add('rules.tells', { on: 'told', value: 'lookups.wage' })],
    ['by a rule that fills in a field', add('schema.properties.told', { type: 'number', title: 'Told' }), add('rules.tells', { on: 'told', after: ['reason'], fill: 'lookups.wage' })],
    ['by a bound', add('schema.properties.told', { type: 'number', title: 'Told' }), add('rules.tells', { on: 'told', max: 'lookups.wage' })],
    ['in a message', add('rules.tells', { on: 'reason', check: 'false', message: 'They earn {lookups.wage}' })],
    ['in the confirmation of an action', { do: 'set', at: 'actions.approve.confirm', to: 'Lend to who earns {lookups.wage}?' }],
  ] as [string, ...OverlayOperation[]][]).map(([name, ...operations]): Case => [`a figure from a field that keepers do not see, ${name}`, /"pay".*"keeper"/, ...operations]),
  ['a figure by the caption of a field', /people decide on such documents by the caption of "reason"/, add('rules.tells', { on: 'reason', label: '"Reason " + string(lookups.wage)' })],
  ['a figure that only people who may perform an action see', /"pay".*"employee"/, computed('lookups.most', 'number')],
  ['a figure that people see only for their own records', /"pay".*"employee"/, computed('lookups.own', 'number')],
  ['a hidden field of the document itself', /"note", which is hidden/, computed('doc.note')],
  ['a hidden field of the document itself, in a message', /"note", which is hidden/, add('rules.tells', { on: 'reason', check: 'false', message: 'It says {note}' })],
  ['a hidden field of the document itself, by a check', /"note", which is hidden/, add('rules.tells', { on: 'reason', check: 'doc.note != "x"' })],
  ['a hidden field of the document itself, by a tightened check of an action', /"note", which is hidden/, { do: 'tighten', at: 'actions.send.checks.can-pay.check', to: 'doc.note != ""' }],
  ['a hidden field of the document itself, by the people who see it', /"note", which is hidden/, { do: 'tighten', at: 'permissions.keeper.rows', to: 'doc.note == "x"' }],
  ['a hidden field of the document itself, by the condition of an added step', /"note", which is hidden/, add('approval.steps.more', { approver: 'supervisor', when: 'doc.note == "x"' })],
  ['a figure that few may read, by a check over a narrower lookup', /"loan".*"approver"/, add('lookups.twice', { of: 'loan', sum: 'total', where: 'row.status == "Sent" && row.person == doc.person' }), add('rules.twice', { on: 'reason', check: 'lookups.twice + lookups.paid < 300.0' })],
  ['a hidden field of a line in another', /"lines.insured", which is hidden/, { do: 'add', at: 'schema.$defs.line.properties.spy', to: { type: 'number', title: 'Spy', 'x-compute': 'line.insured' } }],
]

test.each(DISCLOSING)('an overlay may not disclose %s', (_, pattern, ...operations) => {
  const { catalogue, conflicts } = conflictsOf('loan', operations)
  expect(conflicts.map(({ code, message }) => [code, message])).toContainEqual(['E606', expect.stringMatching(pattern) as string])
  const { lookups, shape } = catalogue.types['loan']!
  expect([lookups['spy'], shape.fields['spy']]).toEqual([undefined, undefined])
})

test.each(['doc.person == user.employee', 'doc["person"] == user.employee'])('an overlay may not disclose the loans of others to a person who sees loans where %s', (rows) => {
  const own = load(edited([
    { file: 'lending/loan/manifest.json', at: ['permissions'], to: { employee: { rows, can: ['list', 'get', 'create'] } } },
  ]))
  expect(own.issues.filter(({ severity }) => severity === 'error')).toEqual([])
  const operations = [add('lookups.spy', { of: 'loan', sum: 'total', where: 'row.no == doc.reason' }), computed('lookups.spy', 'number')]
  const { catalogue, conflicts } = conflictsOf('loan', operations, own.base as LoadedBase)
  expect(conflicts.map(({ code, message }) => [code, message])).toContainEqual(['E606', expect.stringMatching(/"loan".*may not read/) as string])
  expect(catalogue.types['loan']!.shape.fields['spy']).toBeUndefined()
})

test('an overlay may disclose what all readers of the type may read', () => {
  const { conflicts } = conflictsOf('loan', [
    add('lists.people', { of: 'person' }), add('schema.properties.spy', { ...text('Boss'), 'x-compute': 'first(lists.people.filter(p, p.number == doc.personRecord.boss)).name' }),
    add('lookups.held', { of: 'device', where: 'row.name == doc.reason' }), add('rules.held', { on: 'reason', check: 'lookups.held < 3.0', message: '{lookups.held} are held' }),
  ])
  expect(conflicts).toEqual([])
})

test('the check of an action may be tightened by a figure that it reads already', () => {
  const { conflicts } = conflictsOf('loan', [{ do: 'tighten', at: 'actions.send.checks.can-pay.check', to: 'lookups.earned > 100.0 && doc.reason != ""' }])
  expect(conflicts).toEqual([])
})

test('a computed field may read a hidden field when it is hidden from the same people', () => {
  const { conflicts } = conflictsOf('loan', [computed('doc.note'), { do: 'tighten', at: 'permissions.keeper.hide', to: ['spy'] }])
  expect(conflicts).toEqual([])
})

test.each([
  ['a computed field may show the figure of a hidden field when it is hidden from the same people', computed('lookups.wage', 'number'), { do: 'tighten', at: 'permissions.keeper.hide', to: ['spy'] }],
  ['a figure in a field that everybody sees may be shown in another field and in a message', computed('lookups.shown * 2.0', 'number'), add('rules.tells', { on: 'reason', check: 'false', message: 'They earn {lookups.shown}' })],
  ['a figure that an action’s users see may be shown in a field that is hidden from others', computed('lookups.most', 'number'), ...['employee', 'approver'].map((role): OverlayOperation => ({ do: 'tighten', at: `permissions.${role}.hide`, to: ['spy'] }))],
  ['a figure that people see for their own records may be shown above their list', add('list.figures.spy', { title: 'Spy', value: 'lookups.own' })],
] as [string, ...OverlayOperation[]][])('%s', (_, ...operations) => {
  const { conflicts } = conflictsOf('loan', operations)
  expect(conflicts).toEqual([])
})
