/**
 * Overlays that cannot be applied completely: reported to administrators, for files too, and if so configured the server does not start.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { describeFailure } from '../../src/server/describe-failure.ts'
import { createLog } from '../../src/server/log.ts'
import { applyPublished } from '../../src/server/manifests/published-overlays.ts'
import { requireAllOverlays } from '../../src/server/manifests/strict-overlays.ts'
import { runServer } from '../../src/server/run.ts'
import { insertOverlay } from '../../src/server/store/settings/overlays.ts'
import { isInstalled } from '../../src/server/store/schema/whole-tables.ts'
import { openEmpty } from '../store/prepared-database.ts'
import { ONE_KIND, ROOT, startApp, type TestApp } from './harness.ts'
import { walkIn } from './walk.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-overlays-'))
const write = (file: string, value: object): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), JSON.stringify(value))
}
/** As after an upgrade: the base has another limit than when this was written, and no longer has that action. */
const STALE = [{ do: 'tighten', at: 'schema.properties.description.maxLength', was: 4000, to: 40 }, { do: 'tighten', at: 'actions.sendAway.when', to: 'doc.total_amount < 10.0' }]
const overlay = (scope: object, operations: object[]): object => ({ extends: { id: 'petty-cash', version: 1 }, scope, operations })

beforeAll(() => {
  write('house/module.json', { id: 'house', title: 'House' })
  write('house/petty-cash/overlays/mrt.json', overlay({ company: 'MRT' }, [...STALE, { do: 'set', at: 'actions.send.label', was: 'Send For Approval', to: 'Off it goes' }]))
  write('house/petty-cash/overlays/other.json', overlay({ client: 'other' }, STALE))
  write('house/petty-cash/overlays/finance.json', overlay({ role: 'finance' }, [{ do: 'set', at: 'actions.send.label', was: 'Send For Approval', to: 'Send it' }]))
  write('house/petty-cash/overlays/bml.json', overlay({ company: 'BML' }, STALE.slice(0, 1)))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const FOLDERS = [path.join(ROOT, 'modules'), folder]

describe.each(ONE_KIND)('overlays that are set aside on %s', (kind) => {
  let app: TestApp
  const { done, call } = walkIn<{ file: string; whom: string; conflicts: { code: string; path: string }[] }[]>(() => app)
  beforeAll(async () => {
    app = await startApp({ kind, modules: FOLDERS })
  })
  afterAll(() => app.stop())

  it('administrators see the overlay files that concern them, with what of each does not apply', async () => {
    const { data } = await done('admin', 'GET', 'admin/overlays/files')
    const mine = data.find(({ file }) => file === 'house/petty-cash/overlays/mrt.json')
    expect(mine?.conflicts.map(({ code, path: at }) => [code, at])).toEqual([['E604', 'operations.0.was'], ['E603', 'operations.1.at']])
    expect(data.map(({ file }) => file)).not.toContain('house/petty-cash/overlays/other.json')
    expect(data.find(({ file }) => file === 'house/petty-cash/overlays/finance.json')).toMatchObject({ whom: 'role finance', conflicts: [] })
    expect((await call('wanjiku', 'GET', 'admin/overlays/files')).status).toBe(403)
  })

  it('the strict check names each overlay that is set aside, except those of other clients', async () => {
    await expect(requireAllOverlays(app.services)).rejects.toThrow(/house\/petty-cash\/overlays\/mrt\.json operations\.0\.was: The base has changed at "schema\.properties\.description\.maxLength"[\s\S]*operations\.1\.at: The base has no "sendAway"/)
    await expect(requireAllOverlays(app.services)).rejects.toSatisfy(({ message }: Error) => !message.includes('other.json'))
  })
  it('an overlay that sets dual-control or server-set fields is refused, and set aside if it is stored already', async () => {
    const operations = {
      employee: ['grade', 'department', 'supervisor', 'email', 'user_id', 'substitute'].map((name) => ({ do: 'set', at: `schema.properties.${name}.default`, to: name === 'email' ? 'x@y.example' : 'G12' })),
      'petty-cash': ['default', 'x-default'].map((keyword) => ({ do: 'set', at: `schema.properties.paid_by.${keyword}`, to: '"me"' })),
      requisition: ['default', 'x-default'].map((keyword) => ({ do: 'set', at: `schema.$defs.line.properties.issued.${keyword}`, to: keyword === 'default' ? 5 : '5.0' })),
    }
    for (const [type, given] of Object.entries(operations)) {
      const body = { extends: { id: type, version: 1 }, scope: { company: 'MRT' }, operations: given }
      const answer = await call('admin', 'POST', 'admin/overlays', body)
      expect([answer.status, (answer.body as unknown as { errors: { path: string; rule: string }[] }).errors.map(({ path: at, rule }) => [at, rule])]).toEqual([422, given.map((_, at) => [`operations.${at}.at`, 'E606'])])
      // As it was stored at that time.
      await insertOverlay(app.services.database.kysely, { scope: 'company:MRT', type, overlay: { ...body, author: 'Before' }, by: 'test', at: app.clock.now() })
    }
    await applyPublished(app.services)
    const engine = app.engines.forActor({ company: 'MRT', roles: ['everyone'] })
    for (const type of Object.keys(operations)) expect(engine.type(type).manifest.shape).toEqual(app.engines.base().type(type).manifest.shape)
    const made = await call('admin', 'POST', 'documents/employee', { number: 'MRT-950', first_name: 'Baraka', search_name: 'Baraka' })
    expect([made.status, made.body.data]).toEqual([201, expect.not.objectContaining({ grade: 'G12' })])
    await expect(requireAllOverlays(app.services)).rejects.toThrow(/two people decide on "grade"[\s\S]*only the base sets the value of "paid_by"[\s\S]*only the base sets the value of "requisitionLines\.issued"/)
  })
})

it('the server does not start with STRICT_OVERLAYS, and leaves the database untouched', async () => {
  const data = path.join(folder, 'data')
  const { database, url, drop } = await openEmpty(ONE_KIND[0]!, data)
  if (url === undefined) await database.close()
  const environment = { NODE_ENV: 'production', PORT: '0', DATA_DIR: data, DEMO: '0', STRICT_OVERLAYS: '1', DATABASE_URL: url ?? '', MODULES: FOLDERS.join(path.delimiter) }
  // tests/store/operator-commands.test.ts covers how its process ends if it does not start.
  const refused = await runServer(readConfig(environment, { root: ROOT }), createLog('silent')).then(() => 'started', (error: unknown) => describeFailure(error, []))
  expect(refused).toContain('The server does not start while overlays are set aside (STRICT_OVERLAYS)')
  expect(refused).toContain('The base has no "sendAway" here')
  if (url === undefined) return
  expect(await isInstalled(database.kysely)).toBe(false)
  await database.close()
  await drop()
}, 180_000)
