/**
 * Petty cash by hand on Fastify and pg: what a careful engineer would write for this one document type over the same tables. The engine is
 * measured against it, so it omits nothing that the engine does for these four calls.
 */
import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import pg from 'pg'
import { createRequest, once, sendRequest, type NewRequest, type Sent } from './writes.ts'
import { getRequest, listRequests } from './reads.ts'
import { Refused } from './refused.ts'
import type { Person } from './rows.ts'
import { CREATE, LIST, SEND, SHOW } from './schemas.ts'
import { run } from './sql.ts'

const IDLE_MS = 30 * 60_000
const NOTE_AFTER_MS = 60_000
const BODY_LIMIT = 28_000_000

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10, statement_timeout: 30_000 })
const app = Fastify({ logger: false, bodyLimit: BODY_LIMIT, trustProxy: 'loopback', ajv: { customOptions: { removeAdditional: false, coerceTypes: 'array' } } })
await app.register(helmet)

interface SessionRow {
  id: string; name: string; employee: string | null; roles: string[]; is_approver: boolean; company: string; time_zone: string; seen_at: Date
  request_ceiling: number; daily_ceiling: number
}

async function personOf({ headers }: FastifyRequest): Promise<Person> {
  const [, token] = /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(headers.authorization ?? '') ?? []
  if (token === undefined) throw new Refused(401, 'Please sign in.')
  const now = new Date()
  const hash = createHash('sha256').update(token).digest('hex')
  const [row] = await run<SessionRow>(pool, 'session', [hash, now])
  const idle = row ? now.getTime() - row.seen_at.getTime() : IDLE_MS + 1
  if (!row || idle > IDLE_MS) throw new Refused(401, 'Please sign in.')
  if (idle > NOTE_AFTER_MS) await run(pool, 'touch', [hash, now])
  return {
    id: row.id, name: row.name, employee: row.employee, roles: row.roles, isApprover: row.is_approver, company: row.company, timeZone: row.time_zone,
    requestCeiling: row.request_ceiling, dailyCeiling: row.daily_ceiling
  }
}

const dates = new Map<string, Intl.DateTimeFormat>()

function todayIn(timeZone: string): string {
  const format = dates.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone })
  dates.set(timeZone, format)
  return format.format(new Date())
}

async function sentBy(request: FastifyRequest): Promise<Sent> {
  const person = await personOf(request)
  const key = request.headers['idempotency-key']
  return {
    person, today: todayIn(person.timeZone), ip: request.ip, idempotencyKey: typeof key === 'string' ? key : undefined, body: request.body as object,
    url: `${person.company} ${request.method} ${request.url}\n`
  }
}

function answer(reply: FastifyReply, { status, text }: { status: number; text: string }): FastifyReply {
  return reply.status(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(text)
}

app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
  const status = error instanceof Refused ? error.status : (error.statusCode ?? 500)
  if (status >= 500) process.stderr.write(`${error.stack ?? error.message}\n`)
  return reply.status(status).send({ message: status >= 500 ? 'Something went wrong.' : error.message, code: 'refused' })
})

app.get('/healthz', () => ({ status: 'ok' }))
app.get('/api/v1/hrmis/pettycash', { schema: { querystring: LIST } }, async (request, reply) => {
  const person = await personOf(request)
  const { limit, cursor } = request.query as { limit?: number; cursor?: string }
  void reply.header('cache-control', 'no-store')
  return listRequests(pool, person, limit ?? 8, cursor)
})
app.get('/api/v1/hrmis/pettycash/show', { schema: { querystring: SHOW } }, async (request, reply) => {
  const { rev, body } = await getRequest(pool, await personOf(request), (request.query as { document_no: string }).document_no)
  void reply.header('cache-control', 'no-store').header('etag', `"${rev}"`)
  return body
})
app.post('/api/v1/hrmis/pettycash', { schema: { body: CREATE } }, async (request, reply) => {
  const sent = await sentBy(request)
  return answer(reply, await once(pool, sent, (tx) => createRequest(tx, sent, request.body as NewRequest)))
})
app.post('/api/v1/hrmis/pettycash/sendForApproval', { schema: { body: SEND } }, async (request, reply) => {
  const sent = await sentBy(request)
  return answer(reply, await once(pool, sent, (tx) => sendRequest(tx, sent, (request.body as { headerNo: string }).headerNo)))
})

process.once('SIGTERM', () => {
  void app.close().then(() => pool.end()).then(() => process.exit(0))
})
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? 0) })
