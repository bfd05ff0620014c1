import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LightMyRequestResponse } from 'fastify'
import { hashPassword } from '../../../src/server/sign-in/passwords.ts'
import { KINDS, ONE_KIND, PASSWORD, comparable, startApp, type TestApp } from '../harness.ts'
import { post, told } from './support.ts'

const MINUTE = 60_000
const KNOWN = 'otieno@mazingira.example'
const UNKNOWN = 'nobody@mazingira.example'

describe.each(ONE_KIND)('the guessing of passwords on %s', (kind) => {
  let test: TestApp
  beforeAll(async () => { test = await startApp({ kind }) })
  afterAll(() => test.stop())
  beforeEach(() => test.clock.advance(2 * 60 * MINUTE))

  const login = (email: string, password: string) => post(test, 'login', { email, password })

  it('known and unknown e-mails cannot be told apart by answer, headers or time', async () => {
    const times = { known: [] as number[], unknown: [] as number[] }
    const headers = new Set<string>()
    // The tests' own hashes are cheap; the timing is that of the product's hashes.
    await test.services.database.kysely.updateTable('users').set({ password_hash: await hashPassword(PASSWORD) }).where('email', '=', KNOWN).execute()
    for (let round = 0; round < 12; round++) {
      // Four attempts, then an hour's pause: another test covers the lock.
      if (round % 4 === 0) test.clock.advance(2 * 60 * MINUTE)
      for (const [kindOf, email] of [['known', KNOWN], ['unknown', UNKNOWN]] as const) {
        const began = performance.now()
        const answer = await login(email, `wrong password ${round}`)
        times[kindOf].push(performance.now() - began)
        expect([answer.statusCode, comparable(answer).body]).toEqual([401, '{"message":"These credentials do not match our records.","code":"sign-in-failed"}'])
        headers.add(JSON.stringify(comparable(answer).headers))
      }
    }
    expect([...headers]).toHaveLength(1)
    const median = (list: number[]): number => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
    const ratio = median(times.known) / median(times.unknown)
    expect(ratio).toBeGreaterThan(0.4)
    expect(ratio).toBeLessThan(2.5)
  })

  it.each([KNOWN, UNKNOWN])('the e-mail %s is locked after five failures, even when many come at once', async (email) => {
    const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => login(email, `guess number ${index}`)))
    const statuses = answers.map((answer) => answer.statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
    expect((await login(email, PASSWORD)).statusCode).toBe(429)
  })

  it('a successful sign-in resets the failures', async () => {
    for (let round = 0; round < 3; round++) {
      for (let attempt = 0; attempt < 4; attempt++) expect((await login(KNOWN, 'wrong password')).statusCode).toBe(401)
      expect((await login(KNOWN, PASSWORD)).statusCode).toBe(200)
      test.clock.advance(MINUTE)
    }
  })

  it('an address that tries one name more than 15 times within a minute is stopped', async () => {
    for (let attempt = 0; attempt < 15; attempt++) expect((await login(KNOWN, PASSWORD)).statusCode).toBe(200)
    const answer = await login(KNOWN, PASSWORD)
    expect([answer.statusCode, told(answer).code]).toEqual([429, 'too-many-requests'])
    expect((await login('mutua@mazingira.example', PASSWORD)).statusCode).toBe(200)
    test.clock.advance(MINUTE)
    expect((await login(KNOWN, PASSWORD)).statusCode).toBe(200)
  })

  it('e-mails and passwords of every other shape are refused', async () => {
    const shapes: unknown[] = [undefined, null, 1, true, [], {}, [KNOWN], { toString: 'x' }, "' or '1'='1", `${KNOWN}\0`, `${KNOWN}\n${KNOWN}`, '*', '%', 'a@b.c'.padEnd(11_000, 'c')]
    for (const email of shapes) {
      const answer = await post(test, 'login', { email, password: PASSWORD })
      expect([400, 413, 422], JSON.stringify(email)?.slice(0, 80)).toContain(answer.statusCode)
    }
    for (const password of [undefined, null, 1, {}, [PASSWORD]]) expect((await post(test, 'login', { email: KNOWN, password })).statusCode).toBe(422)
  })

  it('a script in the name of a person or device is returned as text', async () => {
    const { kysely } = test.services.database
    const name = '<script>alert(1)</script>'
    await kysely.updateTable('users').set({ name }).where('email', '=', 'juma@mazingira.example').execute()
    const answer = await login('juma@mazingira.example', PASSWORD)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(told(answer).data['user']).toMatchObject({ name })
    const agent = await post(test, 'login', { email: 'juma@mazingira.example', password: PASSWORD, device_name: '<img src=x onerror=alert(1)>\u202e\r\nX: y' })
    const token = told(agent).data['token'] as string
    const sessions = await test.inject({ method: 'GET', url: '/api/v1/hrmis/auth/sessions', headers: { authorization: `Bearer ${token}` } })
    expect(sessions.json<{ data: { device: string; current: boolean }[] }>().data.find((one) => one.current)?.device).toBe('<img src=x onerror=alert(1)> X: y')
  })
})

describe.runIf(KINDS.includes('postgres'))('the guessing of passwords at two servers of one database', () => {
  let servers: TestApp[] = []
  beforeAll(async () => {
    const first = await startApp({ kind: 'postgres' })
    servers = [first, await startApp({ database: first.databaseUrl ?? '' })]
    // The product's hashes take time, so attempts on both servers overlap.
    await first.services.database.kysely.updateTable('users').set({ password_hash: await hashPassword(PASSWORD) }).where('email', '=', KNOWN).execute()
  })
  afterAll(async () => {
    for (const server of servers.reverse()) await server.stop()
  })
  beforeEach(() => servers.forEach(({ clock }) => clock.advance(2 * 60 * MINUTE)))

  /** Calls each server equally often, all at the same time; returns the number of responses by status. */
  async function atOnce(times: number, ask: (server: TestApp, time: number) => Promise<LightMyRequestResponse>): Promise<Record<number, number>> {
    const answers = await Promise.all(Array.from({ length: times }, (_, time) => servers.map((server) => ask(server, time))).flat())
    const counts: Record<number, number> = {}
    for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1
    return counts
  }

  it('a password has five tries in all, not five at each server', async () => {
    expect(await atOnce(7, (server, time) => post(server, 'login', { email: KNOWN, password: `guess number ${time}` }))).toEqual({ 401: 5, 429: 9 })
    for (const server of servers) expect((await post(server, 'login', { email: KNOWN, password: PASSWORD })).statusCode).toBe(429)
  })

  it('a password at the step-up has five tries in all', async () => {
    const { token } = await servers[0]!.signIn(KNOWN)
    expect(await atOnce(7, (server, time) => post(server, 'stepUp', { password: `guess number ${time}` }, { authorization: `Bearer ${token}` }))).toEqual({ 422: 5, 429: 9 })
  })

  it('a sign-in has five tries for its code, and a person ten for their authenticator', async () => {
    const { kysely } = servers[0]!.services.database
    const { id } = await kysely.selectFrom('users').select('id').where('email', '=', KNOWN).executeTakeFirstOrThrow()
    const { token } = await servers[0]!.signIn(KNOWN)
    await kysely.insertInto('authenticators').values({ user_id: id, kind: 'app', name: 'Phone', secret: 'JBSWY3DPEHPK3PXP', transports: '[]', created_at: new Date(), confirmed_at: new Date(), last_step: 2 ** 31 - 1 }).execute()
    const begin = async (): Promise<unknown> => told(await post(servers[0]!, 'login', { email: KNOWN, password: PASSWORD })).data['challenge']
    const [one, other, third] = [await begin(), await begin(), await begin()]
    const verify = (challenge: unknown) => (server: TestApp): Promise<LightMyRequestResponse> => post(server, '2fa/verify', { challenge, code: '123456' })
    // The fifth wrong one ends the sign-in; later ones are told that it has ended.
    expect(await atOnce(6, verify(one))).toEqual({ 410: 8, 422: 4 })
    expect(await atOnce(6, verify(other))).toMatchObject({ 422: 4 })
    expect(await atOnce(3, verify(third))).toEqual({ 429: 6 })
    await kysely.deleteFrom('throttles').execute()
    expect(await atOnce(8, (server) => post(server, 'stepUp', { code: '123456' }, { authorization: `Bearer ${token}` }))).toEqual({ 422: 10, 429: 6 })
  })
})
