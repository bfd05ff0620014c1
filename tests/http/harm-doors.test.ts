/** Guessing, account enumeration and replay, for every way of signing in. */
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { PASSWORD, ROOT, comparable, mailedCode, startApp, type Caller, type TestApp } from './harness.ts'
import { doJobs, mailedLink, post, sessionStatus, told } from './sign-in/support.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NEW = 'Mvua-ya-vuli-2026'
const FORGED = '00000000-0000-4000-8000-000000000000'

interface From { remoteAddress?: string; headers?: Record<string, string> }

/** A call by an unknown client, from an address and with headers of its choice. */
function ask(test: TestApp, path: string, body: object, { remoteAddress = '203.0.113.9', headers = {} }: From = {}): Promise<LightMyRequestResponse> {
  return test.inject({ method: 'POST', url: `/api/v1/hrmis/auth/${path}`, payload: body, headers, remoteAddress })
}

const address = (index: number): string => `198.51.${String(Math.floor(index / 250))}.${String(index % 250)}`

describe('a stranger', () => {
  let test: TestApp
  beforeAll(async () => { test = await startApp() })
  afterAll(() => test.stop())
  // Longer than any counter and any session.
  beforeEach(() => test.clock.advance(13 * HOUR))

  describe('who guesses', () => {
    const OTIENO = 'otieno@mazingira.example'
    /** Different ways to guess the same user's password; `round` counts the attempts. */
    const detours: { name: string; path?: string; body: (round: number) => object; from?: (round: number) => From; right?: object }[] = [
      { name: 'from another address each time', body: () => ({ email: OTIENO }), from: (round) => ({ remoteAddress: address(round) }) },
      { name: 'with another X-Forwarded-For each time', body: () => ({ email: OTIENO }), from: (round) => ({ headers: { 'x-forwarded-for': address(round), forwarded: `for=${address(round)}`, 'x-real-ip': address(round) } }) },
      { name: 'through a trusted proxy, from another address each time', body: () => ({ email: OTIENO }), from: (round) => ({ remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': address(round) } }) },
      { name: 'with another spelling of the e-mail each time', body: (round) => ({ email: [OTIENO.toUpperCase(), ` ${OTIENO}`, `${OTIENO}\t`, 'Otieno@Mazingira.Example', OTIENO][round] ?? OTIENO }) },
      { name: 'from another device each time', body: (round) => ({ email: OTIENO, device_name: `device ${String(round)}` }), from: (round) => ({ headers: { 'user-agent': `Browser/${String(round)}` } }) },
      { name: 'naming another company each time', body: (round) => ({ email: OTIENO, company: ['MRT', 'BML', 'USC', 'NOWHERE', ''][round], default_company: 'BML' }), from: (round) => ({ headers: { 'x-company': ['MRT', 'BML', 'USC', '', 'x'][round] ?? '' } }) },
      { name: 'by user name, with and without a company', path: 'windows/login', body: (round) => ({ username: round % 2 === 0 ? 'hassan' : 'HASSAN', ...(round % 2 === 0 && { company: 'BML' }) }), right: { username: 'hassan', company: 'BML' } },
    ]
    it.each(detours.map((one) => [one.name, one] as const))('is locked out after five guesses of a password %s', async (_, { path = 'login', body, from, right = { email: OTIENO } }) => {
      for (let round = 0; round < 5; round++) expect((await ask(test, path, { ...body(round), password: `guess number ${String(round)}` }, from?.(round))).statusCode).toBe(401)
      const answer = await ask(test, path, { ...right, password: PASSWORD }, { remoteAddress: '192.0.2.77' })
      expect([answer.statusCode, told(answer).code]).toEqual([429, 'locked-out'])
    })

    it('locks out one person, and nobody else from the same address', async () => {
      for (let round = 0; round < 5; round++) await ask(test, 'login', { email: OTIENO, password: 'wrong password' })
      expect((await ask(test, 'login', { email: 'halima@mazingira.example', password: PASSWORD })).statusCode).toBe(200)
    })

    it('is locked out after ten wrong codes in two sign-ins, from different addresses', async () => {
      const email = 'zawadi@uwezo.example'
      const begin = (round: number) => ask(test, 'login', { email, password: PASSWORD }, { remoteAddress: address(round) })
      let tries = 0
      for (let round = 0; round < 2; round++) {
        const { challenge } = told(await begin(round)).data as { challenge: string }
        const code = await mailedCode(test.services, email)
        for (let guess = 0; guess < 5; guess++) {
          const wrong = String((Number(code) + 1 + guess) % 1_000_000).padStart(6, '0')
          expect((await ask(test, '2fa/verify', { challenge, code: wrong }, { remoteAddress: address(tries++), headers: { 'x-forwarded-for': address(100 + tries) } })).statusCode).toBe(422)
        }
      }
      expect([tries, (await begin(9)).statusCode]).toEqual([10, 429])
    })

    /** The calls that are counted by address, because what they guess identifies no user. */
    const counted: { name: string; most: number; call: (round: number, from: From) => Promise<LightMyRequestResponse>; passes: number }[] = [
      { name: 'codes', most: 300, passes: 410, call: (round, from) => ask(test, '2fa/verify', { challenge: `guess-${String(round)}`.padEnd(43, 'x'), code: '123456' }, from) },
      { name: 'links', most: 60, passes: 422, call: (round, from) => ask(test, 'setPassword', { token: `guess-${String(round)}`.padEnd(43, 'x'), password: NEW }, from) },
      { name: 'e-mails', most: 60, passes: 200, call: (round, from) => ask(test, 'resetPassword', { email: `nobody-${String(round)}@mazingira.example` }, from) },
    ]
    const ways: { name: string; from: (round: number) => From; other: From }[] = [
      { name: 'whatever X-Forwarded-For says', from: (round) => ({ headers: { 'x-forwarded-for': address(round) } }), other: { remoteAddress: '203.0.113.10' } },
      { name: 'also behind a trusted proxy, whatever X-Forwarded-For says before its entry', from: (round) => ({ remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': `${address(round)}, 203.0.113.9` } }), other: { remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.9, 203.0.113.10' } } },
    ]
    // A proxy's headers are evaluated before any of them is counted: one is enough.
    const cases = counted.flatMap((one) => ways.filter((_, index) => index === 0 || one.name === 'links').map((way) => ({ ...one, way: way.name, from: way.from, other: way.other })))
    it.each(cases.map((one) => [one.most, `${one.name}, ${one.way}`, one] as const))('is stopped by address after %i guesses of %s', async (_most, _name, { most, call, passes, from, other }) => {
      const statuses: number[] = []
      for (let round = 0; round < most + 2; round++) statuses.push((await call(round, from(round))).statusCode)
      expect([new Set(statuses.slice(0, most)), statuses.slice(most)]).toEqual([new Set([passes]), [429, 429]])
      expect((await call(most + 2, other)).statusCode).toBe(passes)
    })

    it('is stopped by address after 300 sign-ins, even with another account and the right password', async () => {
      // Once the name is locked and was tried too often, an attempt computes no hash.
      for (let round = 0; round < 300; round++) await ask(test, 'login', { email: 'nobody@mazingira.example', password: 'wrong password' }, { headers: { 'x-forwarded-for': address(round) } })
      const right = { email: OTIENO, password: PASSWORD }
      expect((await ask(test, 'login', right, { headers: { 'x-forwarded-for': address(999) } })).statusCode).toBe(429)
      expect((await ask(test, 'login', right, { remoteAddress: '203.0.113.10' })).statusCode).toBe(200)
    })

    it('is no trusted proxy: TRUST_PROXY is loopback or names addresses, and cannot name all', () => {
      const trusted = (value?: string): string[] => readConfig({ NODE_ENV: 'test', ...(value !== undefined && { TRUST_PROXY: value }) }, { root: ROOT }).trustProxy
      expect([trusted(), trusted('10.1.2.3')]).toEqual([['loopback'], ['10.1.2.3']])
      for (const all of ['true', '*', '0.0.0.0/33', '1']) expect(() => trusted(all)).toThrow(/TRUST_PROXY/)
    })
  })

  describe('who looks for accounts', () => {
    beforeAll(async () => {
      const users = (email: string) => test.services.database.kysely.updateTable('users').where('email', '=', email)
      await users('juma@mazingira.example').set({ active: false }).execute()
      await users('kiptoo@mazingira.example').set({ password_hash: null }).execute()
      await users('fatuma@baraka.example').set({ active: false }).execute()
    })

    const PEOPLE = { known: 'otieno@mazingira.example', nobody: 'nobody@mazingira.example', 'who has left': 'juma@mazingira.example', 'who has no password yet': 'kiptoo@mazingira.example', 'who has a Windows account': 'hassan@baraka.example' }
    const NAMES = { known: 'hassan', nobody: 'nobody', 'who has left': 'fatuma', 'who has none': 'otieno' }
    const calls: { path: string; people: Record<string, string>; body: (who: string) => object }[] = [
      { path: 'login', people: PEOPLE, body: (email) => ({ email, password: 'not the password' }) },
      { path: 'windows/login', people: NAMES, body: (username) => ({ username, password: 'not the password' }) },
      ...['resetPassword', 'requestCredentials', 'signup'].map((path) => ({ path, people: PEOPLE, body: (email: string) => ({ email }) })),
    ]
    // sign-in/guessing.test.ts compares their response times.
    it.each(calls.map((one) => [one.path, one] as const))('gets the same answer of %s, with the same headers, about everybody', async (_, { path, people, body }) => {
      const seen = new Map<string, string[]>(Object.keys(people).map((who) => [who, []]))
      for (let round = 0; round < 3; round++) {
        for (const [who, name] of Object.entries(people)) {
          const answer = await ask(test, path, body(name), { remoteAddress: address(round) })
          seen.get(who)?.push(JSON.stringify(comparable(answer)))
        }
      }
      const [first] = seen.get('known') ?? []
      expect(first).toBeDefined()
      for (const [who, answers] of seen) expect([who, ...new Set(answers)]).toEqual([who, first])
    })

    it('gets the same answer for the right password of a closed or Windows account as for an unknown e-mail', async () => {
      const wrong = await ask(test, 'login', { email: PEOPLE.nobody, password: PASSWORD })
      for (const email of [PEOPLE['who has left'], PEOPLE['who has a Windows account']]) {
        const answer = await ask(test, 'login', { email, password: PASSWORD })
        expect([answer.statusCode, comparable(answer).body]).toEqual([401, comparable(wrong).body])
      }
    })
  })

  describe('who reuses something', () => {
    beforeEach(async () => {
      await test.services.database.kysely.updateTable('users').set({ active: true }).where('email', 'in', [SUSAN, KIMANI]).execute()
    })

    const SUSAN = 'susan@uwezo.example'
    const KIMANI = 'kimani@uwezo.example'
    const passwords = new Map<string, string>()
    const login = (email: string) => post(test, 'login', { email, password: passwords.get(email) ?? PASSWORD })
    const set = (token: string, password: string) => post(test, 'setPassword', { token, password })
    const verify = (challenge: string, code: string) => post(test, '2fa/verify', { challenge, code })

    async function begin(email: string): Promise<{ challenge: string; code: string }> {
      const { challenge } = told(await login(email)).data as { challenge: string }
      return { challenge, code: await mailedCode(test.services, email) }
    }
    async function link(email: string): Promise<string> {
      expect((await post(test, 'resetPassword', { email })).statusCode).toBe(200)
      await doJobs(test)
      return mailedLink(test, email)
    }
    async function signIn(email: string): Promise<Caller> {
      const { challenge, code } = await begin(email)
      const token = told(await verify(challenge, code)).data['token'] as string
      return { token, call: (method, url, body, headers = {}) => test.inject({ method, url: `/api/v1/${url}`, headers: { authorization: `Bearer ${token}`, ...headers }, ...(body && { payload: body }) }) }
    }
    async function changePassword(email: string): Promise<void> {
      const current = passwords.get(email) ?? PASSWORD
      const next = `${NEW}-${String(passwords.size)}-${String(Date.now())}`
      expect((await (await signIn(email)).call('POST', 'hrmis/auth/changePassword', { current_password: current, password: next })).statusCode).toBe(200)
      passwords.set(email, next)
    }
    async function useLink(email: string): Promise<void> {
      const next = `${NEW}-link-${String(Date.now())}`
      expect((await set(await link(email), next)).statusCode).toBe(200)
      passwords.set(email, next)
    }
    const leave = (email: string) => test.services.database.kysely.updateTable('users').set({ active: false }).where('email', '=', email).execute()

    /** Something that was kept, and what invalidated it before its use. */
    const kept: { name: string; use: () => Promise<LightMyRequestResponse>; status: number; code: string }[] = [
      { name: 'a link after the password was changed', status: 422, code: 'account-not-set', use: async () => {
        const token = await link(SUSAN)
        await changePassword(SUSAN)
        return set(token, NEW)
      } },
      { name: 'a link after another one was used', status: 422, code: 'account-not-set', use: async () => {
        const token = await link(SUSAN)
        await useLink(SUSAN)
        return set(token, NEW)
      } },
      { name: 'a link of a person who has left', status: 422, code: 'account-not-set', use: async () => {
        const token = await link(SUSAN)
        await leave(SUSAN)
        return set(token, NEW)
      } },
      { name: 'a session’s token as a link', status: 422, code: 'account-not-set', use: async () => set((await signIn(SUSAN)).token, NEW) },
      { name: 'a code after the password was changed', status: 410, code: 'challenge-ended', use: async () => {
        const { challenge, code } = await begin(SUSAN)
        test.clock.advance(2 * MINUTE)
        await changePassword(SUSAN)
        return verify(challenge, code)
      } },
      { name: 'a code after a link set a password', status: 410, code: 'challenge-ended', use: async () => {
        const { challenge, code } = await begin(SUSAN)
        await useLink(SUSAN)
        return verify(challenge, code)
      } },
      { name: 'a code of a person who has left', status: 410, code: 'challenge-ended', use: async () => {
        const { challenge, code } = await begin(SUSAN)
        await leave(SUSAN)
        return verify(challenge, code)
      } },
      { name: 'a code of another person', status: 422, code: 'code-wrong', use: async () => {
        const [mine, theirs] = [await begin(KIMANI), await differing(SUSAN, KIMANI)]
        return verify(mine.challenge, theirs)
      } },
      { name: 'a code of another sign-in of the same person', status: 422, code: 'code-wrong', use: async () => {
        const first = await begin(SUSAN)
        return verify((await begin(SUSAN)).challenge, first.code === await mailedCode(test.services, SUSAN) ? '000000' : first.code)
      } },
      { name: 'the challenge of a sign-in as a link', status: 422, code: 'account-not-set', use: async () => set((await begin(SUSAN)).challenge, NEW) },
      { name: 'the challenge of a sign-in an hour later', status: 410, code: 'challenge-ended', use: async () => {
        const { challenge } = await begin(SUSAN)
        test.clock.advance(HOUR)
        return post(test, '2fa/resend', { challenge })
      } },
    ]
    async function differing(email: string, from: string): Promise<string> {
      const { code } = await begin(email)
      return code === (await mailedCode(test.services, from)) ? String((Number(code) + 1) % 1_000_000).padStart(6, '0') : code
    }

    it.each(kept.map((one) => [one.name, one] as const))('cannot get in with %s', async (_, { use, status, code }) => {
      const answer = await use()
      expect([answer.statusCode, told(answer).code], answer.body).toEqual([status, code])
      expect(answer.body).not.toContain('token')
    })

    const ends: { name: string; end: (who: Caller) => Promise<unknown> }[] = [
      { name: 'a sign-out', end: (who) => who.call('POST', 'hrmis/auth/logout', {}) },
      { name: 'a change of password in another session', end: () => changePassword(SUSAN) },
      { name: 'a new password by a link', end: () => useLink(SUSAN) },
      { name: 'its end from another session', end: async () => (await signIn(SUSAN)).call('POST', 'hrmis/auth/sessions/revokeOthers', {}) },
      { name: 'the deactivation of the account', end: () => leave(SUSAN) },
      { name: 'the person’s loss of its company', end: () => test.services.database.kysely.updateTable('users').set({ companies: ['MRT'], default_company: 'MRT' }).where('email', '=', SUSAN).execute() },
    ]
    it.each(ends.map((one) => [one.name, one] as const))('cannot use a session’s token after %s', async (_, { end }) => {
      const who = await signIn(SUSAN)
      expect(await sessionStatus(test, who.token)).toBe(200)
      await end(who)
      expect(await sessionStatus(test, who.token)).toBe(401)
      expect((await who.call('POST', `hrmis/auth/sessions/${FORGED}/revoke`, {})).statusCode).toBe(401)
      await test.services.database.kysely.updateTable('users').set({ companies: ['USC'], default_company: 'USC' }).where('email', '=', SUSAN).execute()
    })
  })
})
