import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RuleContext } from '../../src/core/index.ts'
import { createRunner } from '../../src/server/jobs/runner.ts'
import { RUN_JOBS } from '../../src/server/jobs/run-jobs.ts'
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

  describe('rounds of gate passes, three in a batch', () => {
    const at = 'documents/pass-round'
    interface Round { no: string; status: string; total: number; posted: number }
    interface Made { no: string; status: string; requested_by: string }
    let njeri: Caller
    let admin: Caller
    beforeAll(async () => {
      njeri = await test.signIn('njeri@mazingira.example')
      admin = await test.signIn('admin@mazingira.example')
    })
    async function round(department: string, day: string): Promise<string> {
      const answer = await njeri.call('POST', at, { department, day })
      expect(answer.statusCode, answer.body).toBe(201)
      return answer.json<{ data: Round }>().data.no
    }
    const start = (no: string) => njeri.call('POST', `${at}/${no}/actions/start`, {})
    const now = async (no: string): Promise<Round> => (await njeri.call('GET', `${at}/${no}`)).json<{ data: Round }>().data
    const passes = async (day: string): Promise<Made[]> => (await njeri.call('GET', `documents/gate-pass?limit=200&sort=no&visit_date_from=${day}&visit_date_to=${day}`)).json<{ data: Made[] }>().data
    const server = () => createRunner(test.services, { handlers: RUN_JOBS })
    /** Works until the queue is empty. */
    async function work(...servers: ReturnType<typeof server>[]): Promise<void> {
      await Promise.all((servers.length === 0 ? [server()] : servers).map(async (one) => { while (await one.runOnce() > 0); }))
    }
    /** A server that is told to stop while it works on its first batch. */
    const stopping = () => {
      let asked = 0
      return createRunner({ ...test.services, stopping: { get aborted() { return asked++ > 0 } } as AbortSignal }, { handlers: RUN_JOBS })
    }

    it('what a job makes for others is theirs and waits for their approvers; who is refused by a rule, or by what is made, fails alone', async () => {
      const { kysely } = test.services.database
      await sql`update documents set data = data - 'search_name' where company = 'MRT' and type = 'employee' and key = 'MRT-046'`.execute(kysely)
      await sql`update documents set data = data - 'phoneNo' where company = 'MRT' and type = 'employee' and key = 'MRT-021'`.execute(kysely)
      const no = await round('CLIMATE', '2026-06-23')
      await start(no)
      await work(server(), server())
      expect(await now(no)).toMatchObject({ status: 'Done', total: 9, done: 9, posted: 7, skipped: 0, failed: 2 })
      const failed = (await njeri.call('GET', `${at}/${no}/results?outcome=failed`)).json<{ data: { number: number; reason: string; line: { employee: string } }[] }>().data
      expect(failed.map(({ line, reason }) => [line.employee, reason])).toEqual([['MRT-021', 'Nobody could call Juma Omar at the gate'], ['MRT-046', expect.stringMatching(/Visitor/)]])
      const made = await passes('2026-06-23')
      expect(made.map(({ requested_by }) => requested_by).sort()).toEqual(['MRT-005', 'MRT-015', 'MRT-020', 'MRT-022', 'MRT-047', 'MRT-048', 'MRT-049'])
      expect(new Set(made.map(({ status }) => status))).toEqual(new Set(['Pending Approval']))
      const own = made.find(({ requested_by }) => requested_by === 'MRT-015')!
      expect((await wanjiku.call('GET', `documents/gate-pass/${own.no}`)).json<Reply>().data).toMatchObject({ no: own.no, status: 'Pending Approval' })
      const history = (await njeri.call('GET', `documents/gate-pass/${own.no}/events`)).json<{ data: { kind: string }[] }>().data
      expect(history.map((event) => event.kind)).toEqual(['created', 'send'])
      // Her supervisor was told, and decides.
      const told = (await otieno.call('GET', 'notifications')).json<{ data: { title: string }[] }>().data
      expect(told.some(({ title }) => title.includes(own.no))).toBe(true)
      const entries = (await otieno.call('GET', `approvals/approvalEntries?status=Open&scope=mine&documentNo=${own.no}`)).json<{ data: { entryNo: number; documentNo: string }[] }>().data
      expect((await otieno.call('POST', 'approvals/approve', { entryNo: entries[0]?.entryNo })).statusCode).toBe(200)
      expect((await wanjiku.call('GET', `documents/gate-pass/${own.no}`)).json<Reply>().data.status).toBe('Admitted')
    })

    it('a run that is stopped in the middle goes on there, and the administrator reads its history', async () => {
      const no = await round('HEALTH', '2026-06-21')
      await start(no)
      await stopping().runOnce()
      expect(await now(no)).toMatchObject({ status: 'Running', total: 7, done: 3, posted: 3 })
      expect((await njeri.call('POST', `${at}/${no}/actions/stop`, {})).statusCode).toBe(200)
      await work()
      expect(await now(no)).toMatchObject({ status: 'Stopped', done: 3 })
      expect(await passes('2026-06-21')).toHaveLength(3)
      await start(no)
      await work()
      expect(await now(no)).toMatchObject({ status: 'Done', done: 7, posted: 7, failed: 0 })
      const people = (await passes('2026-06-21')).map(({ requested_by }) => requested_by)
      expect([people.length, new Set(people).size]).toEqual([7, 7])
      expect((await admin.call('GET', at)).json<{ data: { no: string }[] }>().data.map((one) => one.no)).toContain(no)
      const events = (await admin.call('GET', `${at}/${no}/events`)).json<{ data: { kind: string; changes?: Record<string, unknown> }[] }>().data
      expect(events.map(({ kind: event }) => event)).toEqual(['created', 'start', 'stop', 'start', 'run-ended'])
      expect(events.at(-1)?.changes).toMatchObject({ posted: { to: 7 }, failed: { to: 0 } })
      expect((await admin.call('POST', at, { department: 'HEALTH', day: '2026-06-21' })).statusCode).toBe(403)
    })

    it('who is refused by a rule of the action that sends what is made, fails', async () => {
      const before = await passes('2026-12-24')
      const no = await round('PROC', '2026-12-24')
      await start(no)
      await work()
      expect(await now(no)).toMatchObject({ status: 'Done', done: 6, posted: 0, failed: 6 })
      const { data } = (await njeri.call('GET', `${at}/${no}/results?outcome=failed`)).json<{ data: { reason: string }[] }>()
      expect(data[0]?.reason).toContain('Nobody is at the gate')
      expect(await passes('2026-12-24')).toEqual(before)
    })

    it('of two starts at once one is refused, and everything is done once', async () => {
      const no = await round('FIN', '2026-06-22')
      const answers = await Promise.all([start(no), start(no)])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
      await work(server(), server())
      const { status, total, posted } = await now(no)
      expect([status, posted]).toEqual(['Done', total])
      expect(await passes('2026-06-22')).toHaveLength(total)
    })
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
