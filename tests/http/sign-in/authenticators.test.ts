/**
 * Authenticator apps, passkeys and recovery codes: set up, asked for at sign-in, required of some users, and asked for again before
 * sensitive actions.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TOTP, Secret } from 'otpauth'
import type { LightMyRequestResponse } from 'fastify'
import { ONE_KIND, PASSWORD, mailedCode, NO_CODES, startApp, type TestApp } from '../harness.ts'
import { saveSettings } from '../../../src/server/store/settings/settings.ts'
import { makePasskey, sign, type Passkey } from '../../servers/passkey.ts'
import { messagesTo, post, told, trail } from './support.ts'

const MINUTE = 60_000
const KIPTOO = 'kiptoo@mazingira.example'
const MUTUA = 'mutua@mazingira.example'
const ADMIN = 'admin@mazingira.example'
const FINANCE = 'mwangi@mazingira.example'
const SITE = { site: 'localhost', origin: 'http://localhost:3000' }

describe.each(ONE_KIND)('authenticators on %s', (kind) => {
  let test: TestApp
  beforeAll(async () => {
    test = await startApp({ kind })
    test.services.config.publicUrl = SITE.origin
  })
  afterAll(() => test.stop())
  beforeEach(async () => {
    // Each test has its own hour, and nobody keeps authenticators of another test.
    test.clock.advance(2 * 60 * MINUTE)
    await test.services.database.kysely.deleteFrom('authenticators').execute()
    await test.services.database.kysely.deleteFrom('recovery_codes').execute()
    await set({})
  })

  const set = async (values: object): Promise<void> => {
    const { kysely } = test.services.database
    await kysely.deleteFrom('settings').where('company', '=', 'MRT').where('group_name', '=', 'security_settings').execute()
    await kysely.insertInto('settings').values({ company: 'MRT', group_name: 'security_settings', values: JSON.stringify(values), updated_by: 'test' }).execute()
  }
  const login = (email: string): Promise<LightMyRequestResponse> => post(test, 'login', { email, password: PASSWORD })
  const tokenOf = async (email: string): Promise<string> => String(told(await login(email)).data['token'])
  const as = (token: string) => ({ authorization: `Bearer ${token}` })
  const call = (token: string, path: string, body: object = {}): Promise<LightMyRequestResponse> => post(test, path, body, as(token))
  const code = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: test.clock.now().getTime() })
  const wrong = (right: string): string => String((Number(right) + 1) % 1_000_000).padStart(6, '0')
  const answer = (response: LightMyRequestResponse): [number, string | undefined] => [response.statusCode, told(response).code]

  /** Sets up an app; returns its secret and the recovery codes. */
  async function setUpApp(token: string): Promise<{ id: string; secret: string; recoveryCodes: string[] }> {
    const { id, secret } = told(await call(token, 'authenticators/app', { name: 'Phone' })).data as { id: string; secret: string }
    const { recoveryCodes } = told(await call(token, 'authenticators/app/confirm', { id, code: code(secret) })).data as { recoveryCodes: string[] }
    test.clock.advance(MINUTE)
    return { id, secret, recoveryCodes }
  }
  async function setUpPasskey(token: string): Promise<Passkey> {
    const { passkey, response } = makePasskey(told(await call(token, 'authenticators/passkey/options')).data as { challenge: string }, SITE)
    expect((await call(token, 'authenticators/passkey', { name: 'Laptop', response })).statusCode).toBe(200)
    return passkey
  }
  const challengeOf = async (email: string): Promise<string> => String(told(await login(email)).data['challenge'])

  it('an app counts from its first code on, brings recovery codes, ends other sessions and notifies the person', async () => {
    const [token, other] = [await tokenOf(KIPTOO), await tokenOf(KIPTOO)]
    const begun = told(await call(token, 'authenticators/app', { name: 'Phone' })).data as { id: string; secret: string; address: string }
    expect(begun.address).toMatch(/^otpauth:\/\/totp\/Dirisha%20Mazingira%20Research%20Trust:kiptoo%40mazingira\.example\?/)
    expect(answer(await login(KIPTOO))[0]).toBe(200)
    expect(answer(await call(token, 'authenticators/app/confirm', { id: begun.id, code: wrong(code(begun.secret)) }))).toEqual([422, 'invalid-document'])
    const confirmed = await call(token, 'authenticators/app/confirm', { id: begun.id, code: code(begun.secret) })
    const { recoveryCodes } = told(confirmed).data as { recoveryCodes: string[] }
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await call(other, 'authenticators/app')).statusCode).toBe(401)
    expect((await messagesTo(test, KIPTOO))[0]).toMatchObject({ subject: 'How you sign in has changed' })
    expect((await trail(test, KIPTOO)).at(-1)).toBe('authenticator-added')
    const stored = JSON.stringify(await test.services.database.kysely.selectFrom('recovery_codes').selectAll().execute())
    for (const one of recoveryCodes) expect(stored).not.toContain(one.replaceAll('-', ''))
  })

  it('a code of the app signs in once, and so does a recovery code, however it is typed', async () => {
    const { secret, recoveryCodes: [first = ''] } = await setUpApp(await tokenOf(KIPTOO))
    const asked = told(await login(KIPTOO))
    expect(asked).toMatchObject({ message: 'Enter the code of your authenticator app.', data: { authenticators: ['app'], minutes: 10 } })
    expect(asked.data['token']).toBeUndefined()
    const [one, two] = [asked.data['challenge'], await challengeOf(KIPTOO)]
    const right = code(secret)
    expect(answer(await post(test, '2fa/verify', { challenge: one, code: wrong(right) }))).toEqual([422, 'code-wrong'])
    expect((await post(test, '2fa/verify', { challenge: one, code: right })).statusCode).toBe(200)
    // RFC 6238: a code is accepted only once, whoever saw it.
    expect(answer(await post(test, '2fa/verify', { challenge: two, code: right }))).toEqual([422, 'code-wrong'])
    expect((await post(test, '2fa/verify', { challenge: two, code: first.toLowerCase().replaceAll('-', ' ') })).statusCode).toBe(200)
    expect(answer(await post(test, '2fa/verify', { challenge: await challengeOf(KIPTOO), code: first }))).toEqual([422, 'code-wrong'])
    expect(answer(await post(test, '2fa/resend', { challenge: await challengeOf(KIPTOO) }))).toEqual([410, 'challenge-ended'])
  })

  it('only one of ten right codes at once gets in, and five wrong ones end the sign-in', async () => {
    const { secret } = await setUpApp(await tokenOf(KIPTOO))
    const challenges = await Promise.all(Array.from({ length: 10 }, () => challengeOf(KIPTOO)))
    const right = code(secret)
    const answers = await Promise.all(challenges.map((challenge) => post(test, '2fa/verify', { challenge, code: right })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    test.clock.advance(60 * MINUTE)
    const challenge = await challengeOf(KIPTOO)
    const codes = []
    for (let guess = 0; guess < 6; guess += 1) codes.push(told(await post(test, '2fa/verify', { challenge, code: wrong(code(secret)) })).code)
    expect(codes).toEqual(['code-wrong', 'code-wrong', 'code-wrong', 'code-wrong', 'challenge-ended', 'challenge-ended'])
  })

  it('a passkey signs in, but not in another sign-in, on another site or with another key, and a copy is noticed', async () => {
    const passkey = await setUpPasskey(await tokenOf(KIPTOO))
    const ask = async (challenge: string): Promise<{ challenge: string }> => told(await post(test, '2fa/passkey/options', { challenge })).data as { challenge: string }
    const verify = (challenge: string, response: object): Promise<LightMyRequestResponse> => post(test, '2fa/passkey', { challenge, response })
    const first = await challengeOf(KIPTOO)
    const signed = sign(await ask(first), passkey, SITE)
    const second = await challengeOf(KIPTOO)
    const asked = await ask(second)
    expect(answer(await verify(second, signed))).toEqual([422, 'passkey-refused'])
    expect(answer(await verify(second, sign(asked, passkey, { site: 'localhost', origin: 'https://evil.example' })))).toEqual([422, 'passkey-refused'])
    const foreign = makePasskey(asked, SITE).passkey
    expect(answer(await verify(second, sign(asked, foreign, SITE)))).toEqual([422, 'passkey-refused'])
    expect((await verify(first, signed)).statusCode).toBe(200)
    // Signed with a copy's counter: it does not continue from the original's.
    passkey.counter = 0
    const failures = (await trail(test, KIPTOO)).filter((one) => one === 'code-failed').length
    expect(answer(await verify(second, sign(asked, passkey, SITE)))[0]).toBe(422)
    expect((await trail(test, KIPTOO)).filter((one) => one === 'code-failed')).toHaveLength(failures + 1)
    for (const sent of [{}, { id: passkey.id }, { id: passkey.id, rawId: passkey.id, type: 'public-key', response: { clientDataJSON: 1, authenticatorData: [], signature: null } }]) expect((await verify(await challengeOf(KIPTOO), sent)).statusCode).toBeLessThan(500)
  })

  it.each([[1, 422], [15, 422], [16, 200], [1_023, 200], [1_024, 422]])('a passkey whose id has %i bytes is answered with %i', async (length, status) => {
    const token = await tokenOf(KIPTOO)
    const { response } = makePasskey(told(await call(token, 'authenticators/passkey/options')).data as { challenge: string }, SITE, length)
    expect((await call(token, 'authenticators/passkey', { name: 'Key', response })).statusCode).toBe(status)
  })

  it('a person who must have an authenticator can only set one up', async () => {
    await set({ authenticator_for: ['administrator', 'finance'] })
    const answered = told(await login(FINANCE)).data as { token: string; user: { needs_authenticator: boolean } }
    expect(answered.user.needs_authenticator).toBe(true)
    for (const url of ['/api/v1/portal/bootstrap', '/api/v1/approvals/approvalEntries', '/api/v1/documents/petty-cash', '/api/v1/hrmis/auth/sessions']) {
      const refused = await test.inject({ method: 'GET', url, headers: as(answered.token) })
      expect([url, ...answer(refused)]).toEqual([url, 403, 'authenticator-needed'])
    }
    const { id } = await setUpApp(answered.token)
    expect((await test.inject({ method: 'GET', url: '/api/v1/portal/bootstrap', headers: as(answered.token) })).statusCode).toBe(200)
    const own = told(await test.inject({ method: 'GET', url: '/api/v1/hrmis/auth/authenticators', headers: as(answered.token) })).data as { authenticators: { id: string }[] }
    expect(own.authenticators.map((one) => one.id)).toEqual([id])
    expect(answer(await call(answered.token, 'authenticators/remove', { id }))).toEqual([409, 'authenticator-required'])
    expect(told(await login(KIPTOO)).data['user']).toMatchObject({ needs_authenticator: false })
  })

  it('a sign-in that began before the first authenticator cannot finish without it', async () => {
    const usc = 'zawadi@uwezo.example'
    const asked = told(await login(usc)).data as { challenge: string }
    const [token, sent] = [asked.challenge, await mailedCode(test.services, usc)]
    const user = await test.services.database.kysely.selectFrom('users').select('id').where('email', '=', usc).executeTakeFirstOrThrow()
    await test.services.database.kysely.insertInto('authenticators').values({ user_id: user.id, kind: 'app', name: 'Phone', secret: 'JBSWY3DPEHPK3PXP', transports: '[]', created_at: test.clock.now(), confirmed_at: test.clock.now() }).execute()
    expect(answer(await post(test, '2fa/verify', { challenge: token, code: sent }))).toEqual([410, 'challenge-ended'])
  })

  it('nobody confirms or removes the authenticator of another person', async () => {
    const theirs = await tokenOf(KIPTOO)
    const begun = told(await call(theirs, 'authenticators/app', { name: 'Phone' })).data as { id: string; secret: string }
    const mine = await tokenOf(FINANCE)
    expect(answer(await call(mine, 'authenticators/app/confirm', { id: begun.id, code: code(begun.secret) }))).toEqual([410, 'app-not-begun'])
    await call(theirs, 'authenticators/app/confirm', { id: begun.id, code: code(begun.secret) })
    expect(answer(await call(mine, 'authenticators/remove', { id: begun.id }))).toEqual([404, 'not-found'])
  })

  it('a person who may not change rights is refused at once, without a step-up', async () => {
    const [employee, portal] = [await tokenOf(KIPTOO), await tokenOf('njeri@mazingira.example')]
    test.clock.advance(11 * MINUTE)
    const call = (token: string, method: 'POST' | 'DELETE', path: string): Promise<LightMyRequestResponse> => test.inject({ method, url: `/api/v1/admin/${path}`, headers: as(token), payload: {} })
    const closed = ['createUser', 'updateUser/x', 'deleteUser/x', 'removeAuthenticators/x', 'sendActivationLink', 'reassignApprovals/x', 'updateSettings', 'overlays', 'users/x/endSessions']
    for (const path of closed) expect([path, ...answer(await call(employee, 'POST', path))]).toEqual([path, 403, 'forbidden'])
    expect(answer(await call(employee, 'DELETE', 'overlays/1'))).toEqual([403, 'forbidden'])
    expect([answer(await call(portal, 'POST', 'createUser')), answer(await call(portal, 'POST', 'updateUser/x'))]).toEqual([[403, 'forbidden'], [403, 'step-up-needed']])
  })

  it('a change of rights needs a step-up ten minutes after the sign-in, by what the person has', async () => {
    // The administrator would have to enter that company first, with its code.
    await saveSettings(test.services.database.kysely, 'USC', 'minor_settings', NO_CODES['USC']?.['minor_settings'] ?? {}, 'test')
    let token = await tokenOf(ADMIN)
    const publish = (): Promise<LightMyRequestResponse> => test.inject({ method: 'POST', url: '/api/v1/admin/updateSettings', headers: as(token), payload: {} })
    const before = (await publish()).statusCode
    test.clock.advance(11 * MINUTE)
    expect(answer(await publish())).toEqual([403, 'step-up-needed'])
    expect(answer(await call(token, 'authenticators/app', {}))).toEqual([403, 'step-up-needed'])
    expect(answer(await call(token, 'stepUp', { password: 'not mine' }))).toEqual([422, 'invalid-document'])
    expect(answer(await publish())).toEqual([403, 'step-up-needed'])
    // Switching company, even to the current one, is not a step-up.
    const switched = String(told(await call(token, 'setCompany', { default_company: 'MRT' })).data['token'])
    expect(answer(await test.inject({ method: 'POST', url: '/api/v1/admin/updateSettings', headers: as(switched), payload: {} }))).toEqual([403, 'step-up-needed'])
    token = switched
    expect((await call(token, 'stepUp', { password: PASSWORD })).statusCode).toBe(200)
    expect((await publish()).statusCode).toBe(before)
    const { secret, recoveryCodes: [recovery = ''] } = await setUpApp(token)
    test.clock.advance(11 * MINUTE)
    // A password is not sufficient for users who have more.
    expect(answer(await call(token, 'stepUp', { password: PASSWORD }))).toEqual([409, 'password-not-enough'])
    expect((await call(token, 'stepUp', { code: wrong(code(secret)) })).statusCode).toBe(422)
    expect((await call(token, 'stepUp', { code: code(secret) })).statusCode).toBe(200)
    expect((await publish()).statusCode).toBe(before)
    test.clock.advance(11 * MINUTE)
    expect((await call(token, 'stepUp', { code: recovery })).statusCode).toBe(200)
    const passkey = await setUpPasskey(token)
    test.clock.advance(11 * MINUTE)
    const asked = told(await call(token, 'stepUp/passkey/options')).data as { challenge: string }
    const signed = sign(asked, passkey, SITE)
    expect((await call(token, 'stepUp/passkey', { response: signed })).statusCode).toBe(200)
    expect(answer(await call(token, 'stepUp/passkey', { response: signed }))).toEqual([422, 'passkey-refused'])
    expect((await publish()).statusCode).toBe(before)
  })

  it('the sign-in log has each step-up: the call that needed it, the failures, and what passed it', async () => {
    const token = await tokenOf(ADMIN)
    test.clock.advance(11 * MINUTE)
    const stepUp = async (proof: object): Promise<number> => (await call(token, 'stepUp', proof)).statusCode
    await test.inject({ method: 'POST', url: '/api/v1/admin/updateSettings', headers: as(token), payload: {} })
    expect([await stepUp({ password: 'not mine' }), await stepUp({ password: PASSWORD })]).toEqual([422, 200])
    const { secret } = await setUpApp(token)
    expect([await stepUp({ code: wrong(code(secret)) }), await stepUp({ code: code(secret) })]).toEqual([422, 200])
    const passkey = await setUpPasskey(token)
    const asked = told(await call(token, 'stepUp/passkey/options')).data as { challenge: string }
    const signed = sign(asked, passkey, SITE)
    expect([await call(token, 'stepUp/passkey', { response: signed }), await call(token, 'stepUp/passkey', { response: signed })].map(({ statusCode }) => statusCode)).toEqual([200, 422])
    const admin = await test.services.database.kysely.selectFrom('users').select('id').where('email', '=', ADMIN).executeTakeFirstOrThrow()
    const log = await test.inject({ method: 'GET', url: '/api/v1/admin/signins?limit=50', headers: as(token) })
    const lines = log.json<{ data: { outcome: string; detail: string | null; who: string; ip: string }[] }>().data.filter(({ outcome }) => outcome.startsWith('step-up'))
    const newest = lines.slice(0, 6).map(({ outcome, detail }) => [outcome, detail])
    expect(newest).toEqual([
      ['step-up-passed', 'passkey'], ['step-up-passed', 'app'], ['step-up-failed', 'wrong code'], ['step-up-passed', 'password'], ['step-up-failed', 'wrong password'], ['step-up-asked', 'POST admin/updateSettings'],
    ])
    expect(lines[0]).toMatchObject({ who: ADMIN, ip: '127.0.0.1' })
    // It is also in the account's history for administrators.
    const history = await test.inject({ method: 'GET', url: `/api/v1/admin/users/${admin.id}/history`, headers: as(token) })
    expect([history.statusCode, history.body]).toEqual([200, expect.stringContaining('step-up-passed')])
  })

  it('an action that a manifest marks needs a step-up where the company wants one', async () => {
    const token = await tokenOf(MUTUA)
    const replenish = (path: string): Promise<LightMyRequestResponse> => test.inject({ method: 'POST', url: `/api/v1/${path}`, headers: as(token), payload: {} })
    const ways = ['documents/petty-cash-bank/PC-HQ/actions/replenish']
    test.clock.advance(11 * MINUTE)
    const without = await Promise.all(ways.map(replenish))
    expect(without.map((one) => told(one).code)).not.toContain('step-up-needed')
    await set({ step_up_payments: true })
    expect((await Promise.all(ways.map(replenish))).map(answer)).toEqual(ways.map(() => [403, 'step-up-needed']))
    await call(token, 'stepUp', { password: PASSWORD })
    expect((await Promise.all(ways.map(replenish))).map((one) => told(one).code)).toEqual(without.map((one) => told(one).code))
    // A float has no amount that is approved, so it counts as the largest.
    await sql`update documents set data = jsonb_set(data, '{float_limit}', '200000') where type = 'petty-cash-bank' and key = 'PC-HQ'`.execute(test.services.database.kysely)
    const joyce = await tokenOf('joyce@mazingira.example')
    const today = test.clock.now().toISOString().slice(0, 10)
    test.clock.advance(11 * MINUTE)
    await set({ step_up_above: 50_000 })
    const one = (by = joyce): Promise<LightMyRequestResponse> => test.inject({ method: 'POST', url: '/api/v1/documents/petty-cash-bank/PC-HQ/actions/replenish', headers: as(by), payload: { input: { amount: 1, paidOn: today } } })
    expect(answer(await one())).toEqual([403, 'step-up-needed'])
    await call(joyce, 'stepUp', { password: PASSWORD })
    expect((await one(token)).body).toContain('You keep this float. A colleague has to replenish it.')
    const replenished = await one()
    expect(replenished.statusCode, replenished.body).toBe(200)
    await set({})
  })

  it('a delegation needs a step-up if one of its decisions would; its withdrawal does not', async () => {
    const token = await tokenOf('otieno@mazingira.example')
    const ask = (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object): Promise<LightMyRequestResponse> => test.inject({ method, url: `/api/v1/documents/standing-delegation${path}`, headers: as(token), ...(payload && { payload }) })
    const given = { toEmployee: 'MRT-002', start: '2026-07-01', end: '2026-07-05' }
    const small = async (): Promise<LightMyRequestResponse> => ask('POST', '', { ...given, start: '2026-07-10', end: '2026-07-12', docTypes: ['petty-cash'], maxAmount: 49_999.99 })
    test.clock.advance(11 * MINUTE)
    await set({ step_up_above: 50_000 })
    expect(answer(await ask('POST', '', given))).toEqual([403, 'step-up-needed'])
    expect(answer(await ask('POST', '', { ...given, maxAmount: 50_000 }))).toEqual([403, 'step-up-needed'])
    // Changes of rights have no amount: a delegation of small amounts of all types includes them too.
    expect(answer(await ask('POST', '', { ...given, maxAmount: 49_999.99 }))).toEqual([403, 'step-up-needed'])
    const made = await small()
    expect(made.statusCode, made.body).toBe(201)
    const { no, _rev } = told(made).data as { no: string; _rev: number }
    // A small one cannot grow without a step-up; its note may change.
    const noted = await ask('PATCH', `/${no}`, { note: 'On leave', _rev })
    expect(noted.statusCode, noted.body).toBe(200)
    const rev = told(noted).data['_rev'] as number
    expect(answer(await ask('PATCH', `/${no}`, { maxAmount: 60_000, _rev: rev }))).toEqual([403, 'step-up-needed'])
    expect(answer(await ask('PATCH', `/${no}`, { maxAmount: null, _rev: rev }))).toEqual([403, 'step-up-needed'])
    expect((await ask('DELETE', `/${no}?_rev=${rev}`)).statusCode).toBe(200)
    expect((await call(token, 'stepUp', { password: PASSWORD })).statusCode).toBe(200)
    const large = await ask('POST', '', given)
    expect(large.statusCode, large.body).toBe(201)
    test.clock.advance(11 * MINUTE)
    const { no: largeNo, _rev: largeRev } = told(large).data as { no: string; _rev: number }
    expect((await ask('DELETE', `/${largeNo}?_rev=${largeRev}`)).statusCode).toBe(200)
    await set({})
    expect(answer(await ask('POST', '', given))).toEqual([403, 'step-up-needed'])
    await set({ step_up_rights: false })
    expect((await ask('POST', '', given)).statusCode).toBe(201)
    await set({})
  })

  it('ten wrong codes lock the step-up', async () => {
    const token = await tokenOf(KIPTOO)
    const { secret } = await setUpApp(token)
    const codes = []
    for (let guess = 0; guess < 11; guess += 1) codes.push((await call(token, 'stepUp', { code: wrong(code(secret)) })).statusCode)
    expect(codes).toEqual([...Array<number>(10).fill(422), 429])
    expect((await call(token, 'stepUp', { code: code(secret) })).statusCode).toBe(429)
  })

  it('an administrator removes the authenticators of another person, which ends their sessions, but not their own', async () => {
    const admin = await test.signIn(ADMIN)
    const token = await tokenOf(KIPTOO)
    await setUpApp(token)
    const { kysely } = test.services.database
    const idOf = async (email: string): Promise<string> => (await kysely.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
    const { data: row } = (await admin.call('GET', `admin/users/${await idOf(KIPTOO)}`)).json<{ data: { _actions: string[]; authenticators: number; _rev: number } }>()
    expect([row.authenticators, row._actions.includes('removeAuthenticators')]).toEqual([1, true])
    expect((await admin.call('POST', `admin/removeAuthenticators/${await idOf(KIPTOO)}`, { _rev: row._rev })).statusCode).toBe(200)
    expect((await call(token, 'authenticators/app')).statusCode).toBe(401)
    expect(told(await login(KIPTOO)).data['token']).toBeDefined()
    expect((await admin.call('POST', `admin/removeAuthenticators/${await idOf(ADMIN)}`, {})).statusCode).toBe(409)
  })
})
