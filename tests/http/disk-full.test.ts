/**
 * The database's disk becomes full under a working server: it reports that, keeps reading, loses nothing, and continues as soon as there is
 * space.
 */
import { randomBytes } from 'node:crypto'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DEMO_PASSWORD } from '../../src/server/demo/demo-file.ts'
import { freePort, startPostgres, type PrivatePostgres } from '../../tools/postgres.ts'
import { mountSmallDisk, type SmallDisk } from '../store/small-disk.ts'
import { ATTACK, reportFigures } from '../attack-report.ts'
import { KINDS, NO_LIMITS, ROOT, startApp, type TestApp } from './harness.ts'
import { request, type Reply } from './petty-cash-cases.ts'

const MAIN = path.join(ROOT, 'dist/src/server/main.js')
const MEGABYTES = 240
const WRITERS = 4
const FIRST = 400
const FILE_BYTES = 150_000
/** Every write to it fails with no space left. */
const FULL_LOG = openSync('/dev/full', 'w')

// `npm run attack` fills the disk under load; tests/store/disk-full.test.ts covers the embedded database on a full disk, the tests below
// the server's responses.
describe.runIf(ATTACK !== undefined).each(KINDS)('a server whose disk is full, on %s', (kind) => {
  const disk: SmallDisk | undefined = ATTACK === undefined ? undefined : mountSmallDisk(MEGABYTES)
  let postgres: PrivatePostgres | undefined
  let server: ChildProcess | undefined
  let base = ''
  let headers: Record<string, string>

  beforeAll(async () => {
    if (disk === undefined) return
    const folder = path.join(disk.folder, 'tables')
    mkdirSync(folder)
    postgres = kind === 'postgres' ? await startPostgres({ tables: folder }) : undefined
    const prepared = await startApp(postgres === undefined ? { kind, folder } : { database: postgres.url })
    await prepared.stop()
    const port = await freePort()
    base = `http://127.0.0.1:${port}`
    server = spawn(process.execPath, [MAIN], {
      // Its log goes to a full disk, too.
      stdio: ['ignore', FULL_LOG, FULL_LOG],
      env: { ...process.env, ...NO_LIMITS, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, DEMO: '0', LOG_LEVEL: 'info', DATABASE_URL: postgres?.url ?? '' },
    })
    await vi.waitFor(async () => { expect((await readiness()).status).toBe(200) }, { timeout: 60_000, interval: 100 })
    const answer = await fetch(`${base}/api/v1/hrmis/auth/login`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: 'wanjiku@mazingira.example', password: DEMO_PASSWORD, device_name: 'test' }),
    })
    headers = { authorization: `Bearer ${((await answer.json()) as { data: { token: string } }).data.token}`, 'content-type': 'application/json' }
  })
  afterAll(async () => {
    if (server !== undefined && server.exitCode === null) {
      const ended = new Promise((resolve) => { server?.once('exit', resolve) })
      server.kill('SIGKILL')
      await ended
    }
    await postgres?.stop()
    disk?.remove()
  })

  const readiness = (): Promise<{ status: number; database?: string }> => fetch(`${base}/readyz`).then(async (answer) => ({ ...((await answer.json()) as object), status: answer.status }), () => ({ status: 0 }))
  const get = (address: string): Promise<Response> => fetch(`${base}/api/v1/${address}`, { headers })

  const acknowledged: Reply['data'][] = []
  const refused: string[] = []
  let sent = 0

  /** Creates a request with a file, and records the response. */
  async function write(): Promise<number> {
    sent += 1
    const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(FILE_BYTES)]).toString('base64')
    const answer = await fetch(`${base}/api/v1/hrmis/pettycash`, { method: 'POST', headers, body: JSON.stringify(request({ description: `Disk ${sent}`, attachments: [{ fileName: 'paper.pdf', attachment: pdf }] })) })
    const body = (await answer.json()) as Reply
    if (answer.status === 201) acknowledged.push(body.data)
    else refused.push(`${answer.status} ${body.code} ${answer.headers.get('retry-after')} ${body.message}`)
    return answer.status
  }

  /** The numbers of all requests that the test has written, page by page. */
  async function written(): Promise<string[]> {
    const numbers: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const { data, page } = (await (await get(`documents/petty-cash?limit=100${cursor && `&cursor=${cursor}`}`)).json()) as { data: { no: string; description: string }[]; page: { next?: string | null } }
      numbers.push(...data.filter(({ description }) => description.startsWith('Disk ')).map(({ no }) => no))
      cursor = page.next ?? undefined
    }
    return numbers.sort()
  }

  const writers = (work: () => Promise<void>): Promise<void[]> => Promise.all(Array.from({ length: WRITERS }, work))

  it.skipIf(disk === undefined)('says so, keeps reading, loses nothing that it acknowledged, and writes again once there is space (skipped if no disk can be mounted)', { timeout: 900_000 }, async () => {
    await writers(async () => { while (acknowledged.length < FIRST && refused.length === 0) await write() })
    expect([refused, (await readiness()).database]).toEqual([[], 'ok'])
    disk?.fill()
    await writers(async () => { while ((await write()) === 201); await write() })
    const before = acknowledged.length
    expect(new Set(refused)).toEqual(new Set(['503 disk-full 30 The server has no disk space left, so nothing was saved. Existing records can still be read. Try again in a few minutes, or tell your administrator.']))
    await vi.waitFor(async () => { expect(await readiness()).toMatchObject({ status: 503, database: 'unwritable' }) }, 5_000)
    const { no, attachments } = acknowledged.at(-1) ?? {}
    const reads = ['documents/petty-cash?limit=5', `documents/petty-cash/${no}`, `documents/petty-cash/${no}/attachments/${attachments?.[0]?.id}`, 'portal/bootstrap', 'dashboards/employee']
    expect(await Promise.all(reads.map(async (address) => [address, (await get(address)).status < 500]))).toEqual(reads.map((address) => [address, true]))
    expect((await fetch(`${base}/healthz`)).status).toBe(200)

    disk?.free()
    await vi.waitFor(async () => { expect(await readiness()).toMatchObject({ status: 200, database: 'ok' }) }, 10_000)
    refused.splice(0)
    await writers(async () => { await write() })
    expect([refused, acknowledged.length]).toEqual([[], before + WRITERS])

    const found: string[] = []
    for (const { no: number, description } of acknowledged) {
      const { data } = (await (await get(`documents/petty-cash/${number}`)).json()) as Reply
      expect(data, number).toMatchObject({ no: number, description, status: 'Open', pettyCashLinesAPI: [{ amount: 1200 }], attachments: [{ fileName: 'paper.pdf' }] })
      expect((await (await get(`documents/petty-cash/${number}/events`)).json()) as object).toMatchObject({ data: [{ kind: 'created' }] })
      found.push(number)
    }
    const stored = new Set(await written())
    reportFigures('a disk that becomes full under load', kind, { acknowledged: acknowledged.length, found: found.length, lost: acknowledged.filter(({ no: number }) => !stored.has(number)).length, refused: sent - acknowledged.length })
    expect([[...stored], server?.exitCode]).toEqual([acknowledged.map(({ no: number }) => number).sort(), null])
  })
})

describe.each(KINDS)('a server whose database has no disk space, on %s', (kind) => {
  let test: TestApp
  beforeAll(async () => { test = await startApp({ kind }) })
  afterAll(() => test.stop())
  const readiness = async (): Promise<string> => (await test.inject({ method: 'GET', url: '/readyz' })).json<{ database: string }>().database
  const run = (text: string): Promise<unknown> => sql.raw(text).execute(test.services.database.kysely)

  it('refuses a request with a message and a time to retry, and keeps nothing of it', async () => {
    const wanjiku = await test.signIn('wanjiku@mazingira.example')
    const count = async (): Promise<number> => (await test.services.database.kysely.selectFrom('documents').select('key').where('type', '=', 'petty-cash').execute()).length
    const before = await count()
    await run(`create function no_room() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
    await run('create trigger no_room before insert on files for each row execute function no_room()')
    const answer = await wanjiku.call('POST', 'hrmis/pettycash', request())
    expect([answer.statusCode, answer.json<Reply>().code, answer.headers['retry-after']]).toEqual([503, 'disk-full', '30'])
    expect(answer.json<Reply>().message).toMatch(/no disk space left, so nothing was saved/)
    expect(await count()).toBe(before)
    await run('drop trigger no_room on files')
    expect((await wanjiku.call('POST', 'hrmis/pettycash', request())).statusCode).toBe(201)
  })

  it('lets a signed-in person read on, although the use of their session cannot be recorded', async () => {
    const wanjiku = await test.signIn('wanjiku@mazingira.example')
    await run('create trigger no_room before update on sessions for each row execute function no_room()')
    test.clock.advance(5 * 60_000)
    expect((await wanjiku.call('GET', 'documents/petty-cash?limit=1')).statusCode).toBe(200)
    await run('drop trigger no_room on sessions')
  })

  // The embedded database does not run such triggers; it is tested on a full disk and with a log that has no space.
  it.runIf(kind === 'postgres')('is not ready until it can be written again', async () => {
    await vi.waitFor(async () => { expect(await readiness()).toBe('ok') }, 5_000)
    await run(`create function no_table() returns event_trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
    await run(`create event trigger no_table on ddl_command_start when tag in ('CREATE TABLE AS') execute function no_table()`)
    // While nothing has failed, nothing is checked.
    expect(await readiness()).toBe('ok')
    await expect(run('create table never as select 1')).rejects.toThrow('could not extend file')
    expect(await readiness()).toBe('unwritable')
    expect((await test.inject({ method: 'GET', url: '/readyz' })).statusCode).toBe(503)
    await run('drop event trigger no_table')
    await vi.waitFor(async () => { expect(await readiness()).toBe('ok') }, 5_000)
  })
})
