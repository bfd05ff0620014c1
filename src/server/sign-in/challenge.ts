/** The second step of a sign-in: a code on its way, sent again, and checked. */
import type { CodeNeededAnswer, CodeSent, LoginAnswer } from '../../contract/index.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import type { Services } from '../services.ts'
import { createChallenge, findChallenge, noteChannel, renewCode, spendChallenge, takeTry } from '../store/challenges.ts'
import type { Challenge } from '../store/challenges.ts'
import { findUserById } from '../store/users.ts'
import type { User } from '../store/users.ts'
import { note } from './audit.ts'
import { beginSession } from './begin-session.ts'
import type { FirstStep, Method } from './begin-session.ts'
import { hashCode, isCodeRight, newCode } from './code.ts'
import { deliverCode } from './deliver-code.ts'
import type { Arrival } from './device.ts'
import { failed, limit, refuseLocked, succeeded } from './limits.ts'
import { maskEmail } from './mask.ts'
import { secondFactorOf, settingsOf } from './settings.ts'
import type { SecondFactor } from './settings.ts'
import { noteLocked } from './tell-locked.ts'
import { hashToken, newToken } from './tokens.ts'

/** A sign-in that waits for its code waits this long, with however many codes. */
const CHALLENGE_MS = 60 * 60_000
const RESEND_AFTER_MS = 60_000
const MOST_TRIES = 5

/** Opens the challenge and sends its first code. */
export async function startChallenge(services: Services, step: FirstStep, factor: SecondFactor): Promise<CodeNeededAnswer> {
  const { user, company, method, arrival, replaces } = step
  const now = services.clock.now()
  await refuseLockedCodes(services, user, { company, arrival })
  await limit(services, { 'code-first': user.id })
  const challenge = newToken()
  const tokenHash = hashToken(challenge)
  await createChallenge(services.database.kysely, { tokenHash, userId: user.id, company, method, device: arrival.device, replaces, now, expiresAt: new Date(now.getTime() + CHALLENGE_MS) })
  const sent = await sendCode(services, { challenge, user, company, factor, arrival })
  return { user: { name: user.name, email: maskEmail(user.email) }, challenge, sent }
}

interface CodeCase { challenge: string; user: User; company: string; factor: SecondFactor; arrival: Arrival }

/** The code is stored first and sent outside a transaction: a gateway may take seconds. */
async function sendCode(services: Services, { challenge, user, company, factor, arrival }: CodeCase): Promise<CodeSent> {
  const now = services.clock.now()
  const tokenHash = hashToken(challenge)
  const code = newCode()
  const expiresAt = new Date(now.getTime() + factor.minutes * 60_000)
  const sentBefore = new Date(now.getTime() - RESEND_AFTER_MS)
  if (!(await renewCode(services.database.kysely, tokenHash, { hash: hashCode(challenge, code), endsAt: expiresAt, sentBefore, now }))) throw new AppError('code-too-soon', { seconds: 60 })
  const { channel, to } = await deliverCode(services, { user, company, code, factor })
  await noteChannel(services.database.kysely, tokenHash, channel)
  await note(services.database.kysely, { company, kind: 'code-sent', actor: user.id, arrival, at: now, detail: `${channel} ${to}` })
  return { channel, to, minutes: factor.minutes, expiresAt: expiresAt.toISOString(), resendAt: new Date(now.getTime() + RESEND_AFTER_MS).toISOString() }
}

/** Sends another code. Throws AppError code-too-soon within a minute, too-many-codes at the sixth within an hour, challenge-ended. */
export async function resendCode(services: Services, challenge: string, arrival: Arrival): Promise<CodeSent> {
  const { found, user } = await openChallenge(services, challenge)
  const waited = services.clock.now().getTime() - (found.sent_at?.getTime() ?? 0)
  if (waited < RESEND_AFTER_MS) throw new AppError('code-too-soon', { seconds: Math.ceil((RESEND_AFTER_MS - waited) / 1_000) })
  await limit(services, { 'code-resend': user.id })
  return sendCode(services, { challenge, user, company: found.company, factor: secondFactorOf(await settingsOf(services, found.company)), arrival })
}

/** Begins the session that the challenge stands for when the code is right. */
export async function verifyCode(services: Services, challenge: string, code: string, arrival: Arrival): Promise<LoginAnswer> {
  const { database, clock } = services
  const { found, user } = await openChallenge(services, challenge)
  await refuseLockedCodes(services, user, { company: found.company, arrival })
  const now = clock.now()
  const tried = await takeTry(database.kysely, found.token_hash, MOST_TRIES, now)
  if (tried === undefined) {
    const refusal = whyNoTry(await findChallenge(database.kysely, found.token_hash), now)
    const detail = WHY_NO_TRY[refusal.code]
    if (detail !== undefined) await note(database.kysely, { company: found.company, kind: 'code-failed', actor: user.id, arrival, at: now, detail })
    throw refusal
  }
  if (!isCodeRight(challenge, code, tried.code_hash)) return refuseCode(services, tried, arrival)
  return database.transaction(async (tx) => {
    if (!(await spendChallenge(tx, found.token_hash, now))) throw new AppError('challenge-ended')
    await succeeded(tx, 'code', user.id)
    return beginSession(services, tx, { user, company: found.company, method: found.method as Method, arrival: { ...arrival, device: found.device }, replaces: found.replaces ?? undefined }, true)
  })
}

async function refuseLockedCodes(services: Services, user: User, trail: { company: string; arrival: Arrival }): Promise<void> {
  await refuseLocked(services, 'code', user.id, () => note(services.database.kysely, { ...trail, kind: 'code-failed', actor: user.id, at: services.clock.now(), detail: 'locked out' }))
}

async function openChallenge(services: Services, challenge: string): Promise<{ found: Challenge; user: User }> {
  const now = services.clock.now()
  const found = await findChallenge(services.database.kysely, hashToken(challenge))
  const user = found === undefined ? undefined : await findUserById(services.database.kysely, found.user_id)
  if (found === undefined || found.used_at !== null || found.expires_at <= now || user?.active !== true) throw new AppError('challenge-ended')
  return { found, user }
}

/** What the log says of codes that could not be tried; nothing of one that another answer had spent already. */
const WHY_NO_TRY: Partial<Record<ErrorCode, string>> = { 'code-expired': 'expired code', 'code-spent': 'code tried too often' }

function whyNoTry(found: Challenge | undefined, now: Date): AppError {
  // Another answer with the same challenge may have been faster.
  if (found === undefined || found.used_at !== null) return new AppError('challenge-ended')
  const isLate = found.code_ends_at === null || found.code_ends_at <= now
  return new AppError(isLate ? 'code-expired' : 'code-spent')
}

async function refuseCode(services: Services, { user_id: userId, company, tries }: Challenge, arrival: Arrival): Promise<never> {
  const at = services.clock.now()
  await services.database.transaction(async (tx) => {
    await note(tx, { company, kind: 'code-failed', actor: userId, arrival, at, detail: `try ${tries} of ${MOST_TRIES}` })
    if (await failed(tx, 'code', userId, at)) await noteLocked(tx, { company, actor: userId, arrival, at, what: 'codes' })
  })
  const left = MOST_TRIES - tries
  throw left > 0 ? new AppError('code-wrong', { left: left === 1 ? 'One try is' : `${left} tries are` }) : new AppError('code-spent')
}
