/** The manifest of a user's portal contains what their roles see of a type, and every response names what it withholds. */
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BootstrapAnswer, ClientManifest } from '../../src/contract/index.ts'
import { referredTypes } from '../../src/core/index.ts'
import { ROOT, startApp, withoutIds, type Caller, type TestApp } from './harness.ts'

/** Juma is only an employee; Ekal, Otieno and Achieng also approve; Njeri belongs to HR, Mutua to finance. */
const NAMES = ['juma', 'ekal', 'otieno', 'achieng', 'njeri', 'mutua'] as const
interface Consignment { no: string; value?: number; total?: number; parcels: { line_no: number; what: string; price?: number }[]; _hidden?: string[]; _rev: number }
interface Reply { data: Consignment; message: string; errors?: { path: string; message: string }[] }

let portal: TestApp
const people: Record<typeof NAMES[number], Caller> = {} as never

beforeAll(async () => {
  portal = await startApp({ modules: [path.join(ROOT, 'modules'), path.join(ROOT, 'tests/fixtures/modules')] })
  for (const name of NAMES) people[name] = await portal.signIn(`${name}@mazingira.example`)
}, 120_000)
afterAll(() => portal.stop())

async function addressFor(person: Caller, type = 'consignment'): Promise<string> {
  const { types } = (await person.call('GET', 'portal/bootstrap')).json<{ data: { types: Record<string, { manifest: string } | undefined> } }>().data
  return `portal/manifests/${types[type]?.manifest ?? ''}.json`
}
const manifestFor = async (person: Caller, type?: string): Promise<ClientManifest> => (await person.call('GET', await addressFor(person, type))).json<ClientManifest>()

async function made(owner: Caller, fields: object = {}): Promise<Consignment> {
  const answer = await owner.call('POST', 'documents/consignment', { subject: 'Samples', parcels: [{ what: 'Soil', kilos: 3 }], ...fields })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<Reply>().data
}
const shown = async (person: Caller, no: string): Promise<Consignment> => (await person.call('GET', `documents/consignment/${no}`)).json<Reply>().data

describe('the manifest of a person’s portal', () => {
  it('the manifest names no field that the role never sees, and sorts its list as the server does', async () => {
    const manifest = await manifestFor(people.juma)
    expect(JSON.stringify({ ...manifest, messages: {}, actions: {} })).not.toMatch(/margin|"value"|doc\.\??value|price/)
    expect(Object.keys(manifest.card.sections)).toEqual(['main', 'parcels', 'approvals'])
    expect(Object.keys(manifest.card.sections['parcels']?.columns ?? {})).toEqual(['what', 'kilos'])
    expect(Object.keys(manifest.list.columns)).toEqual(['no', 'status', 'subject', 'destination', 'total'])
    expect(manifest.list).toMatchObject({ sort: { field: 'no', descending: true }, filters: { destination: 'equals' } })
    expect(manifest.approval?.summary).toEqual(['subject'])
    expect(manifest.hidden).toEqual({ onNew: [], inLists: [] })
    const asked = await people.juma.call('GET', 'documents/consignment?sort=-no')
    expect(asked.statusCode, asked.body).toBe(200)
  })

  it('the manifest leaves out what depends on a hidden field, even indirectly, and keeps the other rules', async () => {
    const manifest = await manifestFor(people.juma)
    const { fee, total, weight } = manifest.shape.fields
    expect([fee, total].map((field) => [field?.readOnly, field?.compute])).toEqual([[true, undefined], [true, undefined]])
    expect(weight?.compute).toContain('doc.parcels')
    expect(Object.keys(manifest.rules)).toEqual(['light'])
    expect(manifest.actions['send']).not.toHaveProperty('when')
  })

  it('the manifest is complete for a person who sees everything', async () => {
    const manifest = await manifestFor(people.mutua)
    expect(Object.keys(manifest.rules)).toEqual(['note-for-valuables', 'not-too-dear', 'light'])
    expect(manifest.shape.fields['total']?.compute).toBeDefined()
    expect(Object.keys(manifest.shape.fields['parcels']?.line?.fields ?? {})).toContain('price')
    expect(Object.keys(manifest.list.columns)).toEqual(['no', 'status', 'subject', 'destination', 'value', 'total'])
    expect(manifest.list.sort.field).toBe('value')
    expect(manifest.list.filters).toMatchObject({ value: 'range' })
    expect(manifest.hidden).toEqual({ onNew: [], inLists: [] })
  })

  it('the manifest keeps fields that are hidden on some records only, and says where they are hidden', async () => {
    const manifest = await manifestFor(people.otieno)
    expect(manifest.shape.fields).toHaveProperty('value')
    expect(manifest.shape.fields).not.toHaveProperty('margin')
    expect(manifest.hidden).toEqual({ onNew: ['parcels.price', 'value'], inLists: [] })
    // They list only their own records, in which it is always hidden.
    expect(Object.keys(manifest.list.columns)).not.toContain('value')
    const { list, hidden } = await manifestFor(people.njeri)
    expect(hidden).toEqual({ onNew: ['parcels.price', 'value'], inLists: ['parcels.price', 'value'] })
    expect(Object.keys(list.columns)).toContain('value')
    for (const one of [manifest.list, list]) expect(one).toMatchObject({ sort: { field: 'no' }, filters: { destination: 'equals' } })
    expect((await people.njeri.call('GET', 'documents/consignment?sort=value')).statusCode).toBe(400)
  })

  it('says of each type to which others the manifest leads, and names none that the person may not use', async () => {
    for (const person of [people.juma, people.njeri]) {
      const { types } = (await person.call('GET', 'portal/bootstrap')).json<{ data: { types: BootstrapAnswer['types'] } }>().data
      for (const [id, { refersTo = [] }] of Object.entries(types)) {
        const { shape, lists } = await manifestFor(person, id)
        expect([...refersTo].sort(), id).toEqual([...new Set([...referredTypes(shape), ...Object.values(lists).map((list) => list.of)])].filter((other) => other !== id && other in types).sort())
      }
      expect(Object.values(types).some(({ refersTo = [] }) => refersTo.length > 0)).toBe(true)
    }
  })

  it('people with the same visibility share one manifest, addressed by its hash, and others cannot get it', async () => {
    const [juma, otieno, achieng, mutua] = await Promise.all([people.juma, people.otieno, people.achieng, people.mutua].map((person) => addressFor(person)))
    expect(otieno).toBe(achieng)
    expect(new Set([juma, otieno, mutua]).size).toBe(3)
    expect(juma).toBe(`portal/manifests/${(await manifestFor(people.juma)).hash}.json`)
    for (const address of [otieno, mutua]) expect((await people.juma.call('GET', address ?? '')).statusCode).toBe(404)
    // Types that hide nothing are the same for everybody.
    expect(await addressFor(people.juma, 'gate-pass')).toBe(await addressFor(people.mutua, 'gate-pass'))
  })

  it('the manifest of a type that is closed to a person is not found by its address', async () => {
    const address = await addressFor(people.mutua, 'gate-pass')
    const visitor = await portal.signIn('visitor@mazingira.example')
    expect((await visitor.call('GET', address)).statusCode).toBe(404)
  })
})

describe('an answer', () => {
  it('the answer names the fields that this record hides from its reader, but not those that every record hides', async () => {
    const own = await made(people.otieno)
    expect(own._hidden).toEqual(['parcels.price', 'value'])
    const { data } = (await people.otieno.call('GET', 'documents/consignment')).json<{ data: Consignment[] }>()
    expect(data.find(({ no }) => no === own.no)?._hidden).toEqual(['parcels.price', 'value'])
    expect(await made(people.juma)).not.toHaveProperty('_hidden')
    const hers = await made(people.ekal)
    expect(hers._hidden).toEqual(['parcels.price', 'value'])
    expect((await people.ekal.call('POST', `documents/consignment/${hers.no}/actions/send`, {})).statusCode).toBe(200)
    const toDecide = await shown(people.otieno, hers.no)
    expect(toDecide).not.toHaveProperty('_hidden')
    expect(await shown(people.mutua, own.no)).not.toHaveProperty('_hidden')
  })

  it('the answer can be sent back whole with a change', async () => {
    const own = await made(people.otieno)
    const answer = await people.otieno.call('PATCH', `documents/consignment/${own.no}`, { ...own, subject: 'Renamed' })
    expect(answer.statusCode, answer.body).toBe(200)
  })
})

describe('a message of the server', () => {
  it.each([
    { what: 'a required field', value: 2000, body: { note: null }, hers: 'Say why something worth is sent.', whole: 'Say why something worth 2,000 is sent.' },
    { what: 'a failed check', value: 6000, body: { note: 'Gift', destination: 'Lamu' }, hers: 'is too much to send to Lamu.', whole: '6,000 is too much to send to Lamu.' },
  ])('the message of $what contains no hidden value', async ({ value, body, hers, whole }) => {
    const { no } = await made(people.ekal)
    // The value is raised past the rules, as an older manifest may have allowed.
    const data = JSON.stringify({ subject: 'Samples', value, parcels: [{ line_no: 10000, what: 'Soil' }] })
    await portal.app.services.database.kysely.updateTable('documents').set((eb) => ({ data: eb.cast(eb.val(data), 'jsonb') }))
      .where('key', '=', no).where('type', '=', 'consignment').execute()
    const refused = await people.ekal.call('PATCH', `documents/consignment/${no}`, body)
    expect(refused.statusCode, refused.body).toBe(422)
    expect(refused.json<Reply>().errors?.map((one) => one.message)).toContain(hers)
    expect(withoutIds(refused.body)).not.toContain(String(value))
    const toFinance = await people.mutua.call('PATCH', `documents/consignment/${no}`, body)
    expect(toFinance.json<Reply>().errors?.map((one) => one.message)).toContain(whole)
  })
})
