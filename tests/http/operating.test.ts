/**
 * Operation of an installation: readiness, draining, metrics, sessions, revisions, keys, odd numbers, and deletion of referenced records.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { createLog } from '../../src/server/log.ts'
import { runServer } from '../../src/server/run.ts'
import { hashToken, newToken } from '../../src/server/sign-in/tokens.ts'
import { createSession } from '../../src/server/store/sign-in/sessions.ts'
import { freePort } from '../../tools/postgres.ts'
import { openEmpty } from '../store/prepared-database.ts'
import { enginesOfModules } from '../store/support.ts'
import { ONE_KIND, ROOT, startApp, type TestApp } from './harness.ts'
import { walkIn } from './walk.ts'

describe.each(ONE_KIND)('the operation of an installation on %s', (kind) => {
  let test: TestApp
  const { who, call, done, refused } = walkIn<{ number: string; _rev: number; code: string; department?: string }>(() => test)
  beforeAll(async () => { test = await startApp({ kind }) })
  afterAll(() => test.stop())

  describe('the Prometheus metrics', () => {
    const metrics = async (more: object = {}): Promise<number> => (await test.inject({ method: 'GET', url: '/metrics', ...more })).statusCode
    afterAll(() => { delete test.services.config.metricsToken })

    it('only programs on the same machine can read the metrics where no token is configured', async () => {
      expect(await Promise.all([metrics(), metrics({ remoteAddress: '::ffff:127.0.0.1' }), metrics({ remoteAddress: '10.0.0.7' }), metrics({ headers: { 'x-forwarded-for': '10.0.0.7' } })])).toEqual([200, 200, 404, 404])
    })

    it('only callers with the token can read the metrics where one is configured', async () => {
      test.services.config.metricsToken = 'a-token-of-prometheus'
      const asks = [undefined, 'Bearer a-token-of-prometheu', 'Bearer a-token-of-prometheus', 'a-token-of-prometheus'].map((authorization) => metrics({ remoteAddress: '10.0.0.7', headers: { ...(authorization !== undefined && { authorization }) } }))
      expect(await Promise.all([...asks, metrics()])).toEqual([401, 401, 200, 401, 401])
    })
  })

  it('a database connection that is reset while the body still arrives is answered with 503', async () => {
    const { token } = await who('wanjiku')
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = test.app.server.address() as AddressInfo
    vi.spyOn(test.services.database.kysely, 'executeQuery').mockRejectedValueOnce(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
    const socket = connect(port, '127.0.0.1')
    const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
    socket.write(`POST /api/v1/hrmis/pettycash HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{`)
    expect(await answer).toMatch(/^HTTP\/1.1 503 [\s\S]*retry-after: 5/i)
    socket.destroy()
    vi.restoreAllMocks()
  })

  it('a person has at most 50 sessions; beyond that the ones used longest ago end', async () => {
    const tokens = Array.from({ length: 53 }, () => newToken())
    const { id } = await test.services.database.kysely.selectFrom('users').select('id').where('email', '=', 'kiptoo@mazingira.example').executeTakeFirstOrThrow()
    for (const token of tokens) {
      const now = test.clock.now()
      await createSession(test.services.database.kysely, { tokenHash: hashToken(token), userId: id, company: 'MRT', device: 'test', ip: null, now, expiresAt: new Date(now.getTime() + 3_600_000) })
      test.clock.advance(1_000)
    }
    const isOpen = async (token = ''): Promise<boolean> => (await test.inject({ method: 'GET', url: '/api/v1/portal/bootstrap', headers: { authorization: `Bearer ${token}` } })).statusCode === 200
    expect(await Promise.all([tokens[0], tokens[2], tokens[3], tokens[52]].map(isOpen))).toEqual([false, false, true, true])
  })

  it('a change of a record about pay, rights or money needs the revision that its author saw', async () => {
    const { _rev } = (await done('mutua', 'GET', 'documents/loan-type/CAR')).data
    for (const [method, path, body] of [['PATCH', 'loan-type/CAR', { maxAmount: 1 }], ['DELETE', 'loan-type/CAR', {}], ['PATCH', 'employee/MRT-015', { phoneNo: '1' }]] as const) {
      const { status, body: reply } = await call('mutua', method, `documents/${path}`, body)
      expect([path, status, reply.code]).toEqual([path, 428, 'revision-missing'])
    }
    expect((await call('mutua', 'PATCH', 'documents/loan-type/CAR', { maxAmount: 900_000, _rev: _rev + 5 })).status).toBe(409)
    expect((await call('mutua', 'PATCH', 'documents/loan-type/CAR', { maxAmount: 900_000, _rev, _reason: 'As agreed' })).status).toBe(202)
  })

  it('a key is trimmed, and may contain only letters, digits and some punctuation', async () => {
    const make = (code: string): ReturnType<typeof call> => call('mutua', 'POST', 'documents/destination', { code, description: 'Somewhere' })
    const made = await make('  NAIROBI  WEST-2  ')
    expect([made.status, (made.body.data as { code: string }).code]).toEqual([201, 'NAIROBI WEST-2'])
    for (const code of ['<b>', 'A?B', 'A#B', 'A%2FB', '../etc', 'A"B', "A'B", 'A\\B', '-A', 'A\u00a0B', 'A\u2009B', 'A\u3000B']) expect(await refused('mutua', 'POST', 'documents/destination', { code, description: 'x' }), code).toMatch(/is made of letters/)
    // Nor a word that leads to a call about all records, of this type or of others.
    for (const code of ['export.csv', 'figures', 'balances', 'suggestions', 'check', 'actions']) expect(await refused('mutua', 'POST', 'documents/destination', { code, description: 'x' }), code).toMatch(/cannot be ".+", which is a word in the addresses of calls/)
    // Refused in every text.
    expect(await refused('mutua', 'POST', 'documents/destination', { code: 'A\u202EB', description: 'x' })).toMatch(/cannot be stored/)
    expect(await refused('mutua', 'POST', 'documents/destination', { code: 'A\u200BB', description: 'x' })).toMatch(/invisible characters/)
    expect((await make('É (x.) / B & C+D: 1')).status).toBe(201)
  })

  it('no list takes an odd limit, and no query with odd numbers makes the server fail', async () => {
    const gets = test.routes.filter(({ method, url }) => [method].flat().includes('GET') && url.startsWith('/api/v1/') && !url.includes('stream'))
    const { token } = await who('admin')
    const finance = (await who('mutua')).token
    const wrong: string[] = []
    for (const { url } of gets) {
      const address = url.replace(/:[A-Za-z]+|\*/g, 'x')
      const bearer = url.includes('/admin/') ? token : finance
      // The routes of document types share their handlers: one gets all the values.
      const isLikeAnother = url.includes('/documents/') && !url.includes('/documents/petty-cash')
      for (const name of isLikeAnother ? ['limit'] : ['limit', 'year', 'age', 'cursor']) {
        for (const value of isLikeAnother ? ['1e309'] : ['1e309', '-1', '1.5']) {
          const answer = await test.inject({ method: 'GET', url: `${address}?${name}=${value}`, headers: { authorization: `Bearer ${bearer}` } })
          if (answer.statusCode >= 500 && answer.statusCode !== 503) wrong.push(`${address}?${name}=${value}: ${answer.statusCode}`)
          if (name === 'limit' && answer.statusCode === 200 && answer.headers['content-type']?.toString().includes('json') === true && answer.json<{ page?: unknown }>().page !== undefined) wrong.push(`${address} takes limit=${value}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('a number that a call documents and that is none is answered with 400', async () => {
    const admin = await who('admin')
    const { paths } = (await admin.call('GET', 'openapi.json')).json<{ paths: Record<string, { get?: { parameters?: { name: string; in: string; schema?: { type?: string } }[] } }> }>()
    const asked = Object.entries(paths).flatMap(([address, { get }]) => (get?.parameters ?? []).filter((one) => one.in === 'query' && ['integer', 'number'].includes(one.schema?.type ?? '') && !address.includes('{')).map(({ name }) => `${address}?${name}=1e309`))
    const answers = await Promise.all(asked.map(async (url) => [url, (await test.inject({ method: 'GET', url: url.startsWith('/api') ? url : `/api/v1${url}`, headers: { authorization: `Bearer ${admin.token}` } })).statusCode] as const))
    // Where the administrator has no access, that is said first.
    expect(answers.filter(([, status]) => status !== 400 && status !== 403)).toEqual([])
    expect(answers.filter(([, status]) => status === 400).length).toBeGreaterThan(20)
  })
})

// An embedded database runs one statement at a time, so there is less to go wrong.
describe.each(ONE_KIND)('a deletion on %s', (kind) => {
  let test: TestApp
  const { call, done } = walkIn<{ number: string; _rev: number; code: string; department?: string }>(() => test)
  beforeAll(async () => { test = await startApp({ kind }) })
  afterAll(() => test.stop())

  it('the deletion of a record to which somebody refers at the same moment leaves no dangling reference', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 16; round += 1) {
      const code = `D${round}`
      expect((await call('admin', 'POST', 'documents/department', { code, name: code })).status).toBe(201)
      const employee = (await done('njeri', 'GET', 'documents/employee/MRT-021')).data
      const [changed, deleted] = await Promise.all([
        call('njeri', 'PATCH', 'documents/employee/MRT-021', { department: code, _rev: employee._rev }),
        setTimeout(round % 4).then(() => call('admin', 'DELETE', `documents/department/${code}`, { _rev: 1 })),
      ])
      const isThere = (await call('admin', 'GET', `documents/department/${code}`)).status === 200
      const refers = (await done('njeri', 'GET', 'documents/employee/MRT-021')).data.department === code
      expect([round, refers && !isThere, changed.status === 200, deleted.status === 200]).toEqual([round, false, refers, !isThere])
      outcomes.add(`${changed.status} ${deleted.status}`)
    }
    for (const outcome of outcomes) expect(['200 409', '422 200', '200 200']).toContain(outcome)
  })
})

it('a server that is stopping reports that it is not ready, and answers requests until it has drained', async () => {
  const port = await freePort()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dirisha-stopping-'))
  const { database, url = '', drop } = await openEmpty(ONE_KIND[0]!, dataDir)
  await database.close()
  const config = readConfig({ PORT: String(port), HOST: '127.0.0.1', DEMO: '0', LOG_LEVEL: 'silent', DRAIN_SECONDS: '1', DATA_DIR: dataDir, DATABASE_URL: url }, { root: ROOT })
  const server = await runServer(config, createLog('silent'), { engines: await enginesOfModules() })
  const ask = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${port}${path}`)
  expect((await ask('/readyz')).status).toBe(200)
  const stopped = server.stop()
  const [ready, alive, served] = await Promise.all([ask('/readyz'), ask('/healthz'), ask('/api/v1/company/companies')])
  expect([ready.status, await ready.json(), alive.status, served.status]).toEqual([503, expect.objectContaining({ status: 'not ready', stopping: true }), 200, 200])
  await stopped
  await expect(ask('/healthz')).rejects.toThrow()
  await drop()
  rmSync(dataDir, { recursive: true })
})
