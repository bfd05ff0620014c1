/** Begins a session, alone or in the place of another. */
import type { LoginAnswer } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Tx } from '../store/database.ts'
import { hasAuthenticator } from '../store/authenticators.ts'
import { lockUser } from '../store/change-user.ts'
import { createSession, findSessionFacts, revokeSession } from '../store/sessions.ts'
import { setDefaultCompany } from '../store/users.ts'
import type { User } from '../store/users.ts'
import { note } from './audit.ts'
import type { Arrival } from './device.ts'
import { MAX_SESSION_MS, readSession } from './establish-session.ts'
import { presentUser } from './present-user.ts'
import { settingsOf } from './settings.ts'
import { proofEndsAt } from './step-up.ts'
import { hashToken, newToken } from './tokens.ts'

/** How the first step was made; the audit trail names it. */
export type Method = 'password' | 'windows' | 'oidc' | 'link' | 'switch'

/** What was asked for beside it. */
export type SecondStepUsed = 'code' | 'app' | 'recovery code' | 'passkey'

export interface FirstStep {
  user: User
  company: string
  method: Method
  arrival: Arrival
  /** Token hash of the session that ends when this one begins: a switch of company. */
  replaces?: string | undefined
  /** Of the session that is replaced, which says no more of who the person is than it did. */
  before?: { provedAt: Date | null; hasSecondStep: boolean }
  /** The sign-in at an identity provider that it was; `seenAt`: when that last saw who the person is, null where it does not say. */
  provider?: { signIn: string; seenAt: Date | null }
}

/** Begins the session in the transaction. Throws AppError not-signed-in when the session to be replaced has ended meanwhile, challenge-ended when the person has an authenticator since. */
export async function beginSession(services: Services, tx: Tx, step: FirstStep, second: SecondStepUsed | undefined): Promise<LoginAnswer> {
  const { user, company, method, arrival, replaces, before, provider } = step
  const now = services.clock.now()
  const token = newToken()
  const latest = new Date(now.getTime() + MAX_SESSION_MS)
  // A session does not outlive its twelve hours by going from company to company.
  const replaced = replaces === undefined ? undefined : await findSessionFacts(tx, replaces)
  const expiresAt = replaced !== undefined && replaced.expires_at < latest ? replaced.expires_at : latest
  if (replaces !== undefined) {
    if (!(await revokeSession(tx, replaces, now))) throw new AppError('not-signed-in')
    await setDefaultCompany(tx, user.id, company)
  }
  const hadSecondStep = before?.hasSecondStep === true
  // Who adds the first one holds the person's row: no sign-in that began without it gets in behind it.
  if (!hadSecondStep && (second === undefined || second === 'code')) {
    await lockUser(tx, user.id)
    if (await hasAuthenticator(tx, user.id)) throw new AppError('challenge-ended')
  }
  const tokenHash = hashToken(token)
  const settings = await settingsOf(services, company, tx)
  const provedAt = second === undefined ? seenBefore(step, now) : now
  await createSession(tx, {
    tokenHash, userId: user.id, company, device: arrival.device, ip: arrival.ip, now, expiresAt, hasSecondStep: hadSecondStep || second !== undefined, provedAt,
    providerSignIn: provider?.signIn ?? replaced?.provider_sign_in ?? null, setUpUntil: provider !== undefined && provedAt === null ? proofEndsAt(settings, now) : null
  })
  await note(tx, { company, kind: replaces === undefined ? 'signed-in' : 'company-switched', actor: user.id, arrival, at: now, detail: second === undefined ? method : `${method} and ${second}` })
  const begun = await readSession(services, tokenHash, arrival.ip, tx)
  return { token, user: presentUser(user, company, settings, begun?.session.needsAuthenticator === true) }
}

/** When the person was last seen, of a step that asked for nothing beside it: going to another company shows nothing, and a provider may have seen them hours ago. */
function seenBefore({ before, provider }: FirstStep, now: Date): Date | null {
  if (before !== undefined) return before.provedAt
  return provider === undefined ? now : provider.seenAt
}
