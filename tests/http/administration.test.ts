/** Who administers what: an administrator everything, a portal administrator accounts and the sign-in log, others nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountEvent, BootstrapAnswer, SessionAnswer, SignInRecord, UserRow } from '../../src/contract/index.ts'
import { recordSignInEvent } from '../../src/server/sign-in/audit.ts'
import { appendEvent } from '../../src/server/store/audit/events.ts'
import { ONE_KIND, PASSWORD, NO_CODES, startApp, type Caller, type TestApp } from './harness.ts'
import { NO_CEILINGS, snapshot } from './petty-cash-cases.ts'
import { post, sessionStatus } from './sign-in/support.ts'

const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Every call of the administration, and its status for the portal administrator; an employee of HR gets 403 from all of them. */
const CALLS: Record<string, { body?: object; query?: string; status: number }> = {
  'GET admin/users': { status: 200 },
  'GET admin/users/:id': { status: 404 },
  'GET admin/users/:id/sessions': { status: 404 },
  'GET admin/users/:id/history': { status: 404 },
  'POST admin/users/:id/endSessions': { body: {}, status: 404 },
  'POST admin/updateUser/:id': { body: {}, status: 404 },
  'POST admin/removeAuthenticators/:id': { body: {}, status: 403 },
  'POST admin/unlockUser/:id': { body: {}, status: 404 },
  'POST admin/sendActivationLink': { body: {}, status: 422 },
  'GET admin/signins': { status: 200 },
  'POST admin/createUser': { body: { name: 'New', email: 'new@mazingira.example', default_company: 'MRT' }, status: 403 },
  'POST admin/deleteUser/:id': { body: { reason: 'Left' }, status: 403 },
  'POST admin/restoreUser/:id': { body: {}, status: 403 },
  'POST admin/reassignApprovals/:id': { body: { to: 'MRT-002' }, status: 403 },
  'GET admin/settings': { status: 403 },
  'GET admin/settings/history': { status: 403 },
  'POST admin/settings': { body: { minor_settings: { otp_expiry: 9 } }, status: 403 },
  'POST admin/updateSettings': { body: { minor_settings: { otp_expiry: 9 } }, status: 403 },
  'GET admin/outbox': { status: 403 },
  'GET admin/overlays': { status: 403 },
  'POST admin/overlays': { body: {}, status: 403 },
  'DELETE admin/overlays/:id': { status: 403 },
  'POST admin/overlays/preview': { body: {}, status: 403 },
  'GET admin/overlays/files': { status: 403 },
  'GET admin/overlays/outline': { query: '?type=department', status: 403 },
  'GET admin/overlays/targets': { status: 403 },
  'GET admin/overlays/history': { status: 403 },
  'GET admin/explain': { query: '?type=department', status: 403 },
}

describe.each(ONE_KIND)('the administration on %s', (kind) => {
  let test: TestApp
  let admin: Caller
  let njeri: Caller
  let wambui: Caller
  beforeAll(async () => {
    test = await startApp({ kind, settings: { ...NO_CEILINGS, ...NO_CODES } })
    ;[admin, njeri, wambui] = [await test.signIn('admin@mazingira.example'), await test.signIn('njeri@mazingira.example'), await test.signIn('wambui@mazingira.example')]
  })
  afterAll(() => test.stop())

  const find = async (email: string, caller = admin): Promise<UserRow> => {
    const row = (await caller.call('GET', `admin/users?search=${encodeURIComponent(email)}`)).json<{ data: UserRow[] }>().data.find((one) => one.email === email)
    if (!row) throw new Error(`${email} is not listed.`)
    return row
  }
  const fields = ({ name, email, employee, default_company, _rev }: UserRow, more: object = {}): object => ({ name, email, employee, default_company, _rev, ...more })
  const bootstrap = async (caller: Caller): Promise<BootstrapAnswer> => (await caller.call('GET', 'portal/bootstrap')).json<{ data: BootstrapAnswer }>().data
  const sessions = async (id: string, caller = admin): Promise<SessionAnswer[]> => (await caller.call('GET', `admin/users/${id}/sessions`)).json<{ data: SessionAnswer[] }>().data
  const history = async (id: string, query = '', caller = admin): Promise<{ data: AccountEvent[]; page: { next: string | null; count: number } }> => (await caller.call('GET', `admin/users/${id}/history${query}`)).json()

  it('the address /admin leads administrators to the first page that they may open', async () => {
    expect([(await bootstrap(admin)).redirects['/admin'], (await bootstrap(njeri)).redirects['/admin'], (await bootstrap(wambui)).redirects['/admin']]).toEqual(['/admin/settings', '/admin/user-settings', '/admin/settings'])
  })

  it('a visitor cannot open approvals until they are marked as an approver', async () => {
    const visitor = await test.signIn('visitor@mazingira.example')
    const seen = async (): Promise<(number | boolean)[]> => [
      (await visitor.call('GET', 'approvals/approvalEntries')).statusCode, (await visitor.call('GET', 'approvals/count')).statusCode, 'approvals.list' in (await bootstrap(visitor)).pages,
    ]
    expect(await seen()).toEqual([403, 403, false])
    const { kysely } = test.services.database
    await kysely.updateTable('users').set({ is_approver: true }).where('email', '=', 'visitor@mazingira.example').execute()
    expect(await seen()).toEqual([200, 200, true])
    await kysely.updateTable('users').set({ is_approver: false }).where('email', '=', 'visitor@mazingira.example').execute()
  })

  it('each person is offered only the rights, screens and menu entries that are theirs, and roles only to give them', async () => {
    const seen = async (caller: Caller): Promise<object> => {
      const { rights, administration, pages, menu, roles } = await bootstrap(caller)
      const screens = ['settings', 'users', 'user', 'sign-ins', 'outbox', 'overlays'].filter((screen) => Object.values(pages).some((page) => page.screen === screen))
      const setup = menu.find(({ id }) => id === 'setup')?.subs.map(({ id }) => id) ?? []
      return { rights, administration, screens, setup, hasRoles: roles !== undefined }
    }
    expect(await seen(admin)).toEqual({
      rights: ['accounts', 'access', 'sign-ins', 'settings', 'outbox', 'overlays'], administration: '/admin/settings', screens: ['settings', 'users', 'user', 'sign-ins', 'outbox', 'overlays'],
      setup: ['employees', 'departments', 'jobs', 'holidays', 'record-changes', 'users', 'settings', 'sign-ins', 'outbox', 'overlays', 'delegations'], hasRoles: true,
    })
    expect(await seen(njeri)).toEqual({ rights: ['accounts', 'sign-ins'], administration: '/admin/user-settings', screens: ['users', 'user', 'sign-ins'], setup: ['employees', 'departments', 'jobs', 'holidays', 'record-changes', 'users', 'sign-ins'], hasRoles: true })
    expect(await seen(wambui)).toEqual({ rights: [], administration: null, screens: [], setup: ['employees', 'departments', 'jobs', 'holidays', 'record-changes'], hasRoles: false })
    expect(await seen(await test.signIn('juma@mazingira.example'))).toEqual({ rights: [], administration: null, screens: [], setup: [], hasRoles: false })
  })

  it('the table of calls has every registered call and no other', () => {
    const registered = test.routes.filter(({ url }) => url.startsWith('/api/v1/admin/')).flatMap(({ method, url }) => [method].flat().map((one) => `${one} ${url.slice('/api/v1/'.length)}`))
    expect(registered.filter((call) => !call.startsWith('HEAD ')).sort()).toEqual(Object.keys(CALLS).sort())
  })

  it.each(Object.entries(CALLS))('%s is refused to HR, answers the portal administrator as the table says, and changes nothing', async (call, { body, query = '', status }) => {
    const [method, path = ''] = call.split(' ') as ['GET' | 'POST' | 'DELETE', string]
    const ask = (caller: Caller): Promise<{ statusCode: number; body: string }> => caller.call(method, path.replace(':id', NOBODY) + query, body)
    const before = await snapshot(test)
    const answers = [await ask(wambui), await ask(njeri)]
    expect(answers.map(({ statusCode }) => statusCode), answers[1]?.body).toEqual([403, status])
    expect(await snapshot(test)).toEqual(before)
  })

  describe('a portal administrator', () => {
    it('can change the name and gender of a person and send them a link', async () => {
      const row = await find('juma@mazingira.example', njeri)
      expect([row._actions, row._fixed]).toEqual([['update', 'sendLink', 'endSessions'], ['employee', 'companies', 'roles', 'is_admin', 'is_approver', 'is_navuser', 'portal_admin', 'email', 'username']])
      const changed = await njeri.call('POST', `admin/updateUser/${row.id}`, fields(row, { name: 'Juma A. Hamisi', gender: 'Male', is_admin: false, roles: row.roles, companies: row.companies }))
      expect(changed.statusCode, changed.body).toBe(200)
      expect(changed.json<{ data: UserRow }>().data).toMatchObject({ name: 'Juma A. Hamisi', email: 'juma@mazingira.example', is_admin: false })
      expect((await njeri.call('POST', 'admin/sendActivationLink', { email: 'juma@mazingira.example' })).statusCode).toBe(200)
      const back = await njeri.call('POST', `admin/updateUser/${row.id}`, fields({ ...row, _rev: row._rev + 1 }))
      expect(back.statusCode, back.body).toBe(200)
    })

    it.each([
      ['cannot make anybody an administrator', 'juma', { is_admin: true }, 'is_admin'],
      ['cannot make anybody a portal administrator', 'juma', { portal_admin: true }, 'portal_admin'],
      ['cannot make anybody an approver', 'juma', { is_approver: true }, 'is_approver'],
      ['cannot give anybody access to the ERP', 'juma', { is_navuser: true }, 'is_navuser'],
      ['cannot give roles', 'juma', { roles: ['finance'] }, 'roles'],
      ['cannot give companies', 'juma', { companies: ['MRT', 'USC'] }, 'companies'],
      ['cannot link an account to another employee', 'juma', { employee: 'MRT-001' }, 'employee'],
      ['cannot change an e-mail', 'juma', { email: 'mine@mazingira.example' }, 'email'],
      ['cannot change a user name', 'mutua', { username: 'njeri' }, 'username'],
    ])('%s', async (_, name, more, path) => {
      const row = await find(`${name}@mazingira.example`, njeri)
      const before = await snapshot(test)
      const answer = await njeri.call('POST', `admin/updateUser/${row.id}`, fields(row, more))
      expect([answer.statusCode, answer.json<{ errors: object[] }>().errors]).toEqual([422, [{ path, rule: 'fixed', severity: 'error', message: 'Only an administrator may change this.' }]])
      expect(await snapshot(test)).toEqual(before)
    })

    it.each(['admin@mazingira.example', 'njeri@mazingira.example'])('cannot change, unlock or sign out the account of %s, nor send it a link', async (email) => {
      const row = await find(email, njeri)
      expect(row._actions).toEqual([])
      const before = await snapshot(test)
      for (const [call, body] of [[`updateUser/${row.id}`, fields(row, { name: 'Renamed' })], [`unlockUser/${row.id}`, {}], [`users/${row.id}/endSessions`, {}], ['sendActivationLink', { email }]] as const) {
        const answer = await njeri.call('POST', `admin/${call}`, body)
        expect([call, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([call, 403, 'user-administers'])
      }
      expect(await snapshot(test)).toEqual(before)
    })

    it('loses and regains their rights at once, in an open session', async () => {
      const row = await find('njeri@mazingira.example')
      expect((await admin.call('POST', `admin/updateUser/${row.id}`, fields(row, { portal_admin: false }))).statusCode).toBe(200)
      expect((await njeri.call('GET', 'admin/users')).statusCode).toBe(403)
      expect((await bootstrap(njeri)).rights).toEqual([])
      expect((await admin.call('POST', `admin/updateUser/${row.id}`, fields({ ...row, _rev: row._rev + 1 }, { portal_admin: true }))).statusCode).toBe(200)
      expect((await njeri.call('GET', 'admin/users')).statusCode).toBe(200)
    })
  })

  describe('the sessions of an account', () => {
    const signInAs = async (email: string, agent: string): Promise<string> => {
      const answer = await post(test, 'login', { email, password: PASSWORD }, { 'user-agent': agent })
      return answer.json<{ data: { token: string } }>().data.token
    }
    const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
    const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1'

    it('an administrator sees where a person is signed in and can end one session or all, which the history and the sign-in log record', async () => {
      const email = 'chebet@mazingira.example'
      const { id } = await find(email)
      expect(await sessions(id)).toEqual([])
      const tokens = [await signInAs(email, FIREFOX), await signInAs(email, SAFARI), await signInAs(email, SAFARI)]
      const live = await sessions(id, njeri)
      expect(live.map(({ device, current }) => [device, current]).sort()).toEqual([['Firefox on Windows', false], ['Safari on iPhone', false], ['Safari on iPhone', false]])
      const firefox = live.find(({ device }) => device.startsWith('Firefox'))?.id ?? ''
      const one = await njeri.call('POST', `admin/users/${id}/endSessions`, { session: firefox })
      expect([one.statusCode, one.json<object>()]).toEqual([200, { data: { ended: 1 }, message: 'The session has ended.' }])
      expect(await Promise.all(tokens.map((token) => sessionStatus(test, token)))).toEqual([401, 200, 200])
      for (const session of [firefox, NOBODY, 'not-an-id']) expect((await admin.call('POST', `admin/users/${id}/endSessions`, { session })).statusCode, session).toBe(404)
      expect((await admin.call('POST', `admin/users/${id}/endSessions`, { session: 7 })).statusCode).toBe(400)

      const all = await admin.call('POST', `admin/users/${id}/endSessions`, {})
      expect(all.json<object>()).toEqual({ data: { ended: 2 }, message: '2 sessions have ended.' })
      expect(await Promise.all(tokens.map((token) => sessionStatus(test, token)))).toEqual([401, 401, 401])
      expect((await admin.call('POST', `admin/users/${id}/endSessions`, {})).json<object>()).toEqual({ data: { ended: 0 }, message: 'There is no session to end.' })
      expect(await sessions(id)).toEqual([])

      const { data } = await history(id)
      expect(data.slice(0, 3).map(({ kind: what, by, detail, device }) => ({ what, by, detail, device }))).toEqual([
        { what: 'sessions-ended', by: 'Portal Administrator', detail: 'all (2)', device: null },
        { what: 'sessions-ended', by: 'Njeri Gathoni', detail: 'Firefox on Windows', device: null },
        { what: 'signed-in', by: null, detail: 'password', device: 'Safari on iPhone' },
      ])
      const log = (await njeri.call('GET', `admin/signins?search=${email}`)).json<{ data: SignInRecord[] }>().data
      expect(log.slice(0, 2).map(({ outcome, device, detail }) => [outcome, device, detail])).toEqual([['session-ended', 'by Portal Administrator', 'all (2)'], ['session-ended', 'by Njeri Gathoni', 'Firefox on Windows']])
    })

    it('a session that was unused for half an hour is neither listed, ended nor counted', async () => {
      const email = 'chebet@mazingira.example'
      const { id } = await find(email)
      await signInAs(email, FIREFOX)
      const [idle] = await sessions(id)
      await test.services.database.kysely.updateTable('sessions').set({ seen_at: new Date(test.clock.now().getTime() - 31 * 60_000) }).where('id', '=', idle?.id ?? '').execute()
      const before = (await history(id)).data[0]?.id
      const end = async (body: object) => (await admin.call('POST', `admin/users/${id}/endSessions`, body)).json<{ code?: string; data?: object }>()
      expect(await sessions(id)).toEqual([])
      expect((await end({ session: idle?.id })).code).toBe('not-found')
      expect((await end({})).data).toEqual({ ended: 0 })
      expect((await history(id)).data[0]?.id).toBe(before)
    })

    it('the history names nobody else for a session that the person ended, whatever the device is called', async () => {
      const { id } = await find('chebet@mazingira.example')
      await recordSignInEvent(test.services.database.kysely, { company: 'MRT', kind: 'session-ended', actor: id, arrival: { ip: null, device: 'by Njeri Gathoni' }, at: test.clock.now() })
      expect((await history(id)).data[0]).toMatchObject({ kind: 'session-ended', by: null, device: 'by Njeri Gathoni' })
    })

    it.each([
      ['session-ended', 'sessions-ended', 'all (2)'], ['link-sent', 'link-sent', 'reset'], ['link-sent', 'created', null],
    ] as const)('the history omits the entry %s of the sign-in log if the account has %s for the same act', async (inLog, ofAccount, detail) => {
      const { kysely } = test.services.database
      const { id } = await find('chebet@mazingira.example')
      const when = (seconds: number): Date => new Date(test.clock.now().getTime() + seconds * 1_000)
      const last = (await history(id)).data[0]?.id ?? 0
      const later = async () => (await history(id)).data.filter((event) => event.id > last).map(({ kind: what, by }) => [what, by])
      const session = { company: 'MRT', kind: inLog, actor: id, detail: detail ?? 'activation' }
      // By the administrator; then by the user: long afterwards, from another address.
      await appendEvent(kysely, { company: 'MRT', type: 'user', key: id, kind: ofAccount, actor: 'hr', ip: '10.0.0.9', reason: detail, at: when(600) })
      await recordSignInEvent(kysely, { ...session, arrival: { ip: '10.0.0.9', device: 'by Njeri Gathoni' }, at: when(601) })
      expect(await later()).toEqual([[ofAccount, 'hr']])
      await recordSignInEvent(kysely, { ...session, arrival: { ip: '10.0.0.9', device: 'by Njeri Gathoni' }, at: when(900) })
      await recordSignInEvent(kysely, { ...session, arrival: { ip: '10.0.0.7', device: 'by Njeri Gathoni' }, at: when(601) })
      await recordSignInEvent(kysely, { ...session, arrival: { ip: '10.0.0.9', device: 'Firefox on Windows' }, at: when(601) })
      expect(await later()).toEqual([[inLog, null], [inLog, null], [inLog, null], [ofAccount, 'hr']])
    })

    it('an administrator who ends all of their own sessions keeps the one in use', async () => {
      const { id } = await find('admin@mazingira.example')
      const second = await signInAs('admin@mazingira.example', FIREFOX)
      expect((await sessions(id)).filter(({ current }) => current)).toHaveLength(1)
      expect((await admin.call('POST', `admin/users/${id}/endSessions`, {})).json<{ data: object }>().data).toEqual({ ended: 1 })
      expect([await sessionStatus(test, admin.token), await sessionStatus(test, second)]).toEqual([200, 401])
    })

    it('only administrators can list the sessions of an administrator', async () => {
      const [{ id }, own, other] = await Promise.all(['admin', 'njeri', 'juma'].map((name) => find(`${name}@mazingira.example`))) as [UserRow, UserRow, UserRow]
      const asked = async (of: string, caller: Caller): Promise<number> => (await caller.call('GET', `admin/users/${of}/sessions`)).statusCode
      expect([await asked(id, njeri), await asked(own.id, njeri), await asked(other.id, njeri), await asked(id, admin)]).toEqual([403, 200, 200, 200])
    })

    it('histories and the sign-in log do not show a portal administrator where an administrator signs in, nor do searches find it', async () => {
      const [{ id }, own, chebet] = await Promise.all(['admin', 'njeri', 'chebet'].map((name) => find(`${name}@mazingira.example`))) as [UserRow, UserRow, UserRow]
      const DEVICE = 'Netscape on OS/2'
      for (const [of, ip] of [[id, '10.9.9.1'], [own.id, '10.9.9.2'], [chebet.id, '10.9.9.3']] as const) {
        await recordSignInEvent(test.services.database.kysely, { company: 'MRT', kind: 'signed-in', actor: of, arrival: { ip, device: DEVICE }, at: test.clock.now() })
      }
      await signInAs('admin@mazingira.example', FIREFOX)
      await signInAs('chebet@mazingira.example', FIREFOX)
      const end = async (of: string, session?: string): Promise<number> => (await admin.call('POST', `admin/users/${of}/endSessions`, { ...(session !== undefined && { session }) })).statusCode
      expect([await end(chebet.id), await end(id, (await sessions(id)).find(({ current }) => !current)?.id)]).toEqual([200, 200])
      const historyOf = async (of: string, caller: Caller): Promise<AccountEvent[]> => (await history(of, '?limit=200', caller)).data
      const logOf = async (search: string, caller: Caller) => (await caller.call('GET', `admin/signins?limit=200&search=${search}`)).json<{ data: SignInRecord[]; page: { count: number } }>()
      const whereFrom = (rows: { ip: string | null; device: string | null }[]): unknown[] => rows.filter(({ ip, device }) => ip !== null || (device !== null && !device.startsWith('by ')))

      const [all, some] = [await historyOf(id, admin), await historyOf(id, njeri)]
      expect([all.filter(({ device }) => device === DEVICE).map(({ ip }) => ip), some.length, whereFrom(some)]).toEqual([['10.9.9.1'], all.length, []])
      // A single ended session is identified by its device.
      expect([all, some].map(([newest]) => [newest?.kind, newest?.detail])).toEqual([['sessions-ended', 'Firefox on Windows'], ['sessions-ended', null]])
      expect(await Promise.all([own, chebet].map(async (of) => (await historyOf(of.id, njeri)).find(({ device }) => device === DEVICE)?.ip))).toEqual(['10.9.9.2', '10.9.9.3'])
      // Actions of an administrator on an account come from the administrator's address.
      expect(await Promise.all([admin, njeri].map(async (caller) => (await historyOf(chebet.id, caller)).find(({ kind: what }) => what === 'sessions-ended')?.ip))).toEqual(['127.0.0.1', null])

      const log = await logOf('admin@mazingira', njeri)
      expect([log.data.length > 2, whereFrom(log.data)]).toEqual([true, []])
      for (const search of ['10.9.9.', 'Netscape']) {
        const found = await Promise.all([admin, njeri].map(async (caller) => logOf(search, caller)))
        expect(found.map(({ data, page }) => [data.map(({ ip }) => ip), page.count])).toEqual([[['10.9.9.3', '10.9.9.2', '10.9.9.1'], 3], [['10.9.9.3', '10.9.9.2'], 2]])
      }
    })

    it('a portal administrator sees and ends no sessions of another company, and none at all of a person who also belongs to another', async () => {
      const { kysely } = test.services.database
      const { id } = await kysely.selectFrom('users').select('id').where('email', '=', 'zawadi@uwezo.example').executeTakeFirstOrThrow()
      for (const path of [`admin/users/${id}`, `admin/users/${id}/sessions`, `admin/users/${id}/history`]) expect((await njeri.call('GET', path)).statusCode, path).toBe(404)
      expect((await njeri.call('POST', `admin/users/${id}/endSessions`, {})).statusCode).toBe(404)
      // A user of both companies: visible, with the data of the company being administered; changed only by an administrator of both.
      await kysely.updateTable('users').set({ companies: ['USC', 'MRT'] }).where('id', '=', id).execute()
      await test.signIn('zawadi@uwezo.example')
      expect(await sessions(id, njeri)).toEqual([])
      expect((await history(id, '', njeri)).data).toEqual([])
      expect((await njeri.call('POST', `admin/users/${id}/endSessions`, {})).json<{ code: string }>().code).toBe('user-elsewhere')
      await kysely.updateTable('users').set({ companies: ['USC'] }).where('id', '=', id).execute()
    })
  })

  it('the history of an account says page by page who changed what, and what the person did', async () => {
    const row = await find('brian@mazingira.example')
    await admin.call('POST', `admin/updateUser/${row.id}`, fields(row, { gender: 'Other', is_navuser: true }))
    await post(test, 'login', { email: row.email, password: 'not-the-password' })
    const { data, page } = await history(row.id)
    expect(data[0]).toMatchObject({ kind: 'sign-in-failed', by: null, detail: 'wrong password', changes: [] })
    expect(data[1]).toMatchObject({ kind: 'updated', by: 'Portal Administrator' })
    expect(data[1]?.changes).toEqual(expect.arrayContaining([{ name: 'gender', from: row.gender, to: 'Other' }, { name: 'is_navuser', from: false, to: true }]))
    const pages: number[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const next = await history(row.id, `?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)
      pages.push(...next.data.map(({ id }) => id))
      cursor = next.page.next
    }
    expect([pages, page.count]).toEqual([data.map(({ id }) => id), data.length])
    expect((await admin.call('GET', `admin/users/${row.id}/history?cursor=nonsense`)).statusCode).toBe(400)
  })

  describe('the reason of a failed sign-in', () => {
    const attempt = (path: string, body: object) => async (): Promise<number> => (await post(test, path, { password: 'not-the-password', ...body })).statusCode
    it.each([
      ['a wrong password', 'juma@mazingira.example', attempt('login', { email: 'juma@mazingira.example' }), 401, 'wrong password'],
      ['an unknown e-mail', 'nobody@nowhere.example', attempt('login', { email: 'nobody@nowhere.example' }), 401, 'unknown e-mail'],
      ['an e-mail in place of a Windows account', 'hassan@baraka.example', attempt('login', { email: 'hassan@baraka.example' }), 401, 'has a Windows account'],
      ['a wrong Windows password', 'hassan@baraka.example', attempt('windows/login', { username: 'hassan' }), 401, 'wrong password'],
      ['an unknown user name', 'n•••y', attempt('windows/login', { username: 'nobody' }), 401, 'unknown user name'],
    ])('the event records why %s is refused', async (_, actor, act, status, detail) => {
      expect(await act()).toBe(status)
      expect(await newest(actor)).toEqual({ kind: 'sign-in-failed', reason: detail })
    })

    it('the event records that the account is deactivated, was never activated or is locked, and the log shows no password', async () => {
      const { kysely } = test.services.database
      const email = 'brian@mazingira.example'
      const login = attempt('login', { email })
      const set = (values: { active?: boolean; password_hash?: string | null }): Promise<unknown> => kysely.updateTable('users').set(values).where('email', '=', email).execute()
      const { password_hash: hash } = await kysely.selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirstOrThrow()
      await set({ active: false })
      expect([await login(), await newest(email)]).toEqual([401, { kind: 'sign-in-failed', reason: 'deactivated account' }])
      await set({ active: true, password_hash: null })
      expect([await login(), await newest(email)]).toEqual([401, { kind: 'sign-in-failed', reason: 'account not activated' }])
      await set({ password_hash: hash })
      for (let tries = 0; tries < 5 && (await login()) === 401;) tries += 1
      expect([await login(), await newest(email)]).toEqual([429, { kind: 'sign-in-failed', reason: 'locked out' }])
      const log = (await admin.call('GET', 'admin/signins?limit=200')).body
      expect(log).not.toContain('not-the-password')
    })

    async function newest(actor: string): Promise<{ kind: string; reason: string | null } | undefined> {
      const { kysely } = test.services.database
      const user = await kysely.selectFrom('users').select('id').where('email', '=', actor).executeTakeFirst()
      return kysely.selectFrom('events').select(['kind', 'reason']).where('type', '=', 'session').where('actor', '=', user?.id ?? actor).orderBy('id', 'desc').executeTakeFirst()
    }
  })
})
