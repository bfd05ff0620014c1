/**
 * Runs a command and its answer in one transaction. With an Idempotency-Key the answer is kept in the same transaction:
 * a repetition gets it again, a second request at the same moment waits for the first.
 *
 * Every POST that a signed-in person can send twice comes through here. Sign-in does not: a key belongs to a person, and who
 * asks for a token, a code or a link is nobody yet; their codes, challenges and links work once by themselves.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { IDEMPOTENCY_KEY } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { claimKey, keepAnswer } from '../store/idempotency.ts'

export interface Outcome { status: number; body: unknown }

/**
 * Sends what `work` answers, or the kept answer of an earlier request with the same key.
 * @param afterwards what follows once it is written and before it is answered; not for a repetition
 */
export async function runOnce(request: FastifyRequest, reply: FastifyReply, work: (tx: Tx) => Promise<Outcome>, afterwards?: () => Promise<void>): Promise<FastifyReply> {
  const { database } = request.server.services
  const key = keyOf(request)
  if (key === undefined) {
    const { status, body } = await database.transaction(work)
    await afterwards?.()
    return reply.status(status).send(body)
  }
  const outcome = await runKept(request, key, work)
  if (!outcome.isRepeated) await afterwards?.()
  if (outcome.isRepeated) void reply.header('idempotent-replayed', 'true')
  return reply.status(outcome.status).type('application/json; charset=utf-8').send(outcome.text)
}

interface Kept { status: number; text: string; isRepeated: boolean }

/** Runs the work under the key, or answers what was kept under it. */
async function runKept(request: FastifyRequest, key: string, work: (tx: Tx) => Promise<Outcome>): Promise<Kept> {
  const { database, clock } = request.server.services
  const user = request.session.actor.id
  const hash = createHash('sha256').update(`${request.session.company.code} ${request.method} ${request.url}\n`).update(JSON.stringify(request.body ?? null)).digest('hex')
  return database.transaction(async (tx) => {
    const claim = await claimKey(tx, user, key, hash, clock.now())
    if (claim !== 'claimed') {
      if (claim.request_hash !== hash) throw new AppError('key-reused')
      return { status: claim.status, text: claim.body, isRepeated: true }
    }
    const { status, body } = await work(tx)
    const text = JSON.stringify(body)
    await keepAnswer(tx, user, key, status, text)
    return { status, text, isRepeated: false }
  })
}

/** The same for one part of a request that does many things, each in a transaction of its own: a repetition gets what was kept of it. */
export async function runPartOnce<T>(request: FastifyRequest, part: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const key = keyOf(request)
  if (key === undefined) return request.server.services.database.transaction(work)
  const { text } = await runKept(request, `${key} ${part}`, async (tx) => ({ status: 200, body: await work(tx) }))
  return JSON.parse(text) as T
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers[IDEMPOTENCY_KEY]
  if (request.method !== 'POST' || key === undefined) return undefined
  if (typeof key !== 'string' || key === '' || key.length > 200) throw new AppError('invalid-request', { reason: 'the Idempotency-Key may have 1 to 200 characters.' })
  return key
}
