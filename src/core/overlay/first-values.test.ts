/** First values that an overlay gives to records and lines, over a type with every kind of field. */
import { expect, test } from 'vitest'
import type { JsonObject } from '../document/json.ts'
import { applyOperation } from './apply-operation.ts'
import type { OverlayOperation } from './overlay-types.ts'

const LINE = { type: 'object', properties: { amount: {}, issued: { readOnly: true }, posted: {}, doubled: {}, room: {} } }
const BASE: JsonObject = {
  id: 'staff', kind: 'master', key: 'number', owner: 'person', fieldSets: { places: ['room', 'issued'] },
  schema: {
    properties: {
      number: {}, person: {}, status: {}, name: {}, grade: {}, limit: { type: 'boolean', default: false }, paidBy: { readOnly: true }, madeOn: { 'x-stamp': 'today' }, total: { 'x-compute': '1.0' }, token: { 'x-internal': true },
      closedOn: {}, approvedOn: {}, settledOn: {}, full: {}, room: {}, issued: {},
      lines: { type: 'array', items: { $ref: '#/$defs/line' } }, topUps: { type: 'array', readOnly: true, items: { $ref: '#/$defs/topUp' } },
    },
    $defs: { line: LINE, topUp: { type: 'object', properties: { amount: {} } } },
  },
  rules: { full: { on: 'full', value: 'doc.name' }, doubled: { on: 'lines.doubled', value: 'line.amount * 2.0' }, asked: { on: 'name', check: 'true' } },
  actions: { close: { sets: { closedOn: 'today', 'lines.posted': 'line.amount' } } },
  approval: { sets: { approvedOn: 'today' } }, approvals: { later: { sets: { settledOn: 'today' } } },
  dualControl: { fields: ['grade', 'limit'], checker: 'hr' },
  card: { sections: { lines: { kind: 'lines', field: 'lines' } } },
}

function applied(operations: OverlayOperation[]): { manifest: JsonObject; refused: string[] } {
  let manifest = BASE
  const refused: string[] = []
  for (const operation of operations) {
    const outcome = applyOperation(manifest, BASE, operation, 'company', () => [])
    if (outcome.isApplied) manifest = outcome.manifest
    else refused.push(`${outcome.code} ${outcome.message}`)
  }
  return { manifest, refused }
}

const fieldIn = (manifest: JsonObject, name: string): unknown => ((manifest['schema'] as JsonObject)['properties'] as JsonObject)[name]

test.each(['number', 'person', 'status', 'paidBy', 'madeOn', 'total', 'token', 'closedOn', 'approvedOn', 'settledOn', 'full', 'topUps'])('an overlay gives no first value to "%s", which only the base sets', (name) => {
  for (const keyword of ['default', 'x-default']) {
    for (const verb of ['set', 'add'] as const) {
      const { manifest, refused } = applied([{ do: verb, at: `schema.properties.${name}.${keyword}`, to: '"x"' }])
      expect(refused).toEqual([`E606 Not allowed: only the base sets the value of "${name}".`])
      expect(manifest).toBe(BASE)
    }
  }
})

test.each(['line.properties.issued', 'line.properties.posted', 'line.properties.doubled', 'topUp.properties.amount'])('an overlay gives no first value to a field of lines that only the base sets: %s', (at) => {
  for (const keyword of ['default', 'x-default']) expect(applied([{ do: 'set', at: `schema.$defs.${at}.${keyword}`, to: '1.0' }]).refused).toEqual([expect.stringMatching(/^E606 .*only the base sets the value/)])
})

test.each([['issued'], ['@places'], ['posted'], ['doubled']])('lines do not inherit a value from the header for a field that only the base sets: %s', (name) => {
  for (const operation of [{ do: 'add', at: 'card.sections.lines.inherits', to: { fields: [name] } }, { do: 'add', at: 'card.sections.more', to: { kind: 'lines', field: 'lines', inherits: { fields: [name] } } }] satisfies OverlayOperation[]) {
    expect(applied([operation]).refused).toEqual([expect.stringMatching(/^E606 .*only the base sets the value of "lines\.\w+"/)])
  }
})

test('an overlay gives first values to fields that people enter and to fields of its own', () => {
  const { manifest, refused } = applied([
    { do: 'set', at: 'schema.properties.name.default', to: 'Nobody' },
    { do: 'set', at: 'schema.properties.room.x-default', to: '"A1"' },
    { do: 'set', at: 'schema.$defs.line.properties.amount.default', to: 5 },
    { do: 'add', at: 'schema.properties.bonus', to: { type: 'number', readOnly: true, default: 5 } },
    { do: 'set', at: 'schema.properties.bonus.default', to: 6 },
    { do: 'add', at: 'card.sections.lines.inherits', to: { fields: ['room'] } },
  ])
  expect(refused).toEqual([])
  expect([fieldIn(manifest, 'name'), fieldIn(manifest, 'bonus')]).toEqual([{ default: 'Nobody' }, { type: 'number', readOnly: true, default: 6 }])
})

test.each([['grade', 'set', 'G12'], ['grade', 'add', 'G12'], ['limit', 'set', true], ['limit', 'set', null]] as const)('an overlay gives no first value to "%s", which is under dual control: %s %j', (name, verb, value) => {
  const { manifest, refused } = applied([{ do: verb, at: `schema.properties.${name}.default`, to: value }])
  expect(refused).toEqual([expect.stringMatching(/^E606 Not allowed: two people decide on/)])
  expect(manifest).toBe(BASE)
})

test.each<[string, OverlayOperation['do'], string, JsonObject]>([
  ['limit', 'set', 'x-default', { type: 'boolean', 'x-default': 'true' }],
  ['limit', 'add', 'x-default', { type: 'boolean', 'x-default': 'true' }],
  ['paid', 'set', 'default', { type: 'boolean', default: true }],
])('a first value replaces one of the other kind: %s', (name, verb, keyword, field) => {
  const to = keyword === 'default' ? true : 'true'
  const { manifest, refused } = applied([{ do: 'add', at: 'schema.properties.paid', to: { type: 'boolean', 'x-default': 'false' } }, { do: verb, at: `schema.properties.${name}.${keyword}`, to }])
  expect(refused).toEqual([])
  expect(fieldIn(manifest, name)).toEqual(field)
  expect(fieldIn(BASE, 'limit')).toEqual({ type: 'boolean', default: false })
})

const controls: OverlayOperation = { do: 'tighten', at: 'dualControl.fields', to: ['name', 'bonus'] }
const bonus: OverlayOperation = { do: 'add', at: 'schema.properties.bonus', to: { type: 'number', default: 5 } }
const first: OverlayOperation = { do: 'set', at: 'schema.properties.name.default', to: 'Nobody' }

test.each([
  ['after it was given a first value', [first, bonus, controls], 0],
  ['before it is given a first value', [controls, bonus, first], 1],
])('a field keeps the base’s first value when an overlay puts it under dual control %s', (_, operations, refusals) => {
  const { manifest, refused } = applied(operations)
  expect(refused).toHaveLength(refusals)
  expect([fieldIn(manifest, 'name'), fieldIn(manifest, 'bonus'), fieldIn(manifest, 'limit')]).toEqual([{}, { type: 'number' }, { type: 'boolean', default: false }])
})
