/** In development a new document type, and a new call of an existing one, work without a restart. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createReloadingServer, type ReloadingServer } from '../../src/server/reloading-server.ts'
import { watchManifests } from '../../src/server/manifests/watch-manifests.ts'
import { migrate } from '../../src/server/store/schema/migrations.ts'
import { ROOT, startApp, type TestApp } from './harness.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-reload-'))
const logged: string[] = []
let portal: TestApp
let server: ReloadingServer
let unwatch: () => void
let base = ''
let token = ''

beforeAll(async () => {
  write('module.json', { id: 'garden', title: 'Garden' })
  portal = await startApp({ modules: [path.join(ROOT, 'modules'), folder] })
  const { services, engines } = portal
  server = await createReloadingServer(services)
  base = `http://127.0.0.1:${await server.listen({ host: '127.0.0.1', port: 0 })}/api/v1`
  token = (await portal.signIn('admin@mazingira.example')).token
  const log = (_about: object, message = ''): void => { logged.push(message) }
  unwatch = watchManifests([folder], engines, { debug: log, info: log, warn: log, error: log }, async () => {
    await migrate(services.database, engines.base().catalogue, engines.hiddenByOverlays)
    await server.renew()
  })
}, 120_000)
afterAll(async () => {
  unwatch()
  await server.close()
  await portal.stop()
  rmSync(folder, { recursive: true, force: true })
})

function write(file: string, value: object | string): void {
  const at = path.join(folder, 'garden', file)
  mkdirSync(path.dirname(at), { recursive: true })
  writeFileSync(at, typeof value === 'string' ? value : JSON.stringify(value))
}

const call = (url: string, body?: object): Promise<Response> => fetch(`${base}/${url}`, {
  method: body === undefined ? 'GET' : 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, ...(body !== undefined && { body: JSON.stringify(body) }),
})

async function loggedMessage(pattern: RegExp): Promise<string> {
  await expect.poll(() => logged.some((message) => pattern.test(message)), { timeout: 20_000 }).toBe(true)
  return logged.splice(0).find((message) => pattern.test(message)) ?? ''
}

const TREE = {
  id: 'tree', kind: 'master', title: { one: 'Tree', many: 'Trees' }, key: 'code',
  schema: { type: 'object', required: ['code', 'name'], properties: { code: { type: 'string', title: 'Code' }, name: { type: 'string', title: 'Name' } } },
  permissions: { administrator: { can: ['list', 'get', 'create', 'update', 'delete'] } },
}

it('a document type is added, changed, broken and repaired without a restart', async () => {
  expect((await call('documents/tree')).status).toBe(404)

  write('tree/manifest.json', TREE)
  await loggedMessage(/^manifests reloaded$/)
  expect((await call('documents/tree', { code: 'ACACIA', name: 'Acacia' })).status).toBe(201)
  expect(((await (await call('documents/tree')).json()) as { data: unknown[] }).data).toHaveLength(1)
  expect((await call('garden/trees')).status).toBe(404)

  write('tree/manifest.json', { ...TREE, endpoints: { list: 'GET garden/trees' } })
  await loggedMessage(/^manifests reloaded$/)
  expect((await call('garden/trees')).status).toBe(200)

  write('tree/manifest.json', { ...TREE, kind: 'mister' })
  const message = await loggedMessage(/last good ones stay in use/)
  expect(message).toMatch(/garden\/tree\/manifest\.json:1:\d+/)
  expect(message).toContain('did you mean: master')
  expect((await call('garden/trees')).status).toBe(200)

  write('tree/manifest.json', readFileSync(path.join(folder, 'garden', 'tree', 'manifest.json'), 'utf8').replace('mister', 'master'))
  await loggedMessage(/^manifests reloaded$/)
  expect((await call('garden/trees')).status).toBe(404)
  expect((await call('documents/tree/ACACIA')).status).toBe(200)
}, 120_000)
