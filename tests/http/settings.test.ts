/** Settings of a company: who reads them, and what never leaves the server. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadSettings } from '../../src/server/store/settings/settings.ts'
import { ROOT, startApp, type Caller, type TestApp } from './harness.ts'

const SECRET = 'kept-from-everybody'
let folder = ''
let portal: TestApp
let admin: Caller
let wanjiku: Caller

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'dirisha-settings-'))
  mkdirSync(path.join(folder, 'gateway'))
  const settings = { gateway_settings: { title: 'Gateway', properties: { host: { type: 'string', title: 'Host' }, token: { type: 'string', title: 'Token', 'x-internal': true } } } }
  writeFileSync(path.join(folder, 'gateway', 'module.json'), JSON.stringify({ id: 'gateway', title: 'Gateway', settings }))
  portal = await startApp({ modules: [path.join(ROOT, 'modules'), folder] })
  admin = await portal.signIn('admin@mazingira.example')
  wanjiku = await portal.signIn('wanjiku@mazingira.example')
}, 120_000)
afterAll(async () => {
  await portal.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('only administrators can read the settings', async () => {
  expect((await wanjiku.call('GET', 'admin/settings')).statusCode).toBe(403)
  expect((await admin.call('GET', 'admin/settings')).statusCode).toBe(200)
})

it.each([
  ['primary', '#e8a23a', 422], ['primary', '#777777', 422], ['primary', '#767676', 200], ['primary', '#00448b', 200], ['warning', '#ffff00', 200],
])('a save of the %s colour as %s answers %d: only colours of texts need a contrast of 4.5 : 1', async (name, colour, status) => {
  const answer = await admin.call('POST', 'admin/updateSettings', { site_colors: { [name]: colour } })
  expect(answer.statusCode, answer.body).toBe(status)
  if (status !== 422) return
  const [{ path: at, message }] = answer.json<{ errors: [{ path: string; message: string }] }>().errors
  expect([at, message]).toEqual(['site_colors.primary', expect.stringMatching(/^Primary is too light for texts: #\w{6} has a contrast of [\d.]+ : 1 on white, and needs 4\.5 : 1\. The nearest that passes is #\w{6}\.$/)])
  const nearest = /(#\w{6})\.$/.exec(message)?.[1]
  expect((await admin.call('POST', 'admin/updateSettings', { site_colors: { primary: nearest } })).statusCode).toBe(200)
})

it.each([
  'https://evil.example/\njavascript:x', 'https://evil.example/\r', 'https://evil.example/a b', 'https://evil.example/\u00a0', 'https://evil.example/\u0007', 'https://good.example/\u200ba', 'javascript:alert(1)', 'ftp://provider.example', 'https://', 'provider.example',
])('%j is no address in a setting', async (text) => {
  for (const [group, name] of [['minor_settings', 'provider_url'], ['analytics_settings', 'url']] as const) {
    const answer = await admin.call('POST', 'admin/updateSettings', { [group]: { [name]: text } })
    expect([answer.statusCode, answer.json<{ errors: object[] }>().errors]).toMatchObject([422, [{ path: `${group}.${name}`, rule: expect.stringMatching(/^(format|line)$/) as string }]])
  }
})

it('an address in a setting may be empty, and have any path', async () => {
  for (const provider_url of ['https://provider.example/a?b=c#d', 'http://provider.example', '']) {
    const answer = await admin.call('POST', 'admin/updateSettings', { minor_settings: { provider_url } })
    expect(answer.statusCode, answer.body).toBe(200)
  }
})

it('numbers in settings are refused above what makes sense', async () => {
  for (const [group, name] of [['cashmgt_settings', 'imprest_travel_request_lock_days'], ['attendance_settings', 'max_days_back']] as const) {
    const answer = await admin.call('POST', 'admin/updateSettings', { [group]: { [name]: Number.MAX_SAFE_INTEGER } })
    expect([answer.statusCode, answer.json<{ errors: object[] }>().errors]).toMatchObject([422, [{ path: `${group}.${name}`, rule: 'maximum' }]])
  }
  const numbers = Object.entries(portal.engines.base().catalogue.settings).flatMap(([group, { fields }]) => Object.values(fields).filter(({ type, money }) => ['integer', 'number'].includes(type) && money === undefined).map((field) => ({ at: `${group}.${field.name}`, maximum: field.maximum })))
  expect(numbers.length).toBeGreaterThan(5)
  expect(numbers.filter(({ maximum }) => maximum === undefined)).toEqual([])
})

it('a secret setting is stored, and is in no answer and no audit event', async () => {
  const saved = await admin.call('POST', 'admin/updateSettings', { gateway_settings: { host: 'sms.example', token: SECRET } })
  expect(saved.statusCode, saved.body).toBe(200)
  expect((await loadSettings(portal.services.database.kysely, 'MRT'))['gateway_settings']).toEqual({ host: 'sms.example', token: SECRET })
  const read = await admin.call('GET', 'admin/settings')
  const bootstraps = await Promise.all([admin, wanjiku].map(async (who) => who.call('GET', 'portal/bootstrap')))
  for (const answer of [saved, read, ...bootstraps]) {
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('sms.example')
    expect(answer.body).not.toContain(SECRET)
  }
  const events = await portal.services.database.kysely.selectFrom('events').select('changes').where('type', '=', 'settings').orderBy('id', 'desc').limit(1).execute()
  expect(events).toEqual([{ changes: { 'gateway_settings.host': { from: null, to: 'sms.example' }, 'gateway_settings.token': {} } }])
})

it.each<{ name: string; gateway: boolean; hasNumber: boolean; values: object; status: number; at?: string }>([
  { name: 'by SMS only, without a gateway', gateway: false, hasNumber: false, values: { '2fa': true, '2fa_sms': true, '2fa_email': false }, status: 422, at: 'minor_settings.2fa' },
  { name: 'by SMS only, without a number', gateway: true, hasNumber: false, values: { '2fa': true, '2fa_sms': true, '2fa_email': false }, status: 422, at: 'minor_settings.2fa_email' },
  { name: 'by SMS only, with a number', gateway: true, hasNumber: true, values: { '2fa': true, '2fa_sms': true, '2fa_email': false }, status: 200 },
  { name: 'by SMS and e-mail', gateway: true, hasNumber: false, values: { '2fa': true, '2fa_sms': true, '2fa_email': true }, status: 200 },
])('codes $name are turned on only if they reach every administrator', async ({ gateway, hasNumber, values, status, at }) => {
  const { kysely } = portal.services.database
  const { employees } = portal.engines.base().catalogue.organisation
  const own = await kysely.selectFrom('documents').select('key').where('company', '=', 'MRT').where('type', '=', employees?.type ?? '')
    .where(sql<boolean>`data->>${employees?.phone ?? ''} <> ''`).where('key', 'not in', (query) => query.selectFrom('users').select(sql<string>`employee`.as('key')).where('employee', 'is not', null)).executeTakeFirstOrThrow()
  await kysely.updateTable('users').set({ employee: hasNumber ? own.key : null }).where('email', '=', 'admin@mazingira.example').execute()
  if (gateway) portal.services.config.sms = { url: 'http://127.0.0.1:1/' }
  try {
    const before = (await loadSettings(kysely, 'MRT'))['minor_settings']
    const answer = await admin.call('POST', 'admin/updateSettings', { minor_settings: values })
    expect(answer.statusCode, answer.body).toBe(status)
    if (status === 200) return
    const { errors: [issue] } = answer.json<{ errors: { path: string; message: string }[] }>()
    expect(issue?.path).toBe(at)
    if (gateway) expect(issue?.message).toContain('who have no phone number in an employee record: Portal Administrator.')
    expect((await loadSettings(kysely, 'MRT'))['minor_settings']).toEqual(before)
  } finally {
    delete portal.services.config.sms
    await kysely.updateTable('users').set({ employee: null }).where('email', '=', 'admin@mazingira.example').execute()
    await admin.call('POST', 'admin/updateSettings', { minor_settings: { '2fa': false, '2fa_sms': false, '2fa_email': true } })
  }
})
