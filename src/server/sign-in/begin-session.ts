/** Begins a session, optionally replacing another. */
import type { LoginAnswer } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Tx } from '../store/connection/database.ts'
import { hasAuthenticator } from '../store/sign-in/authenticators.ts'
import { lockUser } from '../store/users/change-user.ts'
import { companiesNotLeft } from '../store/users/people.ts'
import { createSession, findSessionFacts, revokeSession } from '../store/sign-in/sessions.ts'
import { setDefaultCompany } from '../store/users/users.ts'
import type { User } from '../store/users/users.ts'
import { recordSignInEvent } from './audit.ts'
import type { RequestOrigin } from './device.ts'
import { MAX_SESSION_MS, readSession } from './establish-session.ts'
import { hasPassword } from './present-password.ts'
import { presentUser } from './present-user.ts'
import { settingsOf } from './settings.ts'
import { stepUpExpiresAt } from './step-up.ts'
import { hashOfSession, newToken } from './tokens.ts'

/** How the first step was completed, for the audit trail. */
export type SignInMethod = 'password' | 'windows' | 'oidc' | 'link' | 'switch'

/** What the second step was. */
export type SecondStepUsed = 'code' | 'app' | 'recovery code' | 'passkey'

export interface FirstStep {
  user: User
  company: string
  method: SignInMethod
  arrival: RequestOrigin
  /** Token hash of the session that this one replaces, when switching company. */
  replaces?: string | undefined
  /** From the replaced session: the new one is no better proof of identity. */
  before?: { provedAt: Date | null; hasSecondStep: boolean }
  /** The sign-in at an identity provider. `seenAt`: when the provider last authenticated the person, null if it does not state that. */
  provider?: { signIn: string; seenAt: Date | null }
  /** Code of the company whose directory checked the password. */
  directoryOf?: string | undefined
}

/**
 * Begins the session in the transaction. @throws AppError not-signed-in if the session to replace has ended meanwhile, challenge-ended if
 * the person has added an authenticator meanwhile, employment-ended if they have left the company
 */
export async function beginSession(services: Services, tx: Tx, step: FirstStep, second: SecondStepUsed | undefined): Promise<LoginAnswer> {
  const { user, company, method, arrival, replaces, before, provider, directoryOf } = step
  const now = services.clock.now()
  const token = newToken()
  const latest = new Date(now.getTime() + MAX_SESSION_MS)
  // Switching company does not extend a session beyond twelve hours.
  const replaced = replaces === undefined ? undefined : await findSessionFacts(tx, replaces)
  const expiresAt = replaced !== undefined && replaced.expires_at < latest ? replaced.expires_at : latest
  if (replaces !== undefined) {
    if (!(await revokeSession(tx, replaces, now))) throw new AppError('not-signed-in')
    await setDefaultCompany(tx, user.id, company)
  }
  const hadSecondStep = before?.hasSecondStep === true
  // Adding a first authenticator locks the user's row, so no sign-in that began without one can complete after it.
  if (!hadSecondStep && (second === undefined || second === 'code')) {
    await lockUser(tx, user.id)
    if (await hasAuthenticator(tx, user.id)) throw new AppError('challenge-ended')
  }
  const { catalogue } = services.engines.base()
  if (!(await companiesNotLeft(tx, catalogue.organisation, user)).includes(company)) throw new AppError('employment-ended')
  const tokenHash = hashOfSession(token, arrival.isInCookie)
  const settings = await settingsOf(services, company, tx)
  const provedAt = second === undefined ? seenBefore(step, now) : now
  // Who has a password confirms with that.
  const isWithoutProof = provider !== undefined && provedAt === null && !(await hasPassword(services.config, tx, user))
  const providerSignIn = provider?.signIn ?? replaced?.provider_sign_in ?? null
  await createSession(tx, {
    tokenHash, userId: user.id, company, device: arrival.device, ip: arrival.ip, now, expiresAt, hasSecondStep: hadSecondStep || second !== undefined, provedAt,
    providerSignIn, directoryOf: directoryOf ?? replaced?.directory_of ?? null, isProvedByProvider: providerSignIn !== null && isProvedByProvider(second, replaced), setUpUntil: isWithoutProof ? stepUpExpiresAt(settings, now) : null
  })
  await recordSignInEvent(tx, { company, kind: replaces === undefined ? 'signed-in' : 'company-switched', actor: user.id, arrival, at: now, detail: second === undefined ? method : `${method} and ${second}` })
  const begun = await readSession(services, tokenHash, arrival.ip, tx)
  return { token, user: presentUser(user, company, settings, begun?.session.needsAuthenticator === true) }
}

/** A mailed code reaches whoever holds the mailbox, often with the provider's account: only an authenticator is the person's own. */
function isProvedByProvider(second: SecondStepUsed | undefined, replaced: { proved_by_provider: boolean } | undefined): boolean {
  return second === undefined ? replaced?.proved_by_provider !== false : second === 'code'
}

/**
 * When the person last proved their identity, for a sign-in without a second step: switching company proves nothing, and a provider may
 * have authenticated them hours ago.
 */
function seenBefore({ before, provider }: FirstStep, now: Date): Date | null {
  if (before !== undefined) return before.provedAt
  return provider === undefined ? now : provider.seenAt
}
