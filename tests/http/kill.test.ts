import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../src/server/demo/demo-file.ts'
import { freePort } from '../../tools/postgres.ts'
import { ATTACK, reportFigures } from '../attack-report.ts'
import { KINDS, ONE_KIND, ROOT, startApp, type TestApp } from './harness.ts'
import { request } from './petty-cash-cases.ts'

const MAIN = path.join(ROOT, 'dist/src/server/main.js')
const ANSWERS_BEFORE_KILL = 25
const AT_ONCE = 5
const READY_WITHIN_MS = 100_000

interface Answered { no: string; description: string }

/**
 * `npm run soak` and `npm run attack` kill one on either database; tests/store/kill.test.ts covers what the databases themselves keep, on
 * both.
 */
const ON = process.env['KILL_KINDS'] === 'all' || ATTACK !== undefined ? KINDS : ONE_KIND

describe.each(ON)('a server that is killed with kill -9 at work, on %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-kill-http-'))
  let base = ''
  let server: ChildProcess | undefined
  let prepared: TestApp | undefined

  beforeAll(async () => {
    // The compiled server, as in production; `npm test` builds it first.
    if (!existsSync(MAIN)) throw new Error('The server is not built, and it is the built one that is killed here: run `npm run build:server` first.')
    prepared = await startApp({ kind, folder })
    // Only one process can use an embedded database; one on a server is dropped when the application stops.
    if (kind === 'pglite') await prepared.stop()
  })
  afterAll(async () => {
    await kill()
    if (kind === 'postgres') await prepared?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function start(): Promise<void> {
    const port = await freePort()
    base = `http://127.0.0.1:${port}`
    server = spawn(process.execPath, [MAIN], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, DEMO: '0', LOG_LEVEL: 'error', DATABASE_URL: prepared?.databaseUrl ?? '' },
    })
    const until = Date.now() + READY_WITHIN_MS
    while (!(await fetch(`${base}/readyz`).then((answer) => answer.ok, () => false))) {
      if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`)
      if (Date.now() > until) throw new Error('The server was not ready in time.')
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }

  async function kill(): Promise<void> {
    const running = server
    server = undefined
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    await new Promise<void>((resolve) => {
      running.once('exit', () => resolve())
      running.kill('SIGKILL')
    })
  }

  async function signIn(): Promise<Record<string, string>> {
    const answer = await fetch(`${base}/api/v1/hrmis/auth/login`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: 'wanjiku@mazingira.example', password: DEMO_PASSWORD, device_name: 'test' }),
    })
    const { data } = (await answer.json()) as { data: { token: string } }
    return { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' }
  }

  /** Creates one request after another and records the responses, until the server is gone. */
  async function writeUntilGone(headers: Record<string, string>, writer: number, answered: Answered[]): Promise<void> {
    for (let count = 0; ; count += 1) {
      const description = `Writer ${writer}, request ${count}`
      try {
        const answer = await fetch(`${base}/api/v1/hrmis/pettycash`, { method: 'POST', headers, body: JSON.stringify(request({ description })) })
        const { data } = (await answer.json()) as { data?: { no: string } }
        if (answer.status !== 201 || !data) throw new Error(`answered ${answer.status}`)
        answered.push({ no: data.no, description })
      } catch {
        return
      }
      if (answered.length >= ANSWERS_BEFORE_KILL) await kill()
    }
  }

  it('has every document that it acknowledged when it starts again, with lines and attachments, and the last with its history', { timeout: 300_000 }, async () => {
    await start()
    const answered: Answered[] = []
    const headers = await signIn()
    await Promise.all(Array.from({ length: AT_ONCE }, (_, writer) => writeUntilGone(headers, writer, answered)))
    expect(answered.length).toBeGreaterThanOrEqual(ANSWERS_BEFORE_KILL)
    expect(new Set(answered.map((one) => one.no)).size).toBe(answered.length)

    await start()
    // The session was acknowledged too, so it is still valid.
    const found = new Map<string, Record<string, unknown>>()
    for (const { no } of answered) {
      const answer = await fetch(`${base}/api/v1/documents/petty-cash/${no}`, { headers })
      const { data } = (await answer.json()) as { data: Record<string, unknown> }
      if (answer.status === 200) found.set(no, data)
    }
    reportFigures('a server killed with -9 under load', kind, { acknowledged: answered.length, found: found.size, lost: answered.length - found.size })
    for (const { no, description } of answered) {
      expect(found.get(no), no).toMatchObject({ no, description, status: 'Open', total_amount: 1200, pettyCashLinesAPI: [{ amount: 1200 }], attachments: [{ fileName: 'receipt.png' }] })
    }
    const history = await fetch(`${base}/api/v1/documents/petty-cash/${answered.at(-1)?.no}/events`, { headers })
    expect(((await history.json()) as { data: { kind: string }[] }).data.map((event) => event.kind)).toEqual(['created'])
    const next = await fetch(`${base}/api/v1/hrmis/pettycash`, { method: 'POST', headers, body: JSON.stringify(request()) })
    expect(answered.map((one) => one.no)).not.toContain(((await next.json()) as { data: { no: string } }).data.no)
  })
})
