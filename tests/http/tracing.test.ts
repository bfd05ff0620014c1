/**
 * Traces as a collector receives them from a server in a separate process: their structure, and no confidential data. Without the setting
 * nothing of it is loaded.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTraceReceiver, type ReceivedSpan, type TraceReceiver } from '../servers/otlp.ts'
import { PASSWORD } from './harness.ts'
import { startOwnProcess, type OwnProcess } from './own-process.ts'
import { request } from './petty-cash-cases.ts'

const WANJIKU = 'wanjiku@mazingira.example'
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const SECRETS = { description: 'Nobody traces this 4716', key: 'Of-the-collector-4715', wrong: 'Not-the-password-1963', nowhere: 'NOWHERE-4717', file: 'Content that nobody traces' }
const SERVER = 2
const CLIENT = 3
const FAILED = 2
/** Lists which of OpenTelemetry's modules a process has loaded, when it exits. */
const LISTING = `--import=${path.join(import.meta.dirname, 'loaded-modules.mjs')}`

const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-tracing-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const loadedBy = (name: string): string[] => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as string[]

describe('a server with a collector', () => {
  let receiver: TraceReceiver
  let server: OwnProcess
  beforeAll(async () => {
    receiver = await startTraceReceiver()
    server = await startOwnProcess({
      people: [WANJIKU],
      environmentOf: () => ({
        LOG_LEVEL: 'debug', OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_HEADERS: `x-api-key=${SECRETS.key}`, OTEL_BSP_SCHEDULE_DELAY: '50',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test', NODE_OPTIONS: LISTING, LOADED_MODULES: path.join(folder, 'with'),
      }),
      prepare: async ({ services: { database } }) => {
        await sql`create function fail() returns trigger language plpgsql as $$ begin if new.data->>'description' like 'Fails%' then raise exception 'broken by %', new.data->>'description'; end if; return new; end $$`.execute(database.kysely)
        await sql`create trigger fail before insert on documents for each row execute function fail()`.execute(database.kysely)
      },
    })
  })
  afterAll(async () => {
    await server.stop()
    await receiver.stop()
  })

  const lines = (): { reqId?: string; trace_id?: string; span_id?: string; msg: string; level: string }[] => server.written().split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as { msg: string; level: string })

  /** All spans of the request, once its own has arrived: it ends last. */
  async function traceOf(answer: Response): Promise<{ own: ReceivedSpan; all: ReceivedSpan[] }> {
    const id = answer.headers.get('x-request-id')
    const own = await vi.waitFor(() => receiver.spans.find(({ attributes }) => attributes['dirisha.request.id'] === id) ?? expect.fail('not exported yet'), { timeout: 20_000, interval: 50 })
    return { own, all: receiver.spans.filter(({ traceId }) => traceId === own.traceId) }
  }

  it('a request, its command and its statements are one trace below the caller’s span', async () => {
    const content = Buffer.from(`%PDF-1.4\n${SECRETS.file}`).toString('base64')
    const answer = await server.call(WANJIKU, 'POST', 'hrmis/pettycash', request({ description: SECRETS.description, attachments: [{ fileName: 'a.pdf', attachment: content }] }), { traceparent: `00-${TRACE}-${CALLER}-01`, 'idempotency-key': 'a-key' })
    expect(answer.status).toBe(201)
    const { own, all } = await traceOf(answer)
    expect(own).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, kind: SERVER, name: 'POST /api/v1/hrmis/pettycash', attributes: { 'http.route': '/api/v1/hrmis/pettycash', 'http.request.method': 'POST', 'http.response.status_code': 201 } })
    expect(own.resource).toMatchObject({ 'service.name': 'dirisha', 'deployment.environment.name': 'test' })
    const commands = all.filter(({ name }) => name.startsWith('command '))
    expect(commands.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([['command petty-cash create', own.spanId]])
    const statements = all.filter(({ kind }) => kind === CLIENT)
    const below = (span: string): string[] => statements.filter(({ parentSpanId }) => parentSpanId === span).map(({ name }) => name)
    // The session is read before the command; the body was read in between.
    expect(below(own.spanId).length).toBeGreaterThan(0)
    expect(below(commands[0]!.spanId)).toEqual(expect.arrayContaining(['insert documents']))
    expect(statements.every(({ parentSpanId }) => parentSpanId === own.spanId || parentSpanId === commands[0]!.spanId)).toBe(true)
    const within = (inner: ReceivedSpan): boolean => BigInt(inner.startTimeUnixNano) >= BigInt(own.startTimeUnixNano) - 2_000_000n && BigInt(inner.endTimeUnixNano) <= BigInt(own.endTimeUnixNano) + 2_000_000n
    expect(statements.filter((one) => !within(one))).toEqual([])
  })

  it('a request without a valid caller’s span starts a trace of its own', async () => {
    const answers = await Promise.all([{}, { traceparent: '00-nonsense-01' }, { traceparent: `00-${'0'.repeat(32)}-${CALLER}-01` }].map((headers: Record<string, string>) => server.call(WANJIKU, 'GET', 'portal/bootstrap', undefined, headers)))
    const traces = await Promise.all(answers.map(traceOf))
    expect(traces.map(({ own }) => own.parentSpanId ?? '')).toEqual(['', '', ''])
    expect(new Set(traces.map(({ own }) => own.traceId)).size).toBe(3)
    expect(traces.every(({ all }) => all.some(({ kind }) => kind === CLIENT))).toBe(true)
  })

  it('a failed span has an error code, and every log line about it has the ids of the request and the trace', async () => {
    const answer = await server.call(WANJIKU, 'POST', 'hrmis/pettycash', request({ description: `Fails ${SECRETS.description}` }))
    expect(answer.status).toBe(500)
    const { own, all } = await traceOf(answer)
    expect([own.status.code, own.attributes['error.type']]).toEqual([FAILED, '500'])
    const failed = all.filter(({ status, spanId }) => status.code === FAILED && spanId !== own.spanId)
    expect(failed.map(({ name, attributes }) => [name, attributes['error.type']]).sort()).toEqual([['command petty-cash create', 'P0001'], ['insert documents', 'P0001']])
    const logged = lines().filter(({ reqId }) => reqId === own.attributes['dirisha.request.id'])
    expect(logged.map(({ msg, trace_id }) => [msg, trace_id])).toEqual([['unexpected failure', own.traceId], ['answered', own.traceId]])
    const refused = await server.call(WANJIKU, 'POST', 'hrmis/pettycash', { nonsense: 1 })
    expect((await traceOf(refused)).own.status.code ?? 0).toBe(0)
  })

  it('no span contains an address, a body, a person, a secret or a value of a statement', async () => {
    await fetch(`${server.url}/api/v1/hrmis/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: WANJIKU, password: SECRETS.wrong, device_name: 'test' }) })
    await fetch(`${server.url}/api/v1/hrmis/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: WANJIKU, password: PASSWORD, device_name: 'test' }) })
    const last = await server.call(WANJIKU, 'GET', `documents/petty-cash/${SECRETS.nowhere}?search=${SECRETS.wrong}`)
    await traceOf(last)
    const bodies = receiver.raw.map((one) => one.slice(one.indexOf('\n'))).join('\n')
    expect(bodies.includes('into events')).toBe(true)
    const hidden = { ...SECRETS, email: WANJIKU, password: PASSWORD, token: server.tokenOf(WANJIKU), bearer: 'Bearer', company: '"MRT"', content: Buffer.from(SECRETS.file).toString('base64').slice(4, 20) }
    expect(Object.entries(hidden).filter(([, secret]) => bodies.includes(secret)).map(([name]) => name)).toEqual([])
    expect(receiver.spans.flatMap(({ events }) => events ?? [])).toEqual([])
    expect(receiver.spans.every(({ status }) => (status.message ?? '') === '')).toBe(true)
    const known = new Set(['http.request.method', 'http.route', 'http.response.status_code', 'dirisha.request.id', 'error.type', 'db.system.name', 'db.query.summary', 'db.query.text'])
    expect([...new Set(receiver.spans.flatMap(({ attributes }) => Object.keys(attributes)))].filter((name) => !known.has(name))).toEqual([])
    expect(receiver.raw[0]).toContain(`"x-api-key":"${SECRETS.key}"`)
    expect(server.written()).not.toContain(SECRETS.key)
  })

  it('streams, files of the portal and health checks are not traced', async () => {
    const stream = await server.call(WANJIKU, 'GET', 'events/stream')
    await stream.body?.cancel()
    await Promise.all(['/healthz', '/readyz', '/'].map((address) => fetch(`${server.url}${address}`)))
    await traceOf(await server.call(WANJIKU, 'GET', 'portal/bootstrap'))
    expect(receiver.spans.filter(({ name }) => /stream|health|ready|GET \/(\*)?$/.test(name))).toEqual([])
  })

  it('a collector that fails is logged once and delays no call, and what is left is sent at shutdown', async () => {
    const logged = (): string[] => lines().filter(({ msg }) => /^traces /.test(msg)).map(({ level, msg }) => `${level}: ${msg}`)
    receiver.answer(400)
    for (let again = 0; again < 3; again += 1) {
      expect((await server.call(WANJIKU, 'GET', 'portal/bootstrap')).status).toBe(200)
      await vi.waitFor(() => expect(logged()).toEqual(['warn: traces cannot be exported']), { timeout: 20_000, interval: 50 })
    }
    receiver.answer(200)
    const last = await server.call(WANJIKU, 'GET', 'portal/bootstrap')
    const { code } = await server.end()
    expect(code).toBe(0)
    await traceOf(last)
    expect(logged()).toEqual(['warn: traces cannot be exported', 'info: traces are exported again'])
    expect(loadedBy('with').some((name) => name.includes('exporter-trace-otlp-http'))).toBe(true)
  })
})

it('a server with tracing turned off loads nothing of OpenTelemetry’s SDK and logs no trace id', async () => {
  const server = await startOwnProcess({ people: [WANJIKU], environmentOf: () => ({ LOG_LEVEL: 'debug', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true', NODE_OPTIONS: LISTING, LOADED_MODULES: path.join(folder, 'without') }) })
  try {
    expect((await server.call(WANJIKU, 'GET', 'portal/bootstrap')).status).toBe(200)
    expect((await server.end()).code).toBe(0)
    expect(server.written()).not.toContain('trace_id')
    // The Prometheus metrics load the API package, which does nothing by itself.
    expect(loadedBy('without').filter((name) => !name.includes('@opentelemetry/api/'))).toEqual([])
  } finally {
    await server.stop()
  }
})
