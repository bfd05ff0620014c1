/** What a company asks for at sign-in is asked for administering it from another company as well. */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PASSWORD, mailedCode, startApp, type TestApp } from '../harness.ts'
import { startDirectory, type Directory } from '../../servers/directory.ts'
import { saveSettings } from '../../../src/server/store/settings/settings.ts'
import { post, told } from './support.ts'

const ADMIN = 'admin@mazingira.example'
const HASSAN = 'hassan@baraka.example'
const DIRECTORY_PASSWORD = 'Kiwanda-ndani-7'
/** In USC, people sign in with a code. */
const NEWCOMER = { name: 'Eve L', email: 'eve@uwezo.example', default_company: 'USC', companies: ['USC'], is_admin: true }
const ROLE_OVERLAY = { extends: { id: 'petty-cash', version: 1 }, scope: { role: 'finance' }, operations: [{ do: 'set', at: 'actions.send.label', to: 'Submit to finance', was: 'Send For Approval' }] }
let test: TestApp

beforeAll(async () => { test = await startApp() })
afterAll(() => test.stop())
beforeEach(() => test.clock.advance(13 * 60 * 60_000))

type Ask = (method: 'GET' | 'POST', url: string, payload?: object) => Promise<{ statusCode: number; body: string; json: <T>() => T }>
const asker = (token: string): Ask => (method, url, payload) => test.inject({ method, url: `/api/v1/${url}`, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })
const codeOf = (answer: { json: <T>() => T }): string | undefined => answer.json<{ code?: string }>().code
const companiesOf = (answer: { json: <T>() => T }): string[] => [...new Set(answer.json<{ data: { companies: string[] }[] }>().data.flatMap((one) => one.companies))].sort()

/** Enters a company that asks for a code, and comes back. */
async function enterAndReturn(token: string, company: string): Promise<Ask> {
  const { challenge } = told(await post(test, 'setCompany', { default_company: company }, { authorization: `Bearer ${token}` })).data
  const entered = told(await post(test, '2fa/verify', { challenge, code: await mailedCode(test.services, ADMIN) })).data['token']
  const back = told(await post(test, 'setCompany', { default_company: 'MRT' }, { authorization: `Bearer ${String(entered)}` })).data['token']
  return asker(String(back))
}

describe('an administrator of a company that asks for a code, in another of theirs', () => {
  it('neither sees nor changes anything there until they have entered it with the code', async () => {
    const { token } = await test.signIn(ADMIN)
    const ask = asker(token)
    await test.signIn('zawadi@uwezo.example')
    expect(companiesOf(await ask('GET', 'admin/users?limit=100'))).toEqual(['BML', 'MRT'])
    const mailed = async (): Promise<string> => (await ask('GET', 'admin/outbox')).body
    // Without a mail server, the demo shows there with what code somebody gets in.
    expect(await mailed()).toContain('zawadi@uwezo.example')
    test.services.config.smtpUrl = 'smtp://mail.example'
    expect(await mailed()).not.toContain('zawadi@uwezo.example')
    delete test.services.config.smtpUrl
    const { id: zawadi } = await test.services.database.kysely.selectFrom('users').select('id').where('email', '=', 'zawadi@uwezo.example').executeTakeFirstOrThrow()
    for (const url of [`admin/users/${zawadi}`, `admin/users/${zawadi}/history`, `admin/users/${zawadi}/sessions`]) expect((await ask('GET', url)).statusCode, url).toBe(404)
    for (const url of [`admin/deleteUser/${zawadi}`, `admin/users/${zawadi}/endSessions`]) expect((await ask('POST', url, { reason: 'left' })).statusCode, url).toBe(404)
    const targets = (await ask('GET', 'admin/overlays/targets')).json<{ data: { companies: { id: string }[]; isForRoles: boolean } }>().data
    expect([targets.companies.map(({ id }) => id), targets.isForRoles]).toEqual([['BML', 'MRT'], true])
    for (const [url, body] of [['admin/createUser', NEWCOMER], ['admin/overlays', ROLE_OVERLAY], ['admin/overlays', { ...ROLE_OVERLAY, scope: { company: 'USC' } }]] as const) {
      const refused = await ask('POST', url, body)
      expect([refused.statusCode, codeOf(refused)], `${url} ${JSON.stringify(body)}`).toEqual([403, 'company-to-enter'])
      expect(refused.json<{ message: string }>().message).toBe('USC asks for more at sign-in than you have shown. Switch to it once; then you can do this from here, too.')
    }
    for (const url of ['admin/explain?type=petty-cash&company=USC', 'admin/overlays/outline?type=petty-cash&company=USC']) expect(codeOf(await ask('GET', url)), url).toBe('company-to-enter')

    const after = await enterAndReturn(token, 'USC')
    expect(companiesOf(await after('GET', 'admin/users?limit=100'))).toEqual(['BML', 'MRT', 'USC'])
    expect((await after('POST', 'admin/createUser', NEWCOMER)).statusCode).toBe(201)
    expect((await after('POST', 'admin/overlays', ROLE_OVERLAY)).statusCode).toBe(200)
  })

  it('needs the authenticator as well that one of them requires of administrators', async () => {
    await saveSettings(test.services.database.kysely, 'BML', 'security_settings', { authenticator_for: ['administrator'] }, 'test')
    const ask = asker((await test.signIn(ADMIN)).token)
    expect(companiesOf(await ask('GET', 'admin/users?limit=100'))).toEqual(['MRT'])
    expect(codeOf(await ask('POST', 'admin/createUser', { ...NEWCOMER, default_company: 'BML', companies: ['BML'] }))).toMatch(/authenticator-needed|company-to-enter/)
    await saveSettings(test.services.database.kysely, 'BML', 'security_settings', { authenticator_for: [] }, 'test')
  })
})

describe('a first authenticator', () => {
  it('is not added with the password alone where a company of the person asks for a code', async () => {
    const { token } = await test.signIn(ADMIN)
    const refused = await post(test, 'authenticators/app', { name: 'phone' }, { authorization: `Bearer ${token}` })
    expect([refused.statusCode, told(refused).code]).toEqual([403, 'company-to-enter'])
    const after = await enterAndReturn(token, 'USC')
    expect((await after('POST', 'hrmis/auth/authenticators/app', { name: 'phone' })).statusCode).toBe(200)
  })

  it('is not added in a session that began before the company asked for a code', async () => {
    const { kysely } = test.services.database
    const wanjiku = 'wanjiku@mazingira.example'
    const ask = asker((await test.signIn(wanjiku)).token)
    const begun = (await ask('POST', 'hrmis/auth/authenticators/app', { name: 'phone' })).json<{ data: { id: string; secret: string } }>().data
    await saveSettings(kysely, 'MRT', 'minor_settings', { '2fa': true, '2fa_email': true }, 'test')
    const code = new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate({ timestamp: test.clock.now().getTime() })
    for (const [call, body] of [['app', { name: 'phone' }], ['app/confirm', { id: begun.id, code }], ['passkey/options', {}]] as const) {
      const refused = await ask('POST', `hrmis/auth/authenticators/${call}`, body)
      expect([refused.statusCode, codeOf(refused)], call).toEqual([403, 'sign-in-again'])
    }
    const { challenge } = told(await post(test, 'login', { email: wanjiku, password: PASSWORD })).data
    const token = told(await post(test, '2fa/verify', { challenge, code: await mailedCode(test.services, wanjiku) })).data['token']
    expect((await asker(String(token))('POST', 'hrmis/auth/authenticators/app', { name: 'phone' })).statusCode).toBe(200)
    await kysely.deleteFrom('settings').where('company', '=', 'MRT').where('group_name', '=', 'minor_settings').execute()
  })
})

describe('a directory of one company', () => {
  let directory: Directory
  beforeAll(async () => {
    directory = await startDirectory({ hassan: DIRECTORY_PASSWORD })
    await test.services.database.kysely.updateTable('users').set({ companies: ['MRT', 'BML'], default_company: 'MRT', is_admin: true }).where('email', '=', HASSAN).execute()
  })
  afterAll(() => directory.stop())
  const settings = () => ({ url: directory.url, bind: `uid={username},ou=people,${directory.base}`, startTls: false })
  const signIn = async () => told(await post(test, 'windows/login', { username: 'hassan', password: DIRECTORY_PASSWORD })).data as { token: string; user: { default_company: string } }

  it('answers for its people in that company only', async () => {
    test.services.config.directories = { BML: settings() }
    const { token, user } = await signIn()
    expect(user.default_company).toBe('BML')
    const over = await post(test, 'setCompany', { default_company: 'MRT' }, { authorization: `Bearer ${token}` })
    expect([over.statusCode, told(over).code, told(over).message]).toEqual([403, 'directory-not-trusted', 'You signed in with a Windows account of Baraka Manufacturing, which Mazingira Research Trust does not accept.'])
    const ask = asker(token)
    expect(companiesOf(await ask('GET', 'admin/users?limit=100'))).toEqual(['BML'])
    expect((await ask('POST', 'admin/createUser', { ...NEWCOMER, default_company: 'MRT', companies: ['MRT'] })).statusCode).toBe(422)
  })

  it('answers in all companies that use it', async () => {
    test.services.config.directories = { '': settings() }
    const { token } = await signIn()
    expect(told(await post(test, 'setCompany', { default_company: 'MRT' }, { authorization: `Bearer ${token}` })).data).toMatchObject({ default_company: 'MRT' })
  })
})
