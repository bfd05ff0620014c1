/** Overlays that an administrator publishes: for whom they hold, what is refused, and who said what. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takePublished } from '../../src/server/manifests/published-overlays.ts'
import { insertOverlay } from '../../src/server/store/overlays.ts'
import { startApp, type Caller, type TestApp } from './harness.ts'

interface Manifest { actions: Record<string, { label: { text: string } } | undefined>; list: { columns: Record<string, { hidden: boolean; width?: number }> }; shape: { fields: Record<string, { maxLength?: number }> } }
interface Reply { data: { id: number }; message: string; errors?: { path: string; rule: string; message: string }[] }

let portal: TestApp
const people: Record<'admin' | 'wanjiku' | 'mutua' | 'zawadi', Caller> = {} as never

beforeAll(async () => {
  portal = await startApp()
  for (const [name, email] of [['admin', 'admin@mazingira.example'], ['wanjiku', 'wanjiku@mazingira.example'], ['mutua', 'mutua@mazingira.example'], ['zawadi', 'zawadi@uwezo.example']] as const) people[name] = await portal.signIn(email)
}, 120_000)
afterAll(async () => portal.stop())

/** What the person's portal gets of petty cash. */
async function manifestOf(person: Caller): Promise<Manifest> {
  const { data } = (await person.call('GET', 'portal/bootstrap')).json<{ data: { types: Record<string, { manifest: string }> } }>()
  return (await person.call('GET', `portal/manifests/${data.types['petty-cash']?.manifest ?? ''}.json`)).json<Manifest>()
}

const sendLabel = async (person: Caller): Promise<string | undefined> => (await manifestOf(person)).actions['send']?.label.text
const overlay = (scope: object, ...operations: object[]): object => ({ extends: { id: 'petty-cash', version: 1 }, scope, operations })
const label = (to: string): object => ({ do: 'set', at: 'actions.send.label', to, was: 'Send For Approval' })

async function publish(body: object): Promise<number> {
  const answer = await people.admin.call('POST', 'admin/overlays', body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Reply>().data.id
}

describe('a published overlay', () => {
  it('holds for those it is for, layer over layer, until it is withdrawn', async () => {
    const me = (await people.wanjiku.call('GET', 'hrmis/auth/session')).json<{ data: { user: { id: string } } }>().data.user.id
    const ids = [
      await publish(overlay({ company: 'MRT' }, label('Submit'))),
      await publish(overlay({ role: 'finance' }, label('Submit to finance'))),
      await publish(overlay({ user: me }, { do: 'set', at: 'list.columns.description.width', to: 320 }, { do: 'hide', at: 'list.columns.posting_date' })),
    ]
    expect(await Promise.all([people.wanjiku, people.mutua, people.zawadi].map(sendLabel))).toEqual(['Submit', 'Submit to finance', 'Send For Approval'])
    const { columns } = (await manifestOf(people.wanjiku)).list
    expect([columns['description']?.width, columns['posting_date']?.hidden]).toEqual([320, true])
    expect((await manifestOf(people.mutua)).list.columns['posting_date']?.hidden).toBe(false)
    for (const id of ids) expect((await people.admin.call('DELETE', `admin/overlays/${id}`)).statusCode).toBe(200)
    expect(await Promise.all([people.wanjiku, people.mutua].map(sendLabel))).toEqual(['Send For Approval', 'Send For Approval'])
  })

  it('is enforced, not only shown', async () => {
    const id = await publish(overlay({ company: 'MRT' }, { do: 'tighten', at: 'schema.properties.description.maxLength', to: 10 }))
    const answer = await people.wanjiku.call('POST', 'hrmis/pettycash', { description: 'Eleven char' })
    expect(answer.json<Reply>().message).toBe('Description can have at most 10 characters.')
    await people.admin.call('DELETE', `admin/overlays/${id}`)
    expect((await people.wanjiku.call('POST', 'hrmis/pettycash', { description: 'Eleven char' })).statusCode).toBe(201)
  })

  it('is explained: value, layer, author and what every layer said', async () => {
    const ids = [await publish(overlay({ company: 'MRT' }, label('Submit'))), await publish({ ...overlay({ role: 'finance' }, label('Pass on')), author: 'Achieng' })]
    const explained = async (query: string): Promise<unknown> => (await people.admin.call('GET', `admin/explain?type=petty-cash&path=actions.send.label${query}`)).json<{ data: unknown[] }>().data[0]
    expect(await explained('')).toMatchObject({ path: 'actions.send.label', value: 'Submit', layer: 'company' })
    expect(await explained('&role=finance')).toMatchObject({
      value: 'Pass on', layer: 'role', author: 'Achieng',
      history: [{ layer: 'base', value: 'Send For Approval', applied: true }, { layer: 'company', name: 'MRT', value: 'Submit', applied: true }, { layer: 'role', name: 'finance', value: 'Pass on', applied: true }],
    })
    expect(await explained('&company=BML')).toMatchObject({ value: 'Send For Approval', layer: 'base' })
    for (const id of ids) await people.admin.call('DELETE', `admin/overlays/${id}`)
  })

  it('whose base has changed is set aside and listed, and the rest of it stands', async () => {
    const { database } = portal.services
    const stale = overlay({ company: 'MRT' }, { do: 'set', at: 'actions.send.label', to: 'Submit', was: 'Send' }, { do: 'set', at: 'actions.reopen.label', to: 'Open again' })
    const id = await insertOverlay(database.kysely, { scope: 'company:MRT', type: 'petty-cash', overlay: stale as never, by: 'test', at: new Date() })
    await takePublished(portal.services)
    const { actions } = await manifestOf(people.wanjiku)
    expect([actions['send']?.label.text, actions['reopen']?.label.text]).toEqual(['Send For Approval', 'Open again'])
    const { data } = (await people.admin.call('GET', 'admin/overlays')).json<{ data: { id: number; conflicts: object[] }[] }>()
    expect(data.find((one) => one.id === id)?.conflicts).toMatchObject([{ code: 'E604', path: 'operations.0.was', expected: 'Send', seen: 'Send For Approval' }])
    await people.admin.call('DELETE', `admin/overlays/${id}`)
  })
})

describe('publishing is refused with all that is wrong', () => {
  it.each([
    { name: 'an unknown action', body: overlay({ company: 'MRT' }, { do: 'set', at: 'actions.snd.label', to: 'x' }), rule: 'E603', says: /no "snd" here.*Did you mean “send”\?/ },
    { name: 'a looser limit', body: overlay({ company: 'MRT' }, { do: 'tighten', at: 'schema.properties.description.maxLength', to: 900 }), rule: 'E606', says: /not stricter/ },
    { name: 'a rule of a person', body: overlay({ user: '1' }, { do: 'set', at: 'actions.send.label', to: 'x' }), rule: 'E605', says: /order, width and visibility/ },
    { name: 'an unknown type', body: { ...overlay({ company: 'MRT' }), extends: { id: 'pety-cash', version: 1 } }, rule: 'E601', says: /no document type "pety-cash".*“petty-cash”/ },
    { name: 'an unknown operation', body: overlay({ company: 'MRT' }, { do: 'drop', at: 'actions.send' }), rule: 'E106', says: /not one of the values allowed/ },
    { name: 'two scopes', body: overlay({ company: 'MRT', role: 'finance' }, label('x')), rule: 'E108', says: /scope/i },
    { name: 'nothing at all', body: {}, rule: 'E104', says: /"extends" is missing/ },
  ])('$name', async ({ body, rule, says }) => {
    const answer = await people.admin.call('POST', 'admin/overlays', body)
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json<Reply>().errors?.map((one) => one.rule)).toContain(rule)
    expect(answer.json<Reply>().message).toMatch(says)
    expect((await people.admin.call('GET', 'admin/overlays')).json<{ data: unknown[] }>().data).toEqual([])
  })
})
