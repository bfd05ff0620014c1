/** The second step of a sign-in with a code: sends, resends and verifies it. */
import type { CodeNeededAnswer, CodeSent, LoginAnswer } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { listAuthenticators } from '../store/sign-in/authenticators.ts'
import { createChallenge, noteChannel, renewCode } from '../store/sign-in/challenges.ts'
import type { User } from '../store/users/users.ts'
import { recordSignInEvent } from './audit.ts'
import { spendCode } from './authenticators/check-code.ts'
import type { FirstStep } from './begin-session.ts'
import { hashCode, isCodeRight, newCode } from './code.ts'
import { deliverCode } from './deliver-code.ts'
import type { RequestOrigin } from './device.ts'
import { limit } from './limits.ts'
import { maskEmail } from './mask.ts'
import { answerChallenge, CHALLENGE_MS, openChallenge, passChallenge, refuseLockedCodes } from './open-challenge.ts'
import { codeSettingsOf, settingsOf } from './settings.ts'
import type { CodeSettings } from './settings.ts'
import { hashToken, newToken } from './tokens.ts'

const RESEND_AFTER_MS = 60_000

/** Opens a challenge and sends its first code. */
export async function startChallenge(services: Services, step: FirstStep, codes: CodeSettings): Promise<CodeNeededAnswer> {
  const { user, company, method, arrival, replaces, provider, directoryOf } = step
  const now = services.clock.now()
  await refuseLockedCodes(services, user, { company, kind: 'code-failed', arrival })
  await limit(services, { 'code-first': user.id })
  const challenge = newToken()
  const tokenHash = hashToken(challenge)
  await createChallenge(services.database.kysely, { tokenHash, userId: user.id, company, method, device: arrival.device, replaces, providerSignIn: provider?.signIn, directoryOf, now, expiresAt: new Date(now.getTime() + CHALLENGE_MS) })
  const sent = await sendCode(services, { challenge, user, company, codes, arrival })
  return { user: { name: user.name, email: maskEmail(user.email) }, challenge, sent }
}

interface CodeCase { challenge: string; user: User; company: string; codes: CodeSettings; arrival: RequestOrigin }

/** Stores the code first and sends it outside a transaction, because a gateway may take seconds. */
async function sendCode(services: Services, { challenge, user, company, codes, arrival }: CodeCase): Promise<CodeSent> {
  const now = services.clock.now()
  const tokenHash = hashToken(challenge)
  const code = newCode()
  const expiresAt = new Date(now.getTime() + codes.minutes * 60_000)
  const sentBefore = new Date(now.getTime() - RESEND_AFTER_MS)
  if (!(await renewCode(services.database.kysely, tokenHash, { hash: hashCode(challenge, code), endsAt: expiresAt, sentBefore, now }))) throw new AppError('code-too-soon', { seconds: 60 })
  const { channel, to } = await deliverCode(services, { user, company, code, codes })
  await noteChannel(services.database.kysely, tokenHash, channel)
  await recordSignInEvent(services.database.kysely, { company, kind: 'code-sent', actor: user.id, arrival, at: now, detail: `${channel} ${to}` })
  return { channel, to, minutes: codes.minutes, expiresAt: expiresAt.toISOString(), resendAt: new Date(now.getTime() + RESEND_AFTER_MS).toISOString() }
}

/** Sends another code. @throws AppError code-too-soon within a minute, too-many-codes for the sixth within an hour, challenge-ended */
export async function resendCode(services: Services, challenge: string, arrival: RequestOrigin): Promise<CodeSent> {
  const { found, user } = await openChallenge(services, challenge)
  // App codes are not sent.
  if (found.has_authenticator) throw new AppError('challenge-ended')
  const waited = services.clock.now().getTime() - (found.sent_at?.getTime() ?? 0)
  if (waited >= 0 && waited < RESEND_AFTER_MS) throw new AppError('code-too-soon', { seconds: Math.ceil((RESEND_AFTER_MS - waited) / 1_000) })
  await limit(services, { 'code-resend': user.id })
  return sendCode(services, { challenge, user, company: found.company, codes: codeSettingsOf(await settingsOf(services, found.company)), arrival })
}

/** Begins the challenge's session if the code is right: the code sent, or one from the person's authenticator app or recovery codes. */
export async function verifyCode(services: Services, challenge: string, code: string, arrival: RequestOrigin): Promise<LoginAnswer> {
  const { database, clock } = services
  const opened = await openChallenge(services, challenge)
  const { found, user } = opened
  return answerChallenge(services, opened, { arrival, what: 'code' }, async (tried) => {
    if (!found.has_authenticator) return isCodeRight(challenge, code, tried.code_hash) ? database.transaction((tx) => passChallenge(services, tx, opened, arrival, 'code')) : undefined
    const known = await listAuthenticators(database.kysely, user.id)
    return database.transaction(async (tx) => {
      const used = await spendCode(tx, { userId: user.id, known, code, now: clock.now() })
      return used === undefined ? undefined : passChallenge(services, tx, opened, arrival, used)
    })
  })
}
