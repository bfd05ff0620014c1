import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CompanyAnswer } from '../../../src/contract/index.ts'
import { ONE_KIND, PASSWORD, mailedCode, startApp, type Caller, type TestApp } from '../harness.ts'
import { doJobs, messagesTo, post, sessionStatus, told, trail } from './support.ts'

const MUTUA = 'mutua@mazingira.example'
const ADMIN = 'admin@mazingira.example'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const NEW = 'Mvua-ya-vuli-2026'

interface Listed { id: string; device: string; current: boolean; company: string; startedAt: string }

describe.each(ONE_KIND)('sessions on %s', (kind) => {
  let test: TestApp
  beforeAll(async () => { test = await startApp({ kind, settings: { USC: { minor_settings: { switch_company: true } } } }) })
  afterAll(() => test.stop())
  beforeEach(() => test.clock.advance(13 * 60 * 60_000))

  const list = async (who: Caller): Promise<Listed[]> => (await who.call('GET', 'hrmis/auth/sessions')).json<{ data: Listed[] }>().data

  it('the list has the sessions by device, and only those that are still open', async () => {
    const [first, second] = [await test.signIn(MUTUA), await test.signIn(MUTUA)]
    await first.call('POST', 'hrmis/auth/logout', {})
    const answer = await post(test, 'login', { email: MUTUA, password: PASSWORD, device_name: 'dirisha' }, { 'user-agent': FIREFOX })
    expect(answer.statusCode).toBe(200)
    const sessions = await list(second)
    expect(sessions.map(({ device, current }) => [device, current]).sort()).toEqual([['Firefox on Windows', false], ['test', true]])
    expect(JSON.stringify(sessions)).not.toContain(second.token)
  })

  it('a session can be ended by its person, and by nobody else', async () => {
    const [here, there, other] = [await test.signIn(MUTUA), await test.signIn(MUTUA), await test.signIn('joyce@mazingira.example')]
    const theirs = (await list(there)).find((one) => one.current)?.id ?? ''
    expect((await other.call('POST', `hrmis/auth/sessions/${theirs}/revoke`, {})).statusCode).toBe(404)
    expect(await sessionStatus(test, there.token)).toBe(200)
    expect((await here.call('POST', `hrmis/auth/sessions/${theirs}/revoke`, {})).statusCode).toBe(200)
    expect([await sessionStatus(test, there.token), await sessionStatus(test, here.token)]).toEqual([401, 200])
    expect((await here.call('POST', `hrmis/auth/sessions/${theirs}/revoke`, {})).statusCode).toBe(404)
    for (const id of ['x', "' or 1=1 --", '%00', '%ED%A0%80']) expect((await here.call('POST', `hrmis/auth/sessions/${encodeURIComponent(id)}/revoke`, {})).statusCode).toBe(404)
  })

  it('all sessions except the present one can be ended at once', async () => {
    const [here, ...others] = [await test.signIn(MUTUA), await test.signIn(MUTUA), await test.signIn(MUTUA)]
    const answer = await here.call('POST', 'hrmis/auth/sessions/revokeOthers', {})
    expect(told(answer)).toMatchObject({ message: 'Your other sessions have ended.', data: { ended: 2 } })
    for (const other of others) expect(await sessionStatus(test, other.token)).toBe(401)
    expect(await sessionStatus(test, here.token)).toBe(200)
  })

  it('a session that was unused for half an hour counts as ended, and ends with the others', async () => {
    const idle = await test.signIn(MUTUA)
    const id = (await list(idle))[0]?.id ?? ''
    test.clock.advance(31 * 60_000)
    const [here, other] = [await test.signIn(MUTUA), await test.signIn(MUTUA)]
    expect((await list(here)).map((one) => one.id)).not.toContain(id)
    expect((await here.call('POST', `hrmis/auth/sessions/${id}/revoke`, {})).statusCode).toBe(404)
    expect((await trail(test, MUTUA)).slice(-2)).toEqual(['signed-in', 'signed-in'])
    expect(told(await here.call('POST', 'hrmis/auth/sessions/revokeOthers', {})).data).toEqual({ ended: 1 })
    expect([await sessionStatus(test, other.token), await sessionStatus(test, here.token)]).toEqual([401, 200])
    // Ended with them, so that a later change of the clock does not revive it.
    const row = await test.services.database.kysely.selectFrom('sessions').select('revoked_at').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.revoked_at).not.toBeNull()
    expect(told(await here.call('POST', 'hrmis/auth/sessions/revokeOthers', {})).message).toBe('There is no other session.')
  })

  it('a change of password needs the old one, and ends all other sessions', async () => {
    const email = 'halima@mazingira.example'
    const [here, other] = [await test.signIn(email), await test.signIn(email)]
    const change = (current: string, password: string) => here.call('POST', 'hrmis/auth/changePassword', { current_password: current, password })
    expect(told(await change('not the password', NEW)).errors?.[0]).toMatchObject({ path: 'current_password', message: 'This is not your password.' })
    expect(told(await change(PASSWORD, PASSWORD)).message).toBe('The new password is the same as the old one.')
    expect(told(await change(PASSWORD, 'password123')).message).toBe('This password is too easy to guess. Choose another.')
    expect((await change(PASSWORD, NEW)).statusCode).toBe(200)
    expect([await sessionStatus(test, here.token), await sessionStatus(test, other.token)]).toEqual([200, 401])
    expect((await post(test, 'login', { email, password: PASSWORD })).statusCode).toBe(401)
    expect((await post(test, 'login', { email, password: NEW })).statusCode).toBe(200)
    for (let attempt = 0; attempt < 5; attempt++) await change('not the password', `${NEW}-${attempt}`)
    expect((await change(NEW, `${NEW}-9`)).statusCode).toBe(429)
    expect(await trail(test, email)).toContain('password-changed')
  })

  it.each(['Bearer ', 'Bearer null', `Bearer ${'A'.repeat(43)}`, `Bearer ${'A'.repeat(500)}`, 'Bearer a b', 'Token x'])('the header "%s" opens no session', async (authorization) => {
    const answer = await test.inject({ method: 'GET', url: '/api/v1/hrmis/auth/session', headers: { authorization } })
    expect(answer.statusCode).toBe(401)
  })
})

describe.each(ONE_KIND)('a stolen session on %s', (kind) => {
  let test: TestApp
  beforeAll(async () => { test = await startApp({ kind }) })
  afterAll(() => test.stop())

  it('guesses of the password count with those of the sign-in, are in its log, and lock the account', async () => {
    const email = 'halima@mazingira.example'
    const [stolen, admin] = [await test.signIn(email), await test.signIn(ADMIN)]
    const guess = (index: number) => stolen.call('POST', 'hrmis/auth/changePassword', { current_password: `guess number ${index}`, password: NEW })
    for (let index = 0; index < 2; index++) expect((await post(test, 'login', { email, password: 'wrong password' })).statusCode).toBe(401)
    const answers = await Promise.all([0, 1, 2, 3].map(guess))
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([422, 422, 422, 429])
    const right = await stolen.call('POST', 'hrmis/auth/changePassword', { current_password: PASSWORD, password: NEW })
    expect([right.statusCode, told(right).code]).toEqual([429, 'locked-out'])
    expect((await post(test, 'login', { email, password: PASSWORD })).statusCode).toBe(429)

    const log = (await admin.call('GET', `admin/signins?search=${email}`)).json<{ data: { outcome: string; detail: string | null }[] }>().data
    expect(log.map(({ outcome, detail }) => `${outcome}: ${detail ?? ''}`)).toEqual([
      'sign-in-failed: locked out', 'password-refused: locked out', 'password-refused: locked out', 'locked-out: passwords',
      ...Array.from({ length: 3 }, () => 'password-refused: wrong password'), ...Array.from({ length: 2 }, () => 'sign-in-failed: wrong password'), 'signed-in: password',
    ])
    await doJobs(test)
    expect((await messagesTo(test, email))[0]?.subject).toBe('Your account is locked for a while')
  })

  it('guesses at the sign-in and at the change of password share five tries', async () => {
    const email = 'chebet@mazingira.example'
    const stolen = await test.signIn(email)
    const guesses = [0, 1, 2, 3].flatMap((index) => [
      post(test, 'login', { email, password: `guess number ${index}` }),
      stolen.call('POST', 'hrmis/auth/changePassword', { current_password: `guess number ${index}`, password: NEW }),
    ])
    const taken = (await Promise.all(guesses)).map((answer) => answer.statusCode).filter((status) => status !== 429)
    expect(taken.toSorted().join(' ')).toMatch(/^(401 ?|422 ?){5}$/)
  })

  it('an address that keeps guessing is stopped', async () => {
    const person = await test.signIn(MUTUA)
    const ask = () => person.call('POST', 'hrmis/auth/changePassword', { current_password: 'wrong password', password: NEW })
    const codes: (string | undefined)[] = []
    for (let index = 0; index < 16; index++) codes.push(told(await ask()).code)
    expect([codes[4], codes[5], codes[15]]).toEqual(['invalid-document', 'locked-out', 'too-many-requests'])
  })
})

describe.each(ONE_KIND)('a switch of company on %s', (kind) => {
  let test: TestApp
  beforeAll(async () => { test = await startApp({ kind }) })
  afterAll(() => test.stop())
  beforeEach(() => test.clock.advance(13 * 60 * 60_000))

  const setCompany = (who: Caller, company: unknown, headers = {}) => who.call('POST', 'hrmis/auth/setCompany', { default_company: company }, headers)

  it('a switch gives a new token for the other company, and ends the old one', async () => {
    const admin = await test.signIn(ADMIN)
    const answer = await setCompany(admin, 'BML')
    expect(told(answer).data).toMatchObject({ email: ADMIN, default_company: 'BML' })
    const token = told(answer).data['token'] as string
    expect([await sessionStatus(test, admin.token), await sessionStatus(test, token)]).toEqual([401, 200])
    const company = await test.inject({ method: 'GET', url: '/api/v1/company', headers: { authorization: `Bearer ${token}` } })
    expect(told(company).data).toMatchObject({ id: 'BML', switch_company: true })
    // BML itself does not allow switching; a user who came from a company that does may return to it.
    const back = await post(test, 'setCompany', { default_company: 'MRT' }, { authorization: `Bearer ${token}` })
    expect(told(back).data).toMatchObject({ default_company: 'MRT' })
    expect((await trail(test, ADMIN)).filter((one) => one === 'company-switched')).toHaveLength(2)
  })

  it('a write that names the former company is refused', async () => {
    const admin = await test.signIn(ADMIN)
    const token = told(await setCompany(admin, 'BML')).data['token'] as string
    const write = (believed: string) => test.inject({ method: 'POST', url: '/api/v1/admin/updateSettings', payload: {}, headers: { authorization: `Bearer ${token}`, 'x-company': believed } })
    expect([(await write('MRT')).statusCode, (await write('BML')).statusCode]).toEqual([409, 200])
    await post(test, 'setCompany', { default_company: 'MRT' }, { authorization: `Bearer ${token}` })
  })

  it.each(['BML', 'USC', 'NOWHERE', '', { a: 1 }, "MRT' --"])('a switch to %j is refused to a person who does not belong there', async (company) => {
    const person = await test.signIn(MUTUA)
    expect([403, 422]).toContain((await setCompany(person, company)).statusCode)
    expect(await sessionStatus(test, person.token)).toBe(200)
  })

  it('a person of one company that allows it can switch between all of theirs, and each says so', async () => {
    const admin = await test.signIn(ADMIN)
    const offered = async (headers: Record<string, string>): Promise<boolean[]> =>
      (await test.inject({ method: 'GET', url: '/api/v1/company/companies', headers })).json<{ data: CompanyAnswer[] }>().data.map(({ switch_company: isOpen }) => isOpen)
    const atHome = await offered({ authorization: `Bearer ${admin.token}` })
    const elsewhere = { authorization: `Bearer ${String(told(await setCompany(admin, 'BML')).data['token'])}` }
    expect([atHome, await offered(elsewhere)]).toEqual([[true, true, true], [true, true, true]])
    // Neither of these two allows it; the user's third company does.
    expect((await post(test, 'setCompany', { default_company: 'USC' }, elsewhere)).statusCode).toBe(200)
    await post(test, 'setCompany', { default_company: 'MRT' }, elsewhere)
  })

  it('a switch is refused where neither company allows it', async () => {
    const { kysely } = test.services.database
    await kysely.updateTable('users').set({ companies: ['USC', 'BML'] }).where('email', '=', 'kimani@uwezo.example').execute()
    const answer = await setCompany(await test.signIn('kimani@uwezo.example'), 'BML')
    expect([answer.statusCode, told(answer).code]).toEqual([403, 'switch-not-allowed'])
  })

  it('a switch to a company that requires a code keeps the old session until the code is given', async () => {
    const admin = await test.signIn(ADMIN)
    const answer = await setCompany(admin, 'USC')
    const { challenge } = told(answer).data as { challenge: string }
    expect(told(answer).data).not.toHaveProperty('token')
    expect(await sessionStatus(test, admin.token)).toBe(200)
    const verified = await post(test, '2fa/verify', { challenge, code: await mailedCode(test.services, ADMIN) })
    expect(told(verified).data).toMatchObject({ user: { default_company: 'USC' } })
    expect(await sessionStatus(test, admin.token)).toBe(401)
    // Having entered a code, the user needs no further one.
    const back = await post(test, 'setCompany', { default_company: 'MRT' }, { authorization: `Bearer ${told(verified).data['token'] as string}` })
    expect(told(back).data).toMatchObject({ default_company: 'MRT' })
  })

  it('a switch ends with the session that it began from', async () => {
    const admin = await test.signIn(ADMIN)
    const { challenge } = told(await setCompany(admin, 'USC')).data as { challenge: string }
    await admin.call('POST', 'hrmis/auth/logout', {})
    const verified = await post(test, '2fa/verify', { challenge, code: await mailedCode(test.services, ADMIN) })
    expect(verified.statusCode).toBe(401)
  })
})

describe.each(ONE_KIND)('the sign-in log on %s', (kind) => {
  let test: TestApp
  beforeAll(async () => { test = await startApp({ kind }) })
  afterAll(() => test.stop())

  interface Page { data: { id: number; outcome: string; who: string; name: string | null; ip: string; device: string | null }[]; page: { next: string | null; count: number } }

  it('the log gives administrators the person, device, address and outcome of each sign-in, page by page', async () => {
    const admin = await test.signIn(ADMIN)
    for (let attempt = 0; attempt < 5; attempt++) await post(test, 'login', { email: MUTUA, password: 'wrong password' }, { 'user-agent': FIREFOX })
    await post(test, 'login', { email: 'nobody@mazingira.example', password: 'wrong password' })
    await test.signIn('zawadi@uwezo.example')
    const page = async (query: string): Promise<Page> => (await admin.call('GET', `admin/signins?${query}`)).json<Page>()
    const [first, seen] = [await page('limit=3'), [] as string[]]
    expect(first.page.count).toBe(8)
    for (let next: Page | undefined = first; next; next = next.page.next === null ? undefined : await page(`limit=3&cursor=${next.page.next}`)) seen.push(...next.data.map((one) => `${one.who} ${one.outcome}`))
    expect(seen).toEqual([
      'nobody@mazingira.example sign-in-failed', `${MUTUA} locked-out`, ...Array.from({ length: 5 }, () => `${MUTUA} sign-in-failed`), `${ADMIN} signed-in`,
    ])
    expect(first.data[1]).toMatchObject({ name: 'Mutua Kilonzo', device: 'Firefox on Windows', ip: '127.0.0.1' })
    expect((await page('search=firefox')).data).toHaveLength(6)
    expect((await page('search=%25')).data).toHaveLength(0)
    for (const query of ['cursor=x', `cursor=${Buffer.from('[1,"","1; drop table events","signins ",1]').toString('base64url')}`, 'limit=0', 'limit=x', 'search=a&search=b']) {
      expect((await admin.call('GET', `admin/signins?${query}`)).statusCode, query).toBe(400)
    }
    expect((await (await test.signIn('wambui@mazingira.example')).call('GET', 'admin/signins')).statusCode).toBe(403)
  })
})
