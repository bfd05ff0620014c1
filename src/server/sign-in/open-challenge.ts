/** A sign-in after its first step: whether it can still continue, how many attempts remain, and the session it leads to. */
import type { LoginAnswer } from '../../contract/index.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import type { Services } from '../services.ts'
import { findChallenge, spendChallenge, takeTry } from '../store/sign-in/challenges.ts'
import type { Challenge } from '../store/sign-in/challenges.ts'
import type { Tx } from '../store/connection/database.ts'
import { findUserById } from '../store/users/users.ts'
import type { User } from '../store/users/users.ts'
import { recordSignInEvent, type SignInEvent } from './audit.ts'
import { beginSession } from './begin-session.ts'
import type { SignInMethod, SecondStepUsed } from './begin-session.ts'
import { tryCounted, type Compared } from './counted-try.ts'
import type { RequestOrigin } from './device.ts'
import { countedAs } from './known-device.ts'
import { refuseLocked } from './limits.ts'
import { hashToken } from './tokens.ts'

const MAX_TRIES = 5
/** How long a sign-in waits for its second step, however many codes are sent. */
export const CHALLENGE_MS = 60 * 60_000
/** Tolerated difference between clocks. */
const TOLERANCE_MS = 60_000

export interface OpenChallenge { found: Challenge; user: User }

/** The challenge for a token, with its user. @throws AppError challenge-ended */
export async function openChallenge(services: Services, challenge: string): Promise<OpenChallenge> {
  const now = services.clock.now()
  const found = await findChallenge(services.database.kysely, hashToken(challenge))
  const user = found === undefined ? undefined : await findUserById(services.database.kysely, found.user_id)
  if (found === undefined || found.used_at !== null || !isUnderWay(found, now) || user?.active !== true) throw new AppError('challenge-ended')
  return { found, user }
}

/**
 * Rejects a challenge with an impossibly late expiry: it was created while a clock was ahead, like its code, and has to be started again.
 */
function isUnderWay({ expires_at: expiresAt }: Challenge, now: Date): boolean {
  return expiresAt > now && expiresAt.getTime() <= now.getTime() + CHALLENGE_MS + TOLERANCE_MS
}

/**
 * Verifies a response to the challenge, after counting it for the person and for the challenge. `pass` begins the session, or returns
 * undefined if the response is wrong. @throws AppError locked-out, code-expired, code-spent or challenge-ended; code-wrong with the number
 * of attempts left, or passkey-refused
 */
export async function answerChallenge(services: Services, opened: OpenChallenge, { arrival, what }: { arrival: RequestOrigin; what: 'code' | 'passkey' }, pass: (tried: Challenge) => Promise<LoginAnswer | undefined>): Promise<LoginAnswer> {
  const { found, user } = opened
  let left = 0
  const begun = await attemptSecondStep(services, user, { company: found.company, kind: 'code-failed', arrival }, async () => {
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

async function takeChallengeTry({ database, clock }: Services, { found, user }: OpenChallenge, arrival: RequestOrigin): Promise<Challenge> {
  const now = clock.now()
  const tried = await takeTry(database.kysely, found.token_hash, MAX_TRIES, now)
  if (tried !== undefined) return tried
  const refusal = whyNoTry(await findChallenge(database.kysely, found.token_hash), now)
  const detail = WHY_NO_TRY[refusal.code]
  if (detail !== undefined) await recordSignInEvent(database.kysely, { company: found.company, kind: 'code-failed', actor: user.id, arrival, at: now, detail })
  throw found.has_authenticator ? new AppError('challenge-ended') : refusal
}

/** Begins the challenge's session. @throws AppError challenge-ended if another response came first */
export async function passChallenge(services: Services, tx: Tx, { found, user }: OpenChallenge, arrival: RequestOrigin, used: SecondStepUsed): Promise<LoginAnswer> {
  if (!(await spendChallenge(tx, found.token_hash, services.clock.now()))) throw new AppError('challenge-ended')
  return beginSession(services, tx, { user, company: found.company, method: found.method as SignInMethod, arrival: { ...arrival, device: found.device }, replaces: found.replaces ?? undefined, directoryOf: found.directory_of ?? undefined, ...(found.provider_sign_in !== null && { provider: { signIn: found.provider_sign_in, seenAt: null } }) }, used)
}

interface CodeTrail { company: string; kind: Extract<SignInEvent, 'code-failed' | 'step-up-failed'>; arrival: RequestOrigin }

/** @throws AppError locked-out while codes of the person are locked in this browser */
export async function refuseLockedCodes(services: Services, user: User, trail: CodeTrail): Promise<void> {
  await refuseLocked(services, 'code', await codeNameOf(services, user, trail.arrival), () => recordSignInEvent(services.database.kysely, { ...trail, actor: user.id, at: services.clock.now(), detail: 'locked out' }))
}

/** A counted attempt at a code or passkey of the person. @throws AppError locked-out */
export async function attemptSecondStep<T>(services: Services, user: User, trail: CodeTrail, compare: () => Promise<Compared<T>>): Promise<T | undefined> {
  const name = await codeNameOf(services, user, trail.arrival)
  return tryCounted(services, { lock: 'code', name, trail: () => ({ ...trail, actor: user.id, at: services.clock.now() }) }, compare)
}

function codeNameOf(services: Services, { id }: User, { browser }: RequestOrigin): Promise<string> {
  return countedAs(services, id, { browser, userId: id })
}

/** Log reasons for codes that could not be tried; none if another response has already spent the challenge. */
const WHY_NO_TRY: Partial<Record<ErrorCode, string>> = { 'code-expired': 'expired code', 'code-spent': 'code tried too often' }

function whyNoTry(found: Challenge | undefined, now: Date): AppError {
  // Another response to the same challenge may have come first.
  if (found === undefined || found.used_at !== null) return new AppError('challenge-ended')
  const isLate = found.code_ends_at === null || found.code_ends_at <= now
  return new AppError(isLate ? 'code-expired' : 'code-spent')
}
