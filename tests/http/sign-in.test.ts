import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, comparable, startApp } from './harness.ts'
import type { TestApp } from './harness.ts'

let test: TestApp
beforeAll(async () => { test = await startApp() })
afterAll(() => test.stop())

const WANJIKU = 'wanjiku@mazingira.example'
const login = (body: object) => test.inject({ method: 'POST', url: '/api/v1/hrmis/auth/login', payload: body })
const session = (token: string, headers = {}) => test.inject({ method: 'GET', url: '/api/v1/hrmis/auth/session', headers: { authorization: `Bearer ${token}`, ...headers } })

describe('signing in', () => {
  it('a sign-in returns the user and no password hash', async () => {
    const answer = await login({ email: 'WANJIKU@mazingira.example', password: PASSWORD, device_name: 'test' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ message: 'logging in', data: { user: { email: WANJIKU, default_company: 'MRT', is_admin: false } } })
    expect(answer.body).not.toContain('argon2')
  })

  const refused: [string, object, string][] = [
    ['no fields', {}, 'Email is Required.'],
    ['an e-mail without a dot', { email: 'a@b', password: PASSWORD }, 'E-mail must be valid'],
    ['no password', { email: WANJIKU }, 'Password is Required.'],
    ['a short password', { email: WANJIKU, password: 'short' }, 'Min 8 characters'],
    ['fields of other types', { email: { a: 1 }, password: [] }, 'Email is Required.'],
  ]
  it.each(refused)('a sign-in with %s is refused in the words of the form', async (_, body, message) => {
    const answer = await login(body)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ message })
  })

  it('a wrong password and an unknown e-mail get the same answer', async () => {
    const wrong = await login({ email: 'kiptoo@mazingira.example', password: 'not the password' })
    const unknown = await login({ email: 'nobody@mazingira.example', password: 'not the password' })
    expect(wrong.statusCode).toBe(401)
    expect(unknown.statusCode).toBe(401)
    expect(comparable(wrong)).toEqual(comparable(unknown))
    expect(wrong.json()).toMatchObject({ message: 'These credentials do not match our records.' })
  })

  it.each(['baraka@mazingira.example', 'ghost@mazingira.example'])('the e-mail %s is locked for 15 minutes after five failures', async (email) => {
    for (let attempt = 0; attempt < 5; attempt++) expect((await login({ email, password: 'not the password' })).statusCode).toBe(401)
    const locked = await login({ email, password: PASSWORD })
    expect(locked.statusCode).toBe(429)
    expect(locked.json()).toMatchObject({ message: 'Too many failed attempts. Try again in 15 minutes.' })
  })

  it('the lock ends after 15 minutes', async () => {
    test.clock.advance(15 * 60_000 + 1)
    expect((await login({ email: 'baraka@mazingira.example', password: PASSWORD })).statusCode).toBe(200)
  })

  it('the audit trail has sign-ins, failures and the lock', async () => {
    const rows = await test.services.database.kysely.selectFrom('events').select('kind').distinct().where('type', '=', 'session').execute()
    expect(rows.map((row) => row.kind).sort()).toEqual(['locked-out', 'sign-in-failed', 'signed-in'])
  })
})

describe('a session', () => {
  it.each(['', 'Bearer', 'Bearer short', `Bearer ${'x'.repeat(43)}`, 'Basic abc'])('a call with the header "%s" is refused', async (authorization) => {
    const answer = await test.inject({ method: 'GET', url: '/api/v1/company', headers: { authorization } })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ message: 'Please sign in.' })
  })

  it('a session ends with signing out', async () => {
    const person = await test.signIn(WANJIKU)
    expect((await person.call('POST', 'hrmis/auth/logout', {})).statusCode).toBe(200)
    expect((await session(person.token)).statusCode).toBe(401)
  })

  it('a session ends after 30 minutes without use, and continues while it is used', async () => {
    const person = await test.signIn(WANJIKU)
    for (let round = 0; round < 3; round++) {
      test.clock.advance(29 * 60_000)
      expect((await session(person.token)).statusCode).toBe(200)
    }
    test.clock.advance(31 * 60_000)
    expect((await session(person.token)).statusCode).toBe(401)
  })

  it('a session ends after 12 hours, however much it is used', async () => {
    const person = await test.signIn(WANJIKU)
    for (let minutes = 0; minutes < 12 * 60 - 25; minutes += 25) {
      test.clock.advance(25 * 60_000)
      expect((await session(person.token)).statusCode).toBe(200)
    }
    test.clock.advance(26 * 60_000)
    expect((await session(person.token)).statusCode).toBe(401)
  })

  it('a call of a tab that shows another company is refused', async () => {
    const person = await test.signIn(WANJIKU)
    expect((await session(person.token, { 'x-company': 'MRT' })).statusCode).toBe(200)
    expect((await session(person.token, { 'x-company': 'USC' })).statusCode).toBe(409)
  })

  it('the database contains no token', async () => {
    const person = await test.signIn(WANJIKU)
    const rows = await test.services.database.kysely.selectFrom('sessions').select('token_hash').execute()
    expect(rows.some((row) => row.token_hash.includes(person.token))).toBe(false)
  })
})
