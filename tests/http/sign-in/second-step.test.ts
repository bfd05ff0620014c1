import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ONE_KIND, PASSWORD, mailedCode, startApp, type TestApp } from '../harness.ts'
import { startSmsServer, type SmsServer } from '../../servers/sms.ts'
import { messagesTo, post, sessionStatus, told, trail } from './support.ts'

const ZAWADI = 'zawadi@uwezo.example'
const MINUTE = 60_000

describe.each(ONE_KIND)('the second step on %s', (kind) => {
  let test: TestApp
  let sms: SmsServer

  beforeAll(async () => {
    sms = await startSmsServer()
    test = await startApp({ kind })
  })
  afterAll(async () => {
    await test.stop()
    await sms.stop()
  })
  // Each test has its own hour, so that their limits do not interact.
  beforeEach(async () => {
    test.clock.advance(2 * 60 * MINUTE)
    delete test.services.config.sms
    sms.answer = 200
    sms.received.length = 0
    await set({ '2fa': true, '2fa_sms': false, '2fa_email': true, otp_expiry: 5 })
  })

  async function set(values: object): Promise<void> {
    await test.services.database.kysely.updateTable('settings').set({ values: JSON.stringify(values) }).where('company', '=', 'USC').where('group_name', '=', 'minor_settings').execute()
  }

  async function begin(): Promise<{ challenge: string; code: string; sent: { channel: string; to: string; minutes: number; resendAt: string } }> {
    const answer = await post(test, 'login', { email: ZAWADI, password: PASSWORD })
    expect(answer.statusCode, answer.body).toBe(200)
    const { challenge, sent } = told(answer).data as { challenge: string; sent: { channel: string; to: string; minutes: number; resendAt: string } }
    return { challenge, sent, code: await mailedCode(test.services, ZAWADI) }
  }
  const verify = (challenge: string, code: string) => post(test, '2fa/verify', { challenge, code })
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  it('the sign-in answers whom the code was sent to and where, masked, and no token', async () => {
    const answer = await post(test, 'login', { email: ZAWADI, password: PASSWORD })
    expect(told(answer)).toMatchObject({ message: 'A code was sent to z•••i@uwezo.example.', data: { user: { name: 'Zawadi Mwamburi', email: 'z•••i@uwezo.example' }, sent: { channel: 'email', to: 'z•••i@uwezo.example', minutes: 5 } } })
    expect(Object.keys(told(answer).data).sort()).toEqual(['challenge', 'sent', 'user'])
    expect(answer.body).not.toContain(ZAWADI)
    expect(answer.body).not.toContain(await mailedCode(test.services, ZAWADI))
  })

  it('a code starts a session once', async () => {
    const { challenge, code } = await begin()
    const answer = await verify(challenge, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect(told(answer)).toMatchObject({ message: 'OTP verified successfully, logging in…', data: { user: { email: ZAWADI, default_company: 'USC' } } })
    expect(await sessionStatus(test, told(answer).data['token'] as string)).toBe(200)
    const again = await verify(challenge, code)
    expect([again.statusCode, told(again).code]).toEqual([410, 'challenge-ended'])
  })

  it('only one of three answers at once gets in', async () => {
    const { challenge, code } = await begin()
    const answers = await Promise.all([verify(challenge, code), verify(challenge, code), verify(challenge, code)])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 410, 410])
  })

  it('the stored challenges contain neither the challenge nor the code', async () => {
    const { challenge, code } = await begin()
    const dump = JSON.stringify(await test.services.database.kysely.selectFrom('challenges').selectAll().execute())
    expect(dump).not.toContain(challenge)
    expect(dump).not.toContain(code)
  })

  it('a challenge is no token and opens nothing', async () => {
    const { challenge } = await begin()
    expect(await sessionStatus(test, challenge)).toBe(401)
  })

  it.each([['empty', ''], ['short', 'made-up'], ['of the right length', 'x'.repeat(43)], ['endless', 'x'.repeat(5_000)], ['an object', { a: 1 }], ['null', null]])('a forged challenge that is %s is refused', async (_, challenge) => {
    const answer = await post(test, '2fa/verify', { challenge, code: '123456' })
    expect([410, 422]).toContain(answer.statusCode)
    expect((await post(test, '2fa/resend', { challenge })).statusCode).toBe(answer.statusCode)
  })

  it.each([['', 'Code is Required.'], ['12345', 'The code has 6 digits.'], ['abcdef', 'The code has 6 digits.'], ['１２３４５６', 'The code has 6 digits.']])('the code "%s" is refused with what is wrong with it', async (code, message) => {
    const { challenge } = await begin()
    const answer = await verify(challenge, code)
    expect([answer.statusCode, told(answer).message]).toEqual([422, message])
  })

  it('a code has five tries and no more, even when they come at once', async () => {
    const { challenge, code } = await begin()
    const answers = await Promise.all(Array.from({ length: 8 }, () => verify(challenge, wrong(code))))
    const messages = answers.map((answer) => told(answer).message)
    expect(messages.filter((message) => /(tries are|try is) left/.test(message))).toHaveLength(4)
    expect(messages).toContain('The code is incorrect. One try is left.')
    const right = await verify(challenge, code)
    expect([right.statusCode, told(right).message]).toEqual([422, 'That code was tried too often. Ask for a new one.'])
    test.clock.advance(MINUTE)
    expect((await post(test, '2fa/resend', { challenge })).statusCode).toBe(200)
    expect((await verify(challenge, await mailedCode(test.services, ZAWADI))).statusCode).toBe(200)
  })

  it('a person who uses up code after code is locked, however often they sign in again', async () => {
    for (let round = 0; round < 2; round++) {
      const { challenge, code } = await begin()
      for (let attempt = 0; attempt < 5; attempt++) await verify(challenge, wrong(code))
    }
    const locked = await post(test, 'login', { email: ZAWADI, password: PASSWORD })
    expect([locked.statusCode, told(locked).message]).toEqual([429, 'Too many failed attempts. Try again in 15 minutes.'])
    expect((await trail(test, ZAWADI)).slice(-3)).toEqual(['code-failed', 'locked-out', 'code-failed'])
    test.clock.advance(15 * MINUTE + 1)
    const { challenge, code } = await begin()
    expect((await verify(challenge, code)).statusCode).toBe(200)
  })

  it('a code is valid for the minutes in the settings', async () => {
    await set({ '2fa': true, '2fa_email': true, otp_expiry: 2 })
    const { challenge, code, sent } = await begin()
    expect(sent.minutes).toBe(2)
    const minutes = await test.inject({ method: 'GET', url: '/api/v1/hrmis/auth/2fa/otp_minutes?company=USC' })
    expect(told(minutes).data).toEqual({ minutes: 2 })
    test.clock.advance(2 * MINUTE)
    const late = await verify(challenge, code)
    expect([late.statusCode, told(late).message]).toEqual([422, 'The code has expired. Ask for a new one.'])
  })

  it('another code is sent after 60 seconds, at most five times an hour, and ends the first', async () => {
    const { challenge, code: first } = await begin()
    test.clock.advance(59_000)
    const early = await post(test, '2fa/resend', { challenge })
    expect([early.statusCode, told(early).message]).toEqual([429, 'A code was sent just now. Wait 1 seconds before you ask for another.'])
    test.clock.advance(1_000)
    for (let round = 0; round < 5; round++) {
      const answer = await post(test, '2fa/resend', { challenge })
      expect(told(answer)).toMatchObject({ data: { message: 'A new code was sent to z•••i@uwezo.example.', sent: { channel: 'email' } } })
      if (round === 0) expect((await verify(challenge, first)).statusCode).toBe(422)
      test.clock.advance(MINUTE)
    }
    const sixth = await post(test, '2fa/resend', { challenge })
    expect([sixth.statusCode, told(sixth).code]).toEqual([429, 'too-many-codes'])
    expect((await verify(challenge, await mailedCode(test.services, ZAWADI))).statusCode).toBe(200)
  })

  it('two requests for another code at once send one', async () => {
    const { challenge } = await begin()
    test.clock.advance(MINUTE)
    const before = (await messagesTo(test, ZAWADI)).length
    const answers = await Promise.all([post(test, '2fa/resend', { challenge }), post(test, '2fa/resend', { challenge })])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 429])
    expect((await messagesTo(test, ZAWADI)).length).toBe(before + 1)
  })

  it('a code goes by SMS first, to the number of the employee record', async () => {
    await set({ '2fa': true, '2fa_sms': true, '2fa_email': true })
    test.services.config.sms = { url: sms.url, token: 'gateway-token' }
    const before = (await messagesTo(test, ZAWADI)).length
    const { challenge, sent } = await begin()
    const [request] = sms.received
    const { to, message } = JSON.parse(request?.body ?? '{}') as { to: string; message: string }
    expect(sent).toMatchObject({ channel: 'sms', to: `•••• ${to.slice(-3)}` })
    expect(to).toMatch(/^\+254\d{9}$/)
    expect(request?.headers.authorization).toBe('Bearer gateway-token')
    expect((await messagesTo(test, ZAWADI)).length).toBe(before)
    expect((await verify(challenge, /\d{6}/.exec(message)?.[0] ?? '')).statusCode).toBe(200)
  })

  it('an SMS has the body that the gateway wants, with everything escaped', async () => {
    await set({ '2fa': true, '2fa_sms': true })
    test.services.config.sms = { url: sms.url.replace('http://', 'http://me:s%20cret@'), template: 'username=sandbox&to={to}&message={message}' }
    await begin()
    const [request] = sms.received
    expect(new URLSearchParams(request?.body).get('to')).toMatch(/^\+254\d{9}$/)
    expect(request?.headers).toMatchObject({ 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${Buffer.from('me:s cret').toString('base64')}` })
  })

  it.each([500, 302, 401] as const)('a code goes by e-mail when the gateway answers %i', async (status) => {
    await set({ '2fa': true, '2fa_sms': true, '2fa_email': true })
    test.services.config.sms = { url: sms.url }
    sms.answer = status
    const { challenge, code, sent } = await begin()
    expect(sent.channel).toBe('email')
    expect((await verify(challenge, code)).statusCode).toBe(200)
  })

  it('the sign-in answers 503 when the code cannot be sent', async () => {
    await set({ '2fa': true, '2fa_sms': true, '2fa_email': false })
    test.services.config.sms = { url: sms.url }
    sms.answer = 500
    const answer = await post(test, 'login', { email: ZAWADI, password: PASSWORD })
    expect([answer.statusCode, told(answer).message]).toEqual([503, 'The code could not be sent. Try again in a moment, or tell your administrator.'])
  })

  it('a code goes by e-mail when the second step is on without any channel', async () => {
    await set({ '2fa': true, '2fa_sms': false, '2fa_email': false })
    expect((await begin()).sent.channel).toBe('email')
  })

  it('the outbox forgets the code of a message that was mailed', async () => {
    await begin()
    const { markSent } = await import('../../../src/server/store/delivery/outbox.ts')
    const { kysely } = test.services.database
    const newest = await kysely.selectFrom('outbox').select('id').where('recipient', '=', ZAWADI).orderBy('id', 'desc').executeTakeFirstOrThrow()
    await markSent(kysely, newest.id, test.clock.now())
    const [message] = await messagesTo(test, ZAWADI)
    expect(message?.text).not.toMatch(/\d{6}/)
  })

  it('the second step ends when the account is closed meanwhile', async () => {
    const { challenge, code } = await begin()
    const { kysely } = test.services.database
    await kysely.updateTable('users').set({ active: false }).where('email', '=', ZAWADI).execute()
    expect((await verify(challenge, code)).statusCode).toBe(410)
    await kysely.updateTable('users').set({ active: true }).where('email', '=', ZAWADI).execute()
  })
})

describe('a code without a mail server', () => {
  it('the administrator sees the code in the outbox, but not once there is a mail server', async () => {
    const test = await startApp()
    try {
      const admin = await test.signIn('admin@mazingira.example')
      await post(test, 'login', { email: ZAWADI, password: PASSWORD })
      const code = await mailedCode(test.services, ZAWADI)
      expect((await admin.call('GET', 'admin/outbox')).body).toContain(code)
      test.services.config.smtpUrl = 'smtp://mail.example'
      expect((await admin.call('GET', 'admin/outbox')).body).not.toContain(code)
    } finally {
      await test.stop()
    }
  })
})
