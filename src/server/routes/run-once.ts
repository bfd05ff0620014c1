/**
 * Runs a command and builds its response in one transaction. With an Idempotency-Key, the response is stored in the same transaction: a
 * repeated request gets the stored response, and a simultaneous one waits for the first.
 *
 * Every call that changes something and that a signed-in user can send twice goes through here. Sign-in does not: a key belongs to a user,
 * and a request for a token, code or link has none yet. Codes, challenges and links are single-use by themselves.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { IDEMPOTENCY_KEY } from '../../contract/index.ts'
import { APPROVER } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/connection/database.ts'
import type { CountedRoute } from '../plugins/metrics.ts'
import { inTurn, type Steps } from './in-turn.ts'
import { claimKey, findAnswer, keepAnswer, type KeptAnswer } from '../store/requests/idempotency.ts'

export interface Outcome { status: number; body: unknown }

/** A command in steps, of which the last runs in a transaction. */
export interface Prepared<P, T> extends Omit<Steps<P, T>, 'work'> { work: (tx: Tx, prepared: P) => Promise<T> }

/**
 * Sends the outcome of `work`, or the stored response of an earlier request with the same key.
 * @param afterwards runs after the commit and before the response is sent; skipped for a repeated request
 */
export async function runOnce(request: FastifyRequest, reply: FastifyReply, work: (tx: Tx) => Promise<Outcome>, afterwards?: () => Promise<void>): Promise<FastifyReply> {
  return runPrepared(request, reply, { prepare: () => Promise.resolve(), work }, afterwards)
}

/** Like `runOnce`, for a command with a preparation step. */
export async function runPrepared<P>(request: FastifyRequest, reply: FastifyReply, command: Prepared<P, Outcome>, afterwards?: () => Promise<void>): Promise<FastifyReply> {
  const key = keyOf(request)
  if (key === undefined) {
    const { status, body } = await runFree(request, command)
    await afterwards?.()
    return reply.status(status).send(body)
  }
  const outcome = await runKept(request, key, command)
  if (!outcome.isRepeated) await afterwards?.()
  if (outcome.isRepeated) void reply.header('idempotent-replayed', 'true')
  return reply.status(outcome.status).type('application/json; charset=utf-8').send(outcome.text)
}

/** Runs the work in a tracing span of its own, named after the route's config. */
function asCommand<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const { services: { tracing } } = request.server
  if (tracing === undefined) return work()
  const { documentType, command, decision } = request.routeOptions.config as CountedRoute
  const named = [documentType, command ?? decision].filter((word) => word !== undefined)
  return tracing.command(`command ${named.length > 0 ? named.join(' ') : (request.routeOptions.url ?? '')}`, work)
}

async function runFree<P, T>(request: FastifyRequest, { work, ...steps }: Prepared<P, T>): Promise<T> {
  const { database } = request.server.services
  return asCommand(request, () => inTurn(database, { ...steps, work: (prepared) => database.transaction((tx) => work(tx, prepared)) }))
}

interface Kept { status: number; text: string; isRepeated: boolean }

/** Runs the command under the key, or returns the response stored for it. */
async function runKept<P>(request: FastifyRequest, key: string, { prepare, turn, work }: Prepared<P, Outcome>): Promise<Kept> {
  const { database, clock } = request.server.services
  const user = request.session.actor.id
  const hash = hashOf(request)
  // For a repeated request the preparation may fail, because the work is already done; it still gets the first request's response.
  const prepareOrRepeat = async (): Promise<{ prepared: P } | { kept: KeptAnswer }> => {
    try {
      return { prepared: await prepare() }
    } catch (error) {
      const kept = await findAnswer(database.kysely, user, key)
      if (kept === undefined) throw error
      return { kept }
    }
  }
  return asCommand(request, () => inTurn(database, {
    prepare: prepareOrRepeat,
    turn: (found) => ('kept' in found ? undefined : turn?.(found.prepared)),
    work: async (found) => ('kept' in found ? repeated(found.kept, hash) : database.transaction(async (tx) => {
      const claim = await claimKey(tx, user, key, hash, clock.now())
      if (claim !== 'claimed') return repeated(claim, hash)
      const { status, body } = await work(tx, found.prepared)
      const text = JSON.stringify(body)
      await keepAnswer(tx, user, key, { request_hash: hash, status, body: text })
      return { status, text, isRepeated: false }
    })),
  }))
}

/**
 * What a repeated request must have in common with the first: the request itself and the person's roles, since the stored response shows
 * what these allowed. Not the approver's role, which ends with the last decision.
 */
function hashOf({ session: { company, actor }, method, url, body }: FastifyRequest): string {
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
  const roles = actor.roles.filter((role) => role !== APPROVER).sort()
  return `${digest(`${company.code} ${method} ${url}\n${JSON.stringify(body ?? null)}`)} ${digest(roles.join(' '))}`
}

/** @throws AppError key-reused, roles-changed or answer-outdated */
function repeated({ request_hash: keptHash, status, body }: KeptAnswer, hash: string): Kept {
  if (keptHash === hash) return { status, text: body, isRepeated: true }
  const [keptRequest, keptRoles] = keptHash.split(' ')
  if (keptRequest !== hash.split(' ')[0]) throw new AppError('key-reused')
  // A version that did not store a hash of the roles kept the response, so it may show more than the current roles allow.
  throw new AppError(keptRoles === undefined ? 'answer-outdated' : 'roles-changed')
}

/**
 * Like `runOnce`, for one part of a request that does many things, each in its own transaction: a repetition returns the stored result of
 * that part.
 */
export async function runPartOnce<P, T>(request: FastifyRequest, part: string, { work, ...steps }: Prepared<P, T>): Promise<T> {
  const key = keyOf(request)
  if (key === undefined) return runFree(request, { ...steps, work })
  const { text } = await runKept(request, `${key} ${part}`, { ...steps, work: async (tx, prepared: P) => ({ status: 200, body: await work(tx, prepared) }) })
  return JSON.parse(text) as T
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers[IDEMPOTENCY_KEY]
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key === '' || key.length > 200) throw new AppError('invalid-request', { reason: 'the Idempotency-Key may have 1 to 200 characters.' })
  return key
}
