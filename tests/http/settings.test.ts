/** Settings of a company: who reads them, and what of them never leaves the server. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadSettings } from '../../src/server/store/settings.ts'
import { ROOT, startApp, type Caller, type TestApp } from './harness.ts'

const SECRET = 'kept-from-everybody'
let folder = ''
let portal: TestApp
let admin: Caller
let wanjiku: Caller

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'dirisha-settings-'))
  mkdirSync(path.join(folder, 'gateway'))
  const settings = { gateway_settings: { properties: { host: { type: 'string', title: 'Host' }, token: { type: 'string', title: 'Token', 'x-internal': true } } } }
  writeFileSync(path.join(folder, 'gateway', 'module.json'), JSON.stringify({ id: 'gateway', title: 'Gateway', settings }))
  portal = await startApp({ modules: [path.join(ROOT, 'modules'), folder] })
  admin = await portal.signIn('admin@mazingira.example')
  wanjiku = await portal.signIn('wanjiku@mazingira.example')
}, 120_000)
afterAll(async () => {
  await portal.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('are read by administrators only', async () => {
  expect((await wanjiku.call('GET', 'admin/settings')).statusCode).toBe(403)
  expect((await admin.call('GET', 'admin/settings')).statusCode).toBe(200)
})

it('that are secret are stored and never answered, to nobody and in no audit', async () => {
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
  const events = await portal.services.database.kysely.selectFrom('events').select('changes').where('type', '=', 'settings').execute()
  expect(events).toEqual([{ changes: { 'gateway_settings.host': { from: null, to: 'sms.example' }, 'gateway_settings.token': {} } }])
})
