/**
 * PostgreSQL is restarted and killed under a working server. The server keeps running, reports it, and continues as soon as the database
 * does.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort, startPostgres, type PrivatePostgres } from '../../tools/postgres.ts'
import { DEMO_PASSWORD } from '../../src/server/demo/demo-file.ts'
import { reportFigures } from '../attack-report.ts'
import { ROOT, startApp } from './harness.ts'
import { request } from './petty-cash-cases.ts'

const MAIN = path.join(ROOT, 'dist/src/server/main.js')
const READY_WITHIN_MS = 100_000
const WRITERS = 8

interface Load { /** Numbers that were acknowledged. */ written: string[]; /** The number of responses by status. */ answers: Record<number, number>; /** Responses that no client could act on. */ wrong: string[] }

const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-restart-'))
let postgres: PrivatePostgres
let server: ChildProcess
let base = ''
let headers: Record<string, string>

beforeAll(async () => {
  postgres = await startPostgres()
  const prepared = await startApp({ database: postgres.url })
  await prepared.stop()
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  server = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, DEMO: '0', LOG_LEVEL: 'silent', DATABASE_URL: postgres.url },
  })
  await ready()
  const answer = await fetch(`${base}/api/v1/hrmis/auth/login`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: 'wanjiku@mazingira.example', password: DEMO_PASSWORD, device_name: 'test' }),
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  headers = { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' }
})
afterAll(async () => {
  if (server.exitCode === null) {
    const ended = new Promise((resolve) => { server.once('exit', resolve) })
    server.kill('SIGKILL')
    await ended
  }
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const readiness = (): Promise<number> => fetch(`${base}/readyz`).then((answer) => answer.status, () => 0)

async function ready(): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS
  while ((await readiness()) !== 200) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`)
    if (Date.now() > until) throw new Error('The server was not ready in time.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Creates requests and reads lists until stopped. */
function load(): { soFar: Load; stop(): Promise<Load> } {
  const soFar: Load = { written: [], answers: {}, wrong: [] }
  let isOver = false
  const work = async (writer: number): Promise<void> => {
    for (let count = 0; !isOver; count += 1) {
      const answer = writer % 2 === 0
        ? await fetch(`${base}/api/v1/hrmis/pettycash`, { method: 'POST', headers, body: JSON.stringify(request({ description: `Writer ${writer}, request ${count}` })) })
        : await fetch(`${base}/api/v1/documents/petty-cash?limit=5`, { headers })
      soFar.answers[answer.status] = (soFar.answers[answer.status] ?? 0) + 1
      const body = (await answer.json()) as { data?: { no: string }; code?: string }
      if (answer.status === 201 && body.data) soFar.written.push(body.data.no)
      if (![200, 201, 503].includes(answer.status)) soFar.wrong.push(`${answer.status} ${JSON.stringify(body)}`)
      if (answer.status === 503 && (body.code !== 'unavailable' || answer.headers.get('retry-after') === null)) soFar.wrong.push(`503 ${JSON.stringify(body)}`)
    }
  }
  const all = Promise.all(Array.from({ length: WRITERS }, (_, writer) => work(writer)))
  return { soFar, stop: async () => { isOver = true; await all; return soFar } }
}

/** Collects what a stream of events has sent so far. */
async function listen(): Promise<{ received: string[]; isOpen(): boolean; close(): void }> {
  const ending = new AbortController()
  const answer = await fetch(`${base}/api/v1/events/stream`, { headers, signal: ending.signal })
  expect(answer.status).toBe(200)
  const received: string[] = []
  let isOpen = true
  const read = async (): Promise<void> => {
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) received.push(Buffer.from(chunk).toString())
  }
  read().catch(() => undefined).finally(() => { isOpen = false })
  return { received, isOpen: () => isOpen, close: () => ending.abort() }
}

describe.each(['fast', 'kill'] as const)('PostgreSQL ended under load (%s)', (how) => {
  it('requests get a 503 with Retry-After, nothing acknowledged is lost, and service resumes with the database', { timeout: 240_000 }, async () => {
    const stream = await listen()
    const { soFar, stop } = load()
    await expect.poll(() => soFar.written.length, { timeout: 30_000 }).toBeGreaterThan(20)
    await postgres.end(how)
    await expect.poll(readiness, { timeout: 10_000 }).toBe(503)
    await expect.poll(() => soFar.answers[503] ?? 0, { timeout: 10_000 }).toBeGreaterThan(WRITERS)
    expect((await fetch(`${base}/healthz`)).status).toBe(200)
    await postgres.start()
    const before = soFar.written.length
    await expect.poll(() => soFar.written.length, { timeout: 10_000 }).toBeGreaterThan(before)
    expect(await readiness()).toBe(200)
    const { written, wrong } = await stop()
    expect({ wrong, exitCode: server.exitCode }).toEqual({ wrong: [], exitCode: null })
    const lost: string[] = []
    for (const no of written) if ((await fetch(`${base}/api/v1/documents/petty-cash/${no}`, { headers })).status !== 200) lost.push(no)
    reportFigures(`PostgreSQL ended under load (${how})`, 'postgres', { acknowledged: written.length, found: written.length - lost.length, lost: lost.length, wrong: wrong.length })
    expect(lost).toEqual([])
    expect(new Set(written).size).toBe(written.length)
    // The stream that was open all the time reports later changes. After a gap it reports once that anything may have changed, without
    // naming anything.
    await vi.waitFor(async () => {
      stream.received.length = 0
      const next = (await (await fetch(`${base}/api/v1/hrmis/pettycash`, { method: 'POST', headers, body: JSON.stringify(request()) })).json()) as { data: { no: string } }
      await vi.waitFor(() => { expect(stream.received.join('')).toContain(next.data.no) }, { timeout: 2_000 })
    }, { timeout: 40_000 })
    expect(stream.isOpen()).toBe(true)
    stream.close()
  })
})
