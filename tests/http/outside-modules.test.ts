import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RuleContext } from '../../src/core/index.ts'
import { ONE_KIND, ROOT, startApp, type Caller, type TestApp } from './harness.ts'
import { snapshot } from './petty-cash-cases.ts'

interface Pass { no: string; status: string; visitor: string; pieces: number; _rev: number; _actions: string[]; items: { line_no: number; what: string; quantity: number }[] }
interface Reply { data: Pass; message: string; code?: string; errors?: { path: string; message: string }[] }

const pass = (more: object = {}): object => ({ visitor: 'Amina Said', visit_date: '2026-06-20', items: [{ what: 'Laptop', quantity: 2 }, { what: 'Tripod', quantity: 1 }], ...more })

/** A folder of modules that the repository does not know, mounted beside its own. */
describe.each(ONE_KIND)('a document type of a mounted module folder, on %s', (kind) => {
  let test: TestApp
  let wanjiku: Caller
  let otieno: Caller

  beforeAll(async () => {
    test = await startApp({ kind, modules: [path.join(ROOT, 'modules'), path.join(ROOT, 'tests/fixtures/modules')] })
    wanjiku = await test.signIn('wanjiku@mazingira.example')
    otieno = await test.signIn('otieno@mazingira.example')
  })
  afterAll(() => test.stop())

  async function create(): Promise<Pass> {
    const answer = await wanjiku.call('POST', 'documents/gate-pass', pass())
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json<Reply>().data
  }

  it('the type has its manifest, menu entry and API description in the portal of those who may use it', async () => {
    const { data } = (await wanjiku.call('GET', 'portal/bootstrap')).json<{ data: { types: Record<string, { manifest: string; can: string[] }>; menu: { id: string }[] } }>()
    expect(data.types['gate-pass']?.can).toEqual(expect.arrayContaining(['list', 'get', 'create']))
    expect(data.menu.map((entry) => entry.id)).toContain('facilities')
    const manifest = await wanjiku.call('GET', `portal/manifests/${data.types['gate-pass']?.manifest}.json`)
    expect(manifest.json()).toMatchObject({ id: 'gate-pass', title: { one: 'Gate Pass' } })
    const { paths } = (await test.inject({ method: 'GET', url: '/api/v1/openapi.json' })).json<{ paths: object }>()
    expect(paths).toHaveProperty(['/documents/gate-pass/{key}/actions/send'])
  })

  it('a record is created with its number and computed fields, changed, listed and kept in the history', async () => {
    const created = await create()
    expect(created).toMatchObject({ no: expect.stringMatching(/^GP-2026-\d{4}$/) as string, status: 'Open', pieces: 3, _rev: 1, _actions: ['save', 'send', 'badge'] })
    const changed = await wanjiku.call('PATCH', `documents/gate-pass/${created.no}`, { _rev: 1, items: [{ line_no: created.items[0]?.line_no, what: 'Laptop', quantity: 5 }] })
    expect(changed.json<Reply>().data).toMatchObject({ pieces: 5, _rev: 2 })
    const list = (await wanjiku.call('GET', 'documents/gate-pass?tiles=1&search=amina&visit_date_from=2026-06-01&sort=-no')).json<{ data: Pass[]; tiles: Record<string, number> }>()
    expect(list.data.map((row) => row.no)).toContain(created.no)
    expect(list.tiles['Open']).toBeGreaterThan(0)
    const events = (await wanjiku.call('GET', `documents/gate-pass/${created.no}/events`)).json<{ data: { kind: string }[] }>()
    expect(events.data.map((event) => event.kind)).toEqual(['created', 'updated'])
  })

  const bad: [string, object, RegExp][] = [
    ['a visit in the past', { visit_date: '2026-06-14' }, /cannot be in the past/],
    ['equipment without its number', { carries_items: true }, /serial number of the equipment/],
    ['no items', { items: [] }, /\S/],
    ['a thousand of one item', { items: [{ what: 'Chair', quantity: 1000 }] }, /999/],
    ['an unknown field', { purpose: 'audit' }, /purpose/],
    ['somebody else as the requester', { requested_by: 'MRT-001' }, /Requested by/],
  ]
  it.each(bad)('a record with %s is refused, and nothing of it is stored', async (_, more, message) => {
    const before = await snapshot(test)
    const answer = await wanjiku.call('POST', 'documents/gate-pass', pass(more))
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json<Reply>().message).toMatch(message)
    expect(await snapshot(test)).toEqual(before)
  })

  it('HR chooses whose record it is when it is created; nobody else does, nobody changes it, and who sends it for another does not approve it', async () => {
    const njeri = await test.signIn('njeri@mazingira.example')
    const [{ data: me }, { data: hers }] = [await wanjiku.call('GET', 'hrmis/auth/session'), await njeri.call('GET', 'hrmis/auth/session')].map((answer) => answer.json<{ data: { user: { employee: string } } }>()) as [{ data: { user: { employee: string } } }, { data: { user: { employee: string } } }]
    const made = async (who: Caller, more: object): Promise<[number, unknown, string | undefined]> => {
      const answer = await who.call('POST', 'documents/gate-pass', pass(more))
      const { data, errors } = answer.json<{ data?: Pass & { requested_by: string }; errors?: { path: string }[] }>()
      return [answer.statusCode, data?.requested_by ?? errors?.map((error) => error.path), data?.no]
    }
    expect((await made(njeri, {})).slice(0, 2)).toEqual([201, hers.user.employee])
    expect((await made(wanjiku, { requested_by: me.user.employee })).slice(0, 2)).toEqual([201, me.user.employee])
    expect((await made(wanjiku, { requested_by: hers.user.employee })).slice(0, 2)).toEqual([422, ['requested_by']])
    for (const nobody of ['', 'MRT-999', 7]) expect((await made(njeri, { requested_by: nobody })).slice(0, 2)).toEqual([422, ['requested_by']])
    const [status, owner, no = ''] = await made(njeri, { requested_by: me.user.employee })
    expect([status, owner]).toEqual([201, me.user.employee])
    const mine = (await wanjiku.call('GET', `documents/gate-pass/${no}`)).json<{ data: Pass }>().data
    expect(mine._actions).toEqual(['save', 'send', 'badge'])
    for (const [who, to] of [[njeri, hers], [wanjiku, hers]] as const) {
      const changed = await who.call('PATCH', `documents/gate-pass/${no}`, { _rev: mine._rev, requested_by: to.user.employee })
      expect([changed.statusCode, changed.json<Reply>().errors?.map((error) => error.path)]).toEqual([422, ['requested_by']])
    }
    expect((await njeri.call('POST', `documents/gate-pass/${no}/actions/send`, {})).statusCode).toBe(200)
    const { rows } = await sql<{ sender: string; approver: string; excepted: string[] }>`select sender, approver, excepted from approval_entries where document_key = ${no}`.execute(test.services.database.kysely)
    expect(rows).toEqual([{ sender: me.user.employee, approver: 'MRT-005', excepted: [hers.user.employee] }])
  })

  it.each<[string, object, number, string?]>([
    ['a colleague', { host_kind: 'Colleague', host: 'MRT-005' }, 201], ['a department', { host_kind: 'Department', host: 'FIN' }, 201], ['nobody', { host_kind: 'Nobody' }, 201],
    ['a department as a colleague', { host_kind: 'Colleague', host: 'FIN' }, 422, 'host'], ['a colleague as a department', { host_kind: 'Department', host: 'MRT-005' }, 422, 'host'],
    ['a colleague as nobody', { host_kind: 'Nobody', host: 'MRT-005' }, 422, 'host'], ['a colleague of no kind', { host: 'MRT-005' }, 422, 'host'],
    ['a lender', { items: [{ what: 'Laptop', from_kind: 'Colleague', lent_by: 'MRT-005' }] }, 201], ['a lender of another kind', { items: [{ what: 'Laptop', from_kind: 'Stock', lent_by: 'MRT-005' }] }, 422, 'items.0.lent_by'],
  ])('a reference to %s, whose type another field decides, is checked as one to that type', async (_, more, status, at) => {
    const answer = await wanjiku.call('POST', 'documents/gate-pass', pass(more))
    expect([answer.statusCode, answer.json<Reply>().errors?.map(({ path: one }) => one)], answer.body).toEqual([status, at === undefined ? undefined : [at]])
  })

  it('such a reference is refused when its kind alone changes, shows its label in lists, and keeps its record from being deleted', async () => {
    const admin = await test.signIn('admin@mazingira.example')
    const made = await wanjiku.call('POST', 'documents/gate-pass', pass({ host_kind: 'Department', host: 'FIN' }))
    const { no, _rev } = made.json<Reply>().data
    const changed = await wanjiku.call('PATCH', `documents/gate-pass/${no}`, { _rev, host_kind: 'Colleague' })
    expect([changed.statusCode, changed.json<Reply>().errors?.map(({ path: one }) => one)]).toEqual([422, ['host']])
    const { data } = (await wanjiku.call('GET', 'documents/gate-pass?limit=100')).json<{ data: (Pass & { _labels?: object })[] }>()
    expect(data.find((row) => row.no === no)?._labels).toMatchObject({ host: 'Finance' })
    for (const [type, key, uses] of [['department', 'FIN', true], ['department', 'NEW', false]] as const) {
      if (key === 'NEW') await admin.call('POST', 'documents/department', { code: key, name: 'New' })
      const { data: { _rev: rev } } = (await admin.call('GET', `documents/${type}/${key}`)).json<{ data: { _rev: number } }>()
      const gone = await admin.call('DELETE', `documents/${type}/${key}`, undefined, { 'if-match': `"${rev}"` })
      expect([key, gone.statusCode, gone.body.includes('Gate Pass')]).toEqual([key, uses ? 409 : 200, uses])
    }
  })

  it('a day that cannot be chosen is refused with its reason, on create, update, send, in lines and dialogs', async () => {
    const outcomeOf = async (method: 'POST' | 'PATCH', url: string, body: object): Promise<[number, unknown]> => {
      const answer = await wanjiku.call(method, url, body)
      return [answer.statusCode, answer.json<Reply>().errors?.map(({ path: at, message }) => [at, message])]
    }
    const shut = 'The gate is closed on Christmas Day'
    expect(await outcomeOf('POST', 'documents/gate-pass', pass({ visit_date: '2026-12-25' }))).toEqual([422, [['visit_date', `Visit date: ${shut}`]]])
    expect(await outcomeOf('POST', 'documents/gate-pass', pass({ items: [{ what: 'Laptop', back_on: '2026-12-24' }, { what: 'Tripod', back_on: '2026-12-25' }] }))).toEqual([422, [['items.1.back_on', `Back on: ${shut}`]]])
    const { no, _rev } = await create()
    const at = `documents/gate-pass/${no}`
    expect(await outcomeOf('PATCH', at, { _rev, visit_date: '2026-12-25' })).toEqual([422, [['visit_date', `Visit date: ${shut}`]]])
    expect(await outcomeOf('POST', `${at}/actions/badge`, { input: { badge: 'B-123', back_by: '2026-12-25' } })).toEqual([422, [['back_by', 'Nobody takes the badge back that day: the gate is closed on Christmas Day.']]])
    expect(await outcomeOf('PATCH', at, { _rev, visit_date: '2026-12-24' })).toEqual([200, undefined])
    expect(await outcomeOf('POST', `${at}/actions/send`, {})).toEqual([422, [['visit_date', 'Visit date cannot be that day. Nobody is at the gate.']]])
  })

  it('the calls for lines take the record’s number under the manifest’s parameter names or its key', async () => {
    const { no } = await create()
    const items = async (call: string, body: object): Promise<(Pass['items'][number] | undefined)[]> => {
      const answer = await wanjiku.call('POST', `facilities/${call}`, body)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<Reply>().data.items
    }
    expect((await items('item', { passNo: no, what: 'Chair', quantity: 4 })).map((item) => item?.what)).toEqual(['Laptop', 'Tripod', 'Chair'])
    const [, second, third, fourth] = await items('item', { no, what: 'Table', quantity: 1 })
    expect(fourth?.what).toBe('Table')
    expect(await items('item/change', { pass: no, line_no: second?.line_no, quantity: 9 })).toMatchObject([{}, { what: 'Tripod', quantity: 9 }, {}, {}])
    expect(await items('item/change', { no, position: third?.line_no, quantity: 8 })).toMatchObject([{}, { quantity: 9 }, { what: 'Chair', quantity: 8 }, {}])
    expect((await items('item/remove', { no, position: second?.line_no })).map((item) => item?.what)).toEqual(['Laptop', 'Chair', 'Table'])
    expect((await items('item/remove', { passNo: no, line_no: fourth?.line_no })).map((item) => item?.what)).toEqual(['Laptop', 'Chair'])
    const unknown = await wanjiku.call('POST', 'facilities/item', { passNo: no, document_no: no, what: 'Lamp', quantity: 1 })
    expect(unknown.json<Reply>().message).toMatch(/document_no/)
    expect((await wanjiku.call('POST', 'facilities/item/remove', { passNo: no })).statusCode).toBe(404)
  })

  it.each<[object, string]>([
    [{}, 'Required.'], [{ badge: ' ' }, 'Required.'], [{ badge: 'b12' }, 'Badges are written as B-123.'], [{ badge: 'B-1234' }, 'Badge can have at most 5 characters.'],
    [{ badge: 'B-123', deposit: 0 }, 'Must be greater than 0'], [{ badge: 'B-123', deposit: 0.001 }, 'Deposit can have at most two decimals.'], [{ badge: 'B-123', colour: 'green' }, 'Colour must be one of red, blue.'],
  ])('the input %j of a dialog is refused by the server in the dialog’s own words: %s', async (input, message) => {
    const { no } = await create()
    const answer = await wanjiku.call('POST', `documents/gate-pass/${no}/actions/badge`, { input })
    expect([answer.statusCode, answer.json<Reply>().errors?.map((issue) => issue.message)]).toEqual([422, [message]])
    // What the portal's dialog checks before it sends anything; the response also contains the field's title.
    const { issues } = test.engines.base().type('gate-pass').checkInput('badge', { ...input }, { settings: {}, company: {} } as RuleContext)
    expect(answer.json<Reply>().errors).toMatchObject(issues)
    expect((await wanjiku.call('POST', `documents/gate-pass/${no}/actions/badge`, { input: { badge: 'B-123', deposit: 10.5, colour: 'red' } })).json<Reply>().data).toMatchObject({ badge: 'B-123' })
  })

  it('a record that is sent goes through approval, and its approver cannot see it before', async () => {
    const { no } = await create()
    expect((await otieno.call('GET', `documents/gate-pass/${no}`)).statusCode).toBe(404)
    const sent = await wanjiku.call('POST', `documents/gate-pass/${no}/actions/send`, {})
    expect(sent.json<Reply>()).toMatchObject({ message: 'Gate pass sent', data: { status: 'Pending Approval' } })
    expect((await wanjiku.call('PATCH', `documents/gate-pass/${no}`, { visitor: 'Somebody else' })).statusCode).toBe(409)
    const seen = await otieno.call('GET', `documents/gate-pass/${no}`)
    expect(seen.json<Reply>().data).toMatchObject({ visitor: 'Amina Said', _actions: ['approve', 'reject', 'delegate'] })
    const unreasoned = await otieno.call('POST', `documents/gate-pass/${no}/actions/reject`, { reason: ' ' })
    expect([unreasoned.statusCode, unreasoned.json<Reply>()]).toMatchObject([422, { code: 'reason-missing', message: `Say why Gate Pass ${no} is refused.` }])
    expect((await otieno.call('POST', `documents/gate-pass/${no}/actions/approve`, {})).statusCode).toBe(200)
    expect((await wanjiku.call('GET', `documents/gate-pass/${no}`)).json<Reply>().data).toMatchObject({ status: 'Admitted', _actions: [] })
  })

  // Last: from then on everybody must have an authenticator.
  it('the role of the module can be required to have an authenticator, and an unknown role cannot', async () => {
    const asked = test.engines.base().catalogue.settings['security_settings']?.fields['authenticator_for']
    expect(asked?.enum).toEqual(Object.keys(test.engines.base().catalogue.roles))
    expect(asked?.enumTitles).toMatchObject({ guard: 'Guard', hr: 'HR', approver: 'Approver' })
    const admin = await test.signIn('admin@mazingira.example')
    const ask = async (roles: string[]): Promise<[number, string | undefined]> => {
      const answer = await admin.call('POST', 'admin/updateSettings', { security_settings: { authenticator_for: roles } })
      return [answer.statusCode, answer.json<Reply>().errors?.[0]?.path]
    }
    expect(await ask(['guards'])).toEqual([422, 'security_settings.authenticator_for'])
    expect(await ask(['guard', 'approver', 'everyone'])).toEqual([200, undefined])
    expect(await ask([])).toEqual([403, undefined])
  })
})
