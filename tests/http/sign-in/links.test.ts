import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMailer } from '../../../src/server/mail/mailer.ts'
import { createRunner } from '../../../src/server/jobs/runner.ts'
import { ONE_KIND, PASSWORD, mailedCode, startApp, type TestApp } from '../harness.ts'
import { byTwo, hire } from '../hire.ts'
import { startMailServer } from '../../servers/mail.ts'
import { doJobs, mailedLink, messagesTo, post, sessionStatus, told, trail } from './support.ts'

const WANJIKU = 'wanjiku@mazingira.example'
const KIPTOO = 'kiptoo@mazingira.example'
const HOUR = 60 * 60_000
const NEW = 'Mvua-ya-vuli-2026'

describe.each(ONE_KIND)('mailed links on %s', (kind) => {
  let test: TestApp
  beforeAll(async () => { test = await startApp({ kind }) })
  afterAll(() => test.stop())
  beforeEach(() => test.clock.advance(2 * HOUR))

  const set = (token: string, password: string, more: object = {}) => post(test, 'setPassword', { token, password, ...more })
  const look = (token: string) => test.inject({ method: 'GET', url: `/api/v1/hrmis/auth/setPassword/${encodeURIComponent(token)}` })
  const users = () => test.services.database.kysely.selectFrom('users')

  async function ask(email: string, call = 'resetPassword'): Promise<string> {
    const answer = await post(test, call, { email })
    expect(answer.statusCode, answer.body).toBe(200)
    await doJobs(test)
    return mailedLink(test, email)
  }

  it.each(['requestCredentials', 'resetPassword', 'signup'])('%s answers the same for every e-mail, before it is looked up', async (call) => {
    const known = await post(test, call, { email: WANJIKU })
    const unknown = await post(test, call, { email: 'nobody@mazingira.example' })
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    const waiting = await test.services.database.kysely.selectFrom('jobs').select('payload').where('finished_at', 'is', null).execute()
    expect(waiting).toHaveLength(2)
    const before = (await test.services.database.kysely.selectFrom('outbox').select('id').execute()).length
    await doJobs(test)
    expect((await test.services.database.kysely.selectFrom('outbox').select('id').execute()).length).toBe(before + 1)
    expect(await messagesTo(test, 'nobody@mazingira.example')).toEqual([])
  })

  const badEmails = ['', 'wanjiku', 'a@b', 'a@b.c\r\nBcc: all@mazingira.example', 'a@b.c\nSubject: hello', 'a@b.c,d@e.f', '<a@b.c>', '"a"@b.c', `${'x'.repeat(250)}@b.ca`, '<script>alert(1)</script>@b.c']
  it.each(badEmails)('the e-mail %j is refused, and no job is queued', async (email) => {
    const answer = await post(test, 'resetPassword', { email })
    expect([answer.statusCode, told(answer).message]).toEqual([422, email === '' ? 'Email is Required.' : 'E-mail must be valid'])
    expect(await test.services.database.kysely.selectFrom('jobs').select('id').where('finished_at', 'is', null).execute()).toEqual([])
  })

  it('a fourth link within an hour is refused, also for an unknown e-mail', async () => {
    for (const email of [WANJIKU, 'nobody@mazingira.example']) {
      for (let round = 0; round < 3; round++) expect((await post(test, 'resetPassword', { email })).statusCode).toBe(200)
      expect((await post(test, 'resetPassword', { email })).statusCode).toBe(429)
    }
    await doJobs(test)
  })

  it('a link sets a password once, ends every session and starts a new one', async () => {
    const before = await test.signIn(WANJIKU)
    const token = await ask(WANJIKU)
    const shown = await look(token)
    expect(told(shown).data).toMatchObject({ purpose: 'reset', email: 'w•••u@mazingira.example', minLength: 8 })
    const answer = await set(token, NEW, { password_confirmation: NEW })
    expect(told(answer)).toMatchObject({ message: 'Your password has been set.', data: { user: { email: WANJIKU } } })
    expect(told(answer).data['user']).toHaveProperty('email_verified_at', expect.stringMatching(/^2026-/))
    expect(await sessionStatus(test, told(answer).data['token'] as string)).toBe(200)
    expect(await sessionStatus(test, before.token)).toBe(401)
    expect((await post(test, 'login', { email: WANJIKU, password: PASSWORD })).statusCode).toBe(401)
    expect((await post(test, 'login', { email: WANJIKU, password: NEW })).statusCode).toBe(200)
    const again = await set(token, 'Another-one-2026')
    expect([again.statusCode, told(again).message]).toEqual([422, 'User account not set. This link has been used already. Ask for a new one.'])
    expect(told(await look(token)).message).toBe('This link has been used already. Ask for a new one.')
  })

  it('only one of two uses at once succeeds', async () => {
    const token = await ask(WANJIKU)
    const answers = await Promise.all([set(token, 'The-first-of-two-1'), set(token, 'The-second-of-two-2')])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 422])
  })

  it.each([['resetPassword', HOUR], ['requestCredentials', 24 * HOUR]] as const)('the link of %s is valid until it expires', async (call, lasts) => {
    const { kysely } = test.services.database
    await kysely.updateTable('users').set({ password_hash: null }).where('email', '=', KIPTOO).execute()
    const token = await ask(KIPTOO, call)
    test.clock.advance(lasts - 1)
    expect((await look(token)).statusCode).toBe(200)
    test.clock.advance(1)
    const late = await look(token)
    expect([late.statusCode, told(late).message]).toEqual([410, 'This link has expired. Ask for a new one.'])
    expect((await set(token, NEW)).statusCode).toBe(422)
    expect((await users().select('password_hash').where('email', '=', KIPTOO).executeTakeFirst())?.password_hash).toBeNull()
  })

  it('a newer link ends older ones', async () => {
    const [older, newer] = [await ask(WANJIKU), await ask(WANJIKU)]
    expect(told(await look(older)).message).toBe('A newer link was sent to you. Use that one, or ask for another.')
    expect((await look(newer)).statusCode).toBe(200)
  })

  it.each(['', 'guessed', 'x'.repeat(43), '../../etc', "' or 1=1 --"])('the invented link %j is refused', async (token) => {
    const answer = await set(token, NEW)
    expect([answer.statusCode, told(answer).message]).toEqual([422, 'User account not set. This link is not valid. Ask for a new one.'])
  })

  it('a caller who tries link after link is stopped', async () => {
    const statuses = new Set<number>()
    for (let attempt = 0; attempt < 62; attempt++) statuses.add((await look(`guess-${attempt}`)).statusCode)
    expect([...statuses]).toEqual([404, 429])
    test.clock.advance(15 * 60_000)
  })

  const refused: [string, string, object, string, string][] = [
    ['seven characters', 'Mvua-20', {}, 'password', 'Min 8 characters'],
    ['a password that many have', 'Password123', {}, 'password', 'This password is too easy to guess. Choose another.'],
    ['one character again and again', 'aaaaaaaaaaa', {}, 'password', 'This password is too easy to guess. Choose another.'],
    ['the e-mail', 'Wanjiku@mazingira.example', {}, 'password', 'The password may not be your name or your e-mail, even with a number added.'],
    ['the name and the year', 'Wanjiku2026', {}, 'password', 'The password may not be your name or your e-mail, even with a number added.'],
    ['the names, a date and a sign', 'kamau-Wanjiku_01/02/1990!', {}, 'password', 'The password may not be your name or your e-mail, even with a number added.'],
    ['the name', 'wanjiku kamau', {}, 'password', 'The password may not be your name or your e-mail, even with a number added.'],
    ['another repetition', NEW, { password_confirmation: `${NEW}x` }, 'password_confirmation', 'The two passwords are not the same.'],
    ['none', '', {}, 'password', 'Password is Required.'],
    ['an endless one', 'x1'.repeat(600), {}, 'password', 'The password is too long.'],
  ]
  it('weak passwords are refused with a sentence each, and the link stays valid', async () => {
    const token = await ask(WANJIKU)
    for (const [, password, more, path, message] of refused) {
      const answer = await set(token, password, more)
      expect([answer.statusCode, told(answer).errors?.[0]?.path, told(answer).errors?.[0]?.message]).toEqual([422, path, message])
    }
    expect((await set(token, NEW)).statusCode).toBe(200)
  })

  it('a link activates an account that has no password yet', async () => {
    await test.services.database.kysely.updateTable('users').set({ password_hash: null }).where('email', '=', KIPTOO).execute()
    expect((await post(test, 'login', { email: KIPTOO, password: PASSWORD })).statusCode).toBe(401)
    const token = await ask(KIPTOO, 'requestCredentials')
    expect((await messagesTo(test, KIPTOO))[0]?.subject).toBe('Activate your account')
    expect(told(await set(token, NEW))).toMatchObject({ data: { user: { email: KIPTOO } } })
    await ask(KIPTOO, 'requestCredentials')
    expect((await messagesTo(test, KIPTOO))[0]).toMatchObject({ subject: 'Your account is active', is_secret: false })
    expect((await trail(test, KIPTOO)).slice(-4)).toEqual(['link-sent', 'link-used', 'signed-in', 'link-sent'])
  })

  it('an employee without an account gets one by sign-up, as HR entered them', async () => {
    await hire(test, { number: 'MRT-900', first_name: 'Naliaka', last_name: 'Simiyu', search_name: 'Naliaka Simiyu', email: 'naliaka@mazingira.example' })
    const token = await ask('Naliaka@mazingira.example', 'signup').then(() => mailedLink(test, 'naliaka@mazingira.example'))
    expect(told(await set(token, NEW))).toMatchObject({ data: { user: { name: 'Naliaka Simiyu', employee: 'MRT-900', default_company: 'MRT', is_admin: false, roles: [] } } })
    expect(await users().select('id').where('email', 'in', ['nobody@mazingira.example']).execute()).toEqual([])
  })

  it('nobody gets a second account in place of a closed one, even under another e-mail', async () => {
    const closed = await users().select('id').where('email', '=', 'naliaka@mazingira.example').executeTakeFirstOrThrow()
    await test.services.database.kysely.updateTable('users').set({ active: false }).where('id', '=', closed.id).execute()
    const hr = await test.signIn('wambui@mazingira.example')
    const record = (await hr.call('GET', 'documents/employee/MRT-900')).json<{ data: { _rev: number } }>().data
    await byTwo(test, 'PATCH', 'documents/employee/MRT-900', { email: 'simiyu.n@mazingira.example', _rev: record._rev })
    for (const email of ['simiyu.n@mazingira.example', 'naliaka@mazingira.example']) {
      const [asked, unknown] = [await post(test, 'signup', { email }), await post(test, 'signup', { email: 'no.such.person@mazingira.example' })]
      expect([asked.statusCode, told(asked).message]).toEqual([200, told(unknown).message])
      await doJobs(test)
      expect(await users().select('id').where('employee', '=', 'MRT-900').execute()).toEqual([closed])
    }
    expect(await messagesTo(test, 'simiyu.n@mazingira.example')).toEqual([])
    // Reactivating the account restores access.
    const admin = await test.signIn('admin@mazingira.example')
    expect((await admin.call('POST', `admin/restoreUser/${closed.id}`, {})).statusCode).toBe(200)
    expect(await ask('naliaka@mazingira.example')).not.toBe('')
  })

  it('a new password leads to the code where the company requires one', async () => {
    const email = 'zawadi@uwezo.example'
    const token = await ask(email)
    const answer = await set(token, NEW)
    expect(Object.keys(told(answer).data).sort()).toEqual(['challenge', 'sent', 'user'])
    const verified = await post(test, '2fa/verify', { challenge: told(answer).data['challenge'], code: await mailedCode(test.services, email) })
    expect(verified.statusCode).toBe(200)
  })

  it('a person with a Windows account is mailed its name and no link', async () => {
    await ask('hassan@baraka.example')
    const [message] = await messagesTo(test, 'hassan@baraka.example')
    expect(message?.text).toContain('your Windows account, hassan')
    expect(message?.text).not.toContain('setPassword')
  })

  it('a closed account is mailed nothing', async () => {
    const { kysely } = test.services.database
    await kysely.updateTable('users').set({ active: false }).where('email', '=', 'juma@mazingira.example').execute()
    await ask('juma@mazingira.example')
    expect(await messagesTo(test, 'juma@mazingira.example')).toEqual([])
  })

  it('a link is sent by SMTP with the address of the portal, and then removed from the outbox', async () => {
    const mail = await startMailServer()
    await test.services.database.kysely.updateTable('outbox').set({ sent_at: test.clock.now() }).execute()
    await ask('chebet@mazingira.example')
    const mailer = createMailer(mail.url, 'Dirisha <no-reply@portal.example>')
    // The outbox uses the database's clock, which is the real one.
    const runner = createRunner({ ...test.services, clock: { ...test.clock, now: () => new Date(Date.now() + 60_000) } }, { mailer })
    await runner.runOnce()
    mailer.close()
    await mail.stop()
    const [message] = mail.received
    expect(message?.to).toEqual(['chebet@mazingira.example'])
    expect(message?.text.replaceAll('=\r\n', '')).toMatch(/http:\/\/localhost:3000\/auth\/setPassword\/[\w-]{43}/)
    expect((await messagesTo(test, 'chebet@mazingira.example'))[0]?.text).not.toContain('setPassword')
  })

  it('the stored links contain no token', async () => {
    const token = await ask(WANJIKU)
    const links = await test.services.database.kysely.selectFrom('links').selectAll().execute()
    expect(JSON.stringify(links)).not.toContain(token)
  })
})
