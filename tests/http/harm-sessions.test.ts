/** What is closed without a session, and what a session of one company does not open in another: tested on every route. */
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeRecord } from '../store/support.ts'
import { ATTACK, reportFigures } from '../attack-report.ts'
import { KINDS, ONE_KIND, PASSWORD, startApp, type Caller, type TestApp } from './harness.ts'
import { NO_CEILINGS, openEntry, raise, raiseAndSend, snapshot, type Reply } from './petty-cash-cases.ts'
import { doJobs, mailedLink, post, told } from './sign-in/support.ts'

const MINUTE = 60_000
const UUID = '00000000-0000-4000-8000-000000000000'
const FOREIGN = 'FOREIGN-1'

/** The kinds of routes; one of each is tried with every token, and all of them with a token that was once valid. */
const KINDS_OF_ROUTES = ['/files/', '/print/', 'events/stream', '/actions/', 'approvals/approve', 'admin/updateSettings', 'admin/users', 'dashboards/', 'manifests/', 'auth/session', 'portal/bootstrap', 'hrmis/pettycash', '/company', 'portal/search']
const ONCE_GOOD = ['one of somebody who has left']
/** The holder of a once valid token is told how it ended. */
const HOW_IT_ENDED: Record<string, string> = { 'one after 12 hours': 'session-expired', 'one that idled': 'session-expired', 'one that signed out': 'session-ended' }

interface Dead { headers: Record<string, string>; query?: Record<string, string> }
interface Call { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; url: string }

/** Every route that requires a session, with its parameters filled in. */
function guardedCalls(test: TestApp): Call[] {
  return test.routes
    .filter(({ url, config }) => url.startsWith('/api/') && config?.isPublic !== true)
    .flatMap(({ method, url }) => [method].flat().filter((one) => one !== 'HEAD').map((one) => ({ method: one as Call['method'], url: url.replace(/:\w+/g, UUID) })))
}

function send(test: TestApp, { method, url }: Call, more: InjectOptions): Promise<LightMyRequestResponse> {
  return test.inject({ method, url, ...(method !== 'GET' && { payload: {} }), ...more })
}

describe.each(ATTACK === undefined ? ONE_KIND : KINDS)('access on %s', (kind) => {
  let test: TestApp
  beforeAll(async () => { test = await startApp({ kind, settings: NO_CEILINGS }) })
  afterAll(() => test.stop())

  describe('an invalid token', () => {
    const dead = new Map<string, Dead>()
    const bearer = (token: string): Dead => ({ headers: { authorization: `Bearer ${token}` } })

    beforeAll(async () => {
      const { kysely } = test.services.database
      const old = await test.signIn('wanjiku@mazingira.example')
      for (let minutes = 0; minutes < 12 * 60; minutes += 25) {
        test.clock.advance(25 * MINUTE)
        await old.call('GET', 'company')
      }
      const idle = await test.signIn('wanjiku@mazingira.example')
      test.clock.advance(31 * MINUTE)
      const gone = await test.signIn('juma@mazingira.example')
      await kysely.updateTable('users').set({ active: false }).where('email', '=', 'juma@mazingira.example').execute()
      const left = await test.signIn('wanjiku@mazingira.example')
      await left.call('POST', 'hrmis/auth/logout', {})
      const alive = await test.signIn('wanjiku@mazingira.example')
      const { token_hash: hash } = await kysely.selectFrom('sessions').select('token_hash').orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow()
      await post(test, 'resetPassword', { email: 'halima@mazingira.example' })
      await doJobs(test)
      const { challenge } = told(await post(test, 'login', { email: 'zawadi@uwezo.example', password: PASSWORD })).data as { challenge: string }
      const tokens = {
        'no token': '', 'a guess': 'A'.repeat(43), 'one after 12 hours': old.token, 'one that idled': idle.token, 'one of somebody who has left': gone.token, 'one that signed out': left.token,
        'what the database keeps of a good one': hash, 'a good one without its last letter': alive.token.slice(0, -1), 'a good one with more': `${alive.token}A`, 'a good one in capitals': alive.token.toUpperCase(),
        'a sign-in that waits for its code': challenge, 'a mailed link': await mailedLink(test, 'halima@mazingira.example'),
      }
      for (const [name, token] of Object.entries(tokens)) dead.set(name, bearer(token))
      dead.set('a good one elsewhere than in its header', { query: { token: alive.token, access_token: alive.token, authorization: `Bearer ${alive.token}` }, headers: { cookie: `token=${alive.token}; dirisha.token=${alive.token}`, 'x-authorization': `Bearer ${alive.token}`, 'proxy-authorization': `Bearer ${alive.token}` } })
      dead.set('a good one by another scheme', { headers: { authorization: `Basic ${Buffer.from(`wanjiku@mazingira.example:${alive.token}`).toString('base64')}` } })
      expect((await test.inject({ method: 'GET', url: '/api/v1/portal/bootstrap', ...bearer(alive.token) })).statusCode).toBe(200)
    })

    it('opens no kind of route and changes nothing', async () => {
      const calls = guardedCalls(test)
      const oneOfEach = KINDS_OF_ROUTES.map((part) => calls.find(({ url }) => url.includes(part)) ?? expect.fail(`no route with ${part}`))
      const before = await snapshot(test)
      const opened: string[] = []
      for (const [name, how] of dead) {
        for (const call of ONCE_GOOD.includes(name) ? calls : oneOfEach) {
          // A request for a company without any token is that of a visitor on the sign-in page.
          if (how.headers['authorization'] === undefined && /\/company(\/companies)?$/.test(call.url)) continue
          const answer = await send(test, call, how)
          if (answer.statusCode !== 401 || answer.json<{ code: string }>().code !== (HOW_IT_ENDED[name] ?? 'not-signed-in')) opened.push(`${name}: ${call.method} ${call.url}: ${String(answer.statusCode)} ${answer.body.slice(0, 100)}`)
        }
      }
      expect(opened).toEqual([])
      expect(await snapshot(test)).toEqual(before)
    })
  })

  describe('another company', () => {
    let finance: Caller
    let admin: Caller
    let hassan: Caller
    let foreign: { sent: string; open: string; file: string; entry: number }

    beforeAll(async () => {
      const { kysely } = test.services.database
      // A user with every right in their own company, and no membership elsewhere.
      const types = test.engines.base().catalogue.types
      const roles = [...new Set(Object.values(types).flatMap((type) => Object.keys(type.permissions)))].filter((role) => !['owner', 'approver', 'administrator', 'employee', 'anyone', 'everyone'].includes(role))
      await kysely.updateTable('users').set({ roles: ['finance', 'hr', 'custodian', ...roles] }).where('email', '=', 'joyce@mazingira.example').execute()
      await kysely.updateTable('users').set({ is_admin: true }).where('email', '=', 'visitor@mazingira.example').execute()
      ;[finance, admin, hassan] = await Promise.all([test.signIn('joyce@mazingira.example'), test.signIn('visitor@mazingira.example'), test.signIn('hassan@baraka.example')])
      const wanjiku = await test.signIn('wanjiku@mazingira.example')
      const otieno = await test.signIn('otieno@mazingira.example')
      const { no: open, attachments } = await raise(wanjiku)
      const { no: sent } = await raiseAndSend(wanjiku)
      foreign = { open, sent, file: attachments[0]?.id ?? '', entry: (await openEntry(otieno, sent)).entryNo }
      for (const type of Object.keys(types)) await storeRecord(test.services.database, test.engines.base().type(type), { company: 'BML', key: FOREIGN, owner: 'BML-004', state: Object.values(types[type]?.states ?? {}).find((one) => one.initial)?.name ?? '' })
    })

    it('is refused on every route when the header names it', async () => {
      const before = await snapshot(test)
      const passed: string[] = []
      const calls = guardedCalls(test)
      for (const [company, some] of [['BML', calls], ...['USC', 'NOWHERE', '', 'mrt', 'MRT,BML', "MRT' or '1'='1"].map((one) => [one, calls.slice(0, 5)] as const)] as const) {
        for (const call of some) {
          const answer = await send(test, call, { headers: { authorization: `Bearer ${finance.token}`, 'x-company': company } })
          if (answer.statusCode !== 409 || answer.json<Reply>().code !== 'wrong-company') passed.push(`${company}: ${call.method} ${call.url}: ${String(answer.statusCode)}`)
        }
      }
      expect(passed).toEqual([])
      expect(await snapshot(test)).toEqual(before)
    })

    it('does not change an answer when the query names it', async () => {
      const named = 'company=BML&companyId=BML&company_code=BML&default_company=BML'
      for (const [path, who] of [['company', finance], ['company/companies', finance], ['portal/bootstrap', finance], ['dashboards/main', finance], ['portal/search?q=FOREIGN', finance], ['admin/settings', admin], ['admin/outbox', admin], ['admin/settings/history', admin]] as const) {
        const [plain, forged] = [await who.call('GET', path), await who.call('GET', `${path}${path.includes('?') ? '&' : '?'}${named}`)]
        expect([path, forged.statusCode, forged.body]).toEqual([path, 200, plain.body])
        expect(forged.body).not.toMatch(/FOREIGN-1|Baraka/)
      }
    })

    it.each(['company', 'default_company'])('is refused when the body of a write names it as %s, and nothing changes', async (name) => {
      const before = await snapshot(test)
      const writes: [Caller, string, object][] = [
        [finance, 'documents/expense-code', { code: 'FORGED', description: 'Forged' }], [finance, 'hrmis/pettycash', { description: 'Forged' }],
        [admin, 'admin/updateSettings', { minor_settings: { pettycash_caption: 'Forged' } }], [finance, 'attendance/create-request', { reason: 'Forged' }],
      ]
      for (const [who, path, body] of writes) {
        const answer = await who.call('POST', path, { ...body, [name]: 'BML' })
        expect([path, answer.statusCode, answer.json<Reply>().code]).toEqual([path, 422, 'invalid-document'])
      }
      expect(await snapshot(test)).toEqual(before)
    })

    it('has records that nobody here can read, change or find, of whatever type', async () => {
      const seen: string[] = []
      let tried = 0
      const before = await snapshot(test)
      for (const { id, print, actions } of Object.values(test.engines.base().catalogue.types)) {
        const base = `documents/${id}/${FOREIGN}`
        const calls: [Call['method'], string, object?][] = [
          ['GET', base], ['GET', `${base}/events`], ['GET', `${base}/files/${foreign.file}`], ['PATCH', base, { description: 'Forged', _rev: 1 }], ['DELETE', `${base}?_rev=1`], ['DELETE', `${base}/files/${foreign.file}?_rev=1`],
          ...Object.keys(print).map((one): [Call['method'], string] => ['GET', `${base}/print/${one}`]), ...[...Object.keys(actions), 'approve', 'reject'].map((one): [Call['method'], string, object] => ['POST', `${base}/actions/${one}`, { reason: 'Forged' }]),
        ]
        for (const who of [finance, admin]) {
          for (const [method, path, body] of calls) {
            tried += 1
            const answer = await who.call(method, path, body)
            // 404, even if the type itself has no files.
            if (answer.statusCode !== 404) seen.push(`${method} ${path}: ${String(answer.statusCode)} ${answer.body.slice(0, 120)}`)
          }
          const list = await who.call('GET', `documents/${id}?limit=200&search=${FOREIGN}`)
          if (list.body.includes(FOREIGN)) seen.push(`list of ${id}`)
        }
      }
      reportFigures("another company's records", kind, { tried, succeeded: seen.length })
      expect(seen).toEqual([])
      expect(await snapshot(test)).toEqual(before)
    })

    it('cannot reach requests, files, prints and approvals of this one', async () => {
      const before = await snapshot(test)
      const { open, sent, file, entry } = foreign
      const calls: [Call['method'], string, object?][] = [
        ['GET', `hrmis/pettycash/show?document_no=${open}`], ['GET', `documents/petty-cash/${open}/files/${file}`], ['GET', `documents/petty-cash/${FOREIGN}/files/${file}`], ['GET', `documents/petty-cash/${sent}/print/document`],
        ['GET', `documents/petty-cash/${open}/events`], ['POST', 'approvals/approve', { entryNo: entry }], ['POST', 'approvals/reject', { entryNo: entry, reason: 'Forged' }], ['POST', 'approvals/delegate', { entryNo: entry, to: 'BML-004' }],
      ]
      for (const [method, path, body] of calls) expect([path, (await hassan.call(method, path, body)).statusCode]).toEqual([path, 404])
      expect((await hassan.call('GET', `approvals/approvalEntries?status=Open&documentNo=${sent}`)).json()).toMatchObject({ data: [] })
      expect(await snapshot(test)).toEqual(before)
    })

    it('has people whom an administrator here can neither list, change nor add to', async () => {
      const { id } = await test.services.database.kysely.selectFrom('users').select('id').where('email', '=', 'hassan@baraka.example').executeTakeFirstOrThrow()
      const before = await snapshot(test)
      for (const [path, body] of [['updateUser', { name: 'Forged', email: 'forged@mazingira.example', default_company: 'MRT' }], ['deleteUser', { reason: 'Forged' }], ['unlockUser', {}], ['restoreUser', {}], ['reassignApprovals', { to: 'MRT-002' }]] as const) {
        expect([path, (await admin.call('POST', `admin/${path}/${id}`, body)).statusCode]).toEqual([path, 404])
      }
      const made = await admin.call('POST', 'admin/createUser', { name: 'Forged', email: 'forged@mazingira.example', default_company: 'BML', companies: ['BML', 'USC'] })
      expect([made.statusCode, made.json<Reply>().errors?.map(({ path }) => path)]).toEqual([422, expect.arrayContaining(['default_company'])])
      expect((await admin.call('GET', 'admin/users?limit=200')).body).not.toContain('baraka.example')
      expect((await admin.call('GET', 'admin/signins?limit=200')).body).not.toContain('baraka.example')
      expect(await snapshot(test)).toEqual(before)
    })
  })
})
