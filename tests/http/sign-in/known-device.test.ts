/** Guesses made elsewhere lock the name, but do not lock the user out of a browser in which they have signed in before. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LightMyRequestResponse } from 'fastify'
import { PASSWORD, startApp, type TestApp } from '../harness.ts'
import { post, told } from './support.ts'

const BARAKA = 'baraka@mazingira.example'
const KIPTOO = 'kiptoo@mazingira.example'
let test: TestApp
beforeAll(async () => { test = await startApp() })
afterAll(() => test.stop())

const login = (email: string, password: string, cookie?: string): Promise<LightMyRequestResponse> => post(test, 'login', { email, password }, cookie === undefined ? {} : { cookie })
const cookieOf = (answer: LightMyRequestResponse): string => String(answer.headers['set-cookie']).split(';')[0] ?? ''
const codes = async (answers: Promise<LightMyRequestResponse>[]): Promise<number[]> => (await Promise.all(answers)).map(({ statusCode }) => statusCode)

it('a locked person can still sign in from the browser of an earlier sign-in, and from no other', async () => {
  const first = await login(BARAKA, PASSWORD)
  expect(first.headers['set-cookie']).toMatch(/^dirisha_device=[\w-]{43}; Max-Age=15552000; Path=\/api\/v1\/hrmis\/auth; HttpOnly; SameSite=Strict$/)
  const own = cookieOf(first)
  const others = cookieOf(await login(KIPTOO, PASSWORD))
  for (let guess = 0; guess < 5; guess += 1) expect((await login(BARAKA, `guess ${guess} Aa-1`, others)).statusCode).toBe(401)
  expect(await codes([login(BARAKA, PASSWORD), login(BARAKA, PASSWORD, others), login(BARAKA, PASSWORD, 'dirisha_device=0123456789012345678901234567890123456789abc'), login(BARAKA, PASSWORD, own)])).toEqual([429, 429, 429, 200])
  // An existing cookie is kept, not replaced.
  expect(cookieOf(await login(BARAKA, PASSWORD, own))).toBe(own)
})

it('guesses from a known browser lock only that browser', async () => {
  test.clock.advance(16 * 60_000)
  const own = cookieOf(await login(BARAKA, PASSWORD))
  for (let guess = 0; guess < 5; guess += 1) expect((await login(BARAKA, `guess ${guess} Aa-1`, own)).statusCode).toBe(401)
  const locked = await login(BARAKA, PASSWORD, own)
  expect([locked.statusCode, told(locked).code]).toEqual([429, 'locked-out'])
  expect((await login(BARAKA, PASSWORD)).statusCode).toBe(200)
  test.clock.advance(16 * 60_000)
  expect((await login(BARAKA, PASSWORD, own)).statusCode).toBe(200)
})

it('guesses elsewhere do not lock a step-up in a known browser; wrong passwords there do, until it is unlocked', async () => {
  test.clock.advance(16 * 60_000)
  const signedIn = await login(BARAKA, PASSWORD)
  const [own, elsewhere] = [{ authorization: `Bearer ${String(told(signedIn).data['token'])}`, cookie: cookieOf(signedIn) }, await test.signIn(BARAKA)]
  const confirm = (password: string, headers: Record<string, string>): Promise<LightMyRequestResponse> => post(test, 'stepUp', { password }, headers)
  for (let guess = 0; guess < 5; guess += 1) await login(BARAKA, `guess ${guess} Aa-1`)
  expect(await codes([confirm(PASSWORD, { authorization: own.authorization }), confirm(PASSWORD, own)])).toEqual([429, 200])
  const change = await post(test, 'changePassword', { current_password: 'not mine Aa-1', password: 'Mvua-ya-vuli-2026' }, own)
  expect([change.statusCode, told(change).errors?.[0]?.path]).toEqual([422, 'current_password'])
  // With the wrong one above, these make five.
  for (let guess = 0; guess < 4; guess += 1) expect((await confirm(`guess ${guess} Aa-1`, own)).statusCode).toBe(422)
  expect(await codes([confirm(PASSWORD, own), confirm(PASSWORD, { authorization: `Bearer ${elsewhere.token}` })])).toEqual([429, 429])
  // Administrators see such a lock and can remove it.
  const admin = await test.signIn('admin@mazingira.example')
  const { data: [row] } = (await admin.call('GET', 'admin/users?search=baraka')).json<{ data: { id: string; locked_until: string | null; _rev: number }[] }>()
  expect(row?.locked_until).not.toBeNull()
  expect((await admin.call('POST', `admin/unlockUser/${row?.id ?? ''}`, {})).statusCode).toBe(200)
  expect((await confirm(PASSWORD, own)).statusCode).toBe(200)
})

it('guesses from the same address, as of an office, keep nobody out of a known browser', async () => {
  test.clock.advance(16 * 60_000)
  const own = cookieOf(await login(BARAKA, PASSWORD))
  for (let guess = 0; guess < 20; guess += 1) await login(BARAKA, `guess ${guess} Aa-1`)
  expect(await codes([login(BARAKA, PASSWORD), login(BARAKA, PASSWORD, own)])).toEqual([429, 200])
})

it('a known browser is forgotten after half a year without use', async () => {
  const own = cookieOf(await login(BARAKA, PASSWORD))
  test.clock.advance(181 * 24 * 60 * 60_000)
  for (let guess = 0; guess < 5; guess += 1) await login(BARAKA, `guess ${guess} Aa-1`)
  expect((await login(BARAKA, PASSWORD, own)).statusCode).toBe(429)
})
