/** A sign-in whose first step was right: whether it can still be gone on with, how often, and what it leads to. */
import type { LoginAnswer } from '../../contract/index.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import type { Services } from '../services.ts'
import { findChallenge, spendChallenge, takeTry } from '../store/challenges.ts'
import type { Challenge } from '../store/challenges.ts'
import type { Tx } from '../store/database.ts'
import { findUserById } from '../store/users.ts'
import type { User } from '../store/users.ts'
import { note, type SignInEvent } from './audit.ts'
import { beginSession } from './begin-session.ts'
import type { Method, SecondStepUsed } from './begin-session.ts'
import { tryCounted, type Compared } from './counted-try.ts'
import type { Arrival } from './device.ts'
import { countedAs } from './known-device.ts'
import { refuseLocked } from './limits.ts'
import { hashToken } from './tokens.ts'

const MAX_TRIES = 5
/** A sign-in that waits for its code waits this long, with however many codes. */
export const CHALLENGE_MS = 60 * 60_000
/** Clocks that are this far apart are taken for the same. */
const TOLERANCE_MS = 60_000

export interface OpenChallenge { found: Challenge; user: User }

/** The challenge behind a token, with its person. Throws AppError challenge-ended. */
export async function openChallenge(services: Services, challenge: string): Promise<OpenChallenge> {
  const now = services.clock.now()
  const found = await findChallenge(services.database.kysely, hashToken(challenge))
  const user = found === undefined ? undefined : await findUserById(services.database.kysely, found.user_id)
  if (found === undefined || found.used_at !== null || !isUnderWay(found, now) || user?.active !== true) throw new AppError('challenge-ended')
  return { found, user }
}

/** One that would last longer than any was begun by a clock that was ahead, and its code with it: it is begun anew. */
function isUnderWay({ expires_at: expiresAt }: Challenge, now: Date): boolean {
  return expiresAt > now && expiresAt.getTime() <= now.getTime() + CHALLENGE_MS + TOLERANCE_MS
}

/**
 * Compares an answer to it, counted for the person and for the sign-in before that; `pass` begins the session, or answers undefined where it is
 * wrong. Throws AppError locked-out, code-expired, code-spent, challenge-ended; code-wrong with how many tries are left, or passkey-refused.
 */
export async function answerChallenge(services: Services, opened: OpenChallenge, { arrival, what }: { arrival: Arrival; what: 'code' | 'passkey' }, pass: (tried: Challenge) => Promise<LoginAnswer | undefined>): Promise<LoginAnswer> {
  const { found, user } = opened
  let left = 0
  const begun = await tryCodes(services, user, { company: found.company, kind: 'code-failed', arrival }, async () => {
    const tried = await takeChallengeTry(services, opened, arrival)
    left = MAX_TRIES - tried.tries
    const passed = await pass(tried)
    return passed === undefined ? { wrong: `${what === 'passkey' ? 'passkey, ' : ''}try ${tried.tries} of ${MAX_TRIES}` } : { right: passed }
  })
  if (begun !== undefined) return begun
  if (left <= 0) throw new AppError(found.has_authenticator ? 'challenge-ended' : 'code-spent')
  if (what === 'passkey') throw new AppError('passkey-refused')
  throw new AppError('code-wrong', { left: left === 1 ? 'One try is' : `${left} tries are` })
}

async function takeChallengeTry({ database, clock }: Services, { found, user }: OpenChallenge, arrival: Arrival): Promise<Challenge> {
  const now = clock.now()
  const tried = await takeTry(database.kysely, found.token_hash, MAX_TRIES, now)
  if (tried !== undefined) return tried
  const refusal = whyNoTry(await findChallenge(database.kysely, found.token_hash), now)
  const detail = WHY_NO_TRY[refusal.code]
  if (detail !== undefined) await note(database.kysely, { company: found.company, kind: 'code-failed', actor: user.id, arrival, at: now, detail })
  throw found.has_authenticator ? new AppError('challenge-ended') : refusal
}

/** Begins the session that the challenge stands for. Throws AppError challenge-ended when another answer was faster. */
export async function passChallenge(services: Services, tx: Tx, { found, user }: OpenChallenge, arrival: Arrival, used: SecondStepUsed): Promise<LoginAnswer> {
  if (!(await spendChallenge(tx, found.token_hash, services.clock.now()))) throw new AppError('challenge-ended')
  return beginSession(services, tx, { user, company: found.company, method: found.method as Method, arrival: { ...arrival, device: found.device }, replaces: found.replaces ?? undefined, ...(found.provider_sign_in !== null && { provider: { signIn: found.provider_sign_in, seenAt: null } }) }, used)
}

interface CodeTrail { company: string; kind: Extract<SignInEvent, 'code-failed' | 'step-up-failed'>; arrival: Arrival }

/** Throws AppError locked-out while nobody may try codes of the person in this browser. */
export async function refuseLockedCodes(services: Services, user: User, trail: CodeTrail): Promise<void> {
  await refuseLocked(services, 'code', await codeNameOf(services, user, trail.arrival), () => note(services.database.kysely, { ...trail, actor: user.id, at: services.clock.now(), detail: 'locked out' }))
}

/** A counted try at a code or passkey of the person. Throws AppError locked-out. */
export async function tryCodes<T>(services: Services, user: User, trail: CodeTrail, compare: () => Promise<Compared<T>>): Promise<T | undefined> {
  const name = await codeNameOf(services, user, trail.arrival)
  return tryCounted(services, { lock: 'code', name, trail: () => ({ ...trail, actor: user.id, at: services.clock.now() }) }, compare)
}

function codeNameOf(services: Services, { id }: User, { browser }: Arrival): Promise<string> {
  return countedAs(services, id, { browser, userId: id })
}

/** What the log says of codes that could not be tried; nothing of one that another answer had spent already. */
const WHY_NO_TRY: Partial<Record<ErrorCode, string>> = { 'code-expired': 'expired code', 'code-spent': 'code tried too often' }

function whyNoTry(found: Challenge | undefined, now: Date): AppError {
  // Another answer with the same challenge may have been faster.
  if (found === undefined || found.used_at !== null) return new AppError('challenge-ended')
  const isLate = found.code_ends_at === null || found.code_ends_at <= now
  return new AppError(isLate ? 'code-expired' : 'code-spent')
}
