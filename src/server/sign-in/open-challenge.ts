/** A sign-in whose first step was right: whether it can still be gone on with, how often, and what it leads to. */
import type { LoginAnswer } from '../../contract/index.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import type { Services } from '../services.ts'
import { findChallenge, spendChallenge, takeTry } from '../store/challenges.ts'
import type { Challenge } from '../store/challenges.ts'
import type { Tx } from '../store/database.ts'
import { findUserById } from '../store/users.ts'
import type { User } from '../store/users.ts'
import { note } from './audit.ts'
import { beginSession } from './begin-session.ts'
import type { Method, SecondFactorUsed } from './begin-session.ts'
import type { Arrival } from './device.ts'
import { failed, refuseLocked, succeeded } from './limits.ts'
import { noteLocked } from './tell-locked.ts'
import { hashToken } from './tokens.ts'

const MOST_TRIES = 5
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

/** Takes one of its tries. Throws AppError locked-out, code-expired, code-spent or challenge-ended. */
export async function takeChallengeTry(services: Services, { found, user }: OpenChallenge, arrival: Arrival): Promise<Challenge> {
  const { database, clock } = services
  await refuseLockedCodes(services, user, { company: found.company, arrival })
  const now = clock.now()
  const tried = await takeTry(database.kysely, found.token_hash, MOST_TRIES, now)
  if (tried !== undefined) return tried
  const refusal = whyNoTry(await findChallenge(database.kysely, found.token_hash), now)
  const detail = WHY_NO_TRY[refusal.code]
  if (detail !== undefined) await note(database.kysely, { company: found.company, kind: 'code-failed', actor: user.id, arrival, at: now, detail })
  throw found.has_authenticator ? new AppError('challenge-ended') : refusal
}

/** Begins the session that the challenge stands for. Throws AppError challenge-ended when another answer was faster. */
export async function passChallenge(services: Services, tx: Tx, { found, user }: OpenChallenge, arrival: Arrival, used: SecondFactorUsed): Promise<LoginAnswer> {
  if (!(await spendChallenge(tx, found.token_hash, services.clock.now()))) throw new AppError('challenge-ended')
  await succeeded(tx, 'code', user.id)
  return beginSession(services, tx, { user, company: found.company, method: found.method as Method, arrival: { ...arrival, device: found.device }, replaces: found.replaces ?? undefined }, used)
}

/** Throws AppError locked-out while nobody may try codes of the person. */
export async function refuseLockedCodes(services: Services, user: User, trail: { company: string; arrival: Arrival }): Promise<void> {
  await refuseLocked(services, 'code', user.id, () => note(services.database.kysely, { ...trail, kind: 'code-failed', actor: user.id, at: services.clock.now(), detail: 'locked out' }))
}

/** What the log says of codes that could not be tried; nothing of one that another answer had spent already. */
const WHY_NO_TRY: Partial<Record<ErrorCode, string>> = { 'code-expired': 'expired code', 'code-spent': 'code tried too often' }

function whyNoTry(found: Challenge | undefined, now: Date): AppError {
  // Another answer with the same challenge may have been faster.
  if (found === undefined || found.used_at !== null) return new AppError('challenge-ended')
  const isLate = found.code_ends_at === null || found.code_ends_at <= now
  return new AppError(isLate ? 'code-expired' : 'code-spent')
}

/** Counts a wrong answer and throws how many tries are left; of a passkey, that it was not accepted. */
export async function refuseTry(services: Services, { user_id: userId, company, tries, has_authenticator: hasAuthenticator }: Challenge, arrival: Arrival, what: 'code' | 'passkey' = 'code'): Promise<never> {
  await countWrongCode(services, { userId, company, arrival, detail: `${what === 'passkey' ? 'passkey, ' : ''}try ${tries} of ${MOST_TRIES}` })
  const left = MOST_TRIES - tries
  if (left <= 0) throw new AppError(hasAuthenticator ? 'challenge-ended' : 'code-spent')
  if (what === 'passkey') throw new AppError('passkey-refused')
  throw new AppError('code-wrong', { left: left === 1 ? 'One try is' : `${left} tries are` })
}

/** Notes a wrong code and counts it for the person, whom enough of them lock. */
export async function countWrongCode(services: Services, { userId, company, arrival, detail }: { userId: string; company: string; arrival: Arrival; detail: string }): Promise<void> {
  const at = services.clock.now()
  await services.database.transaction(async (tx) => {
    await note(tx, { company, kind: 'code-failed', actor: userId, arrival, at, detail })
    if (await failed(tx, 'code', userId, at)) await noteLocked(tx, { company, actor: userId, arrival, at, what: 'codes' })
  })
}
