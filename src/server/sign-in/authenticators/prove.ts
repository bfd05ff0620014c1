/**
 * Proves the identity of the current user again: with an authenticator if they have one, otherwise with the password or at the identity
 * provider.
 */
import { AppError } from '../../errors.ts'
import type { ProofWay } from '../../../contract/index.ts'
import type { Services, Session } from '../../services.ts'
import { countRecoveryCodes, listAuthenticators } from '../../store/sign-in/authenticators.ts'
import { keepNonce, recordConfirmation, takeNonce } from '../../store/sign-in/sessions.ts'
import { findUserById } from '../../store/users/users.ts'
import type { User } from '../../store/users/users.ts'
import type { Tx } from '../../store/connection/database.ts'
import { recordSignInEvent } from '../audit.ts'
import type { SecondStepUsed } from '../begin-session.ts'
import type { RequestOrigin } from '../device.ts'
import { attemptSecondStep } from '../open-challenge.ts'
import type { ProviderConfig } from '../../config.ts'
import { beginAtProvider } from '../oidc/begin.ts'
import { providerOf, soleProviderOf } from '../oidc/provider-of.ts'
import { hasPassword, isPresentPassword } from '../present-password.ts'
import { kindsOf } from './authenticator-step.ts'
import { spendCode } from './check-code.ts'
import { isPasskeyRight, NONCE_MS, passkeyToAsk } from './passkeys.ts'

/** The user of the session. @throws AppError not-signed-in */
export async function personOf({ database }: Services, { actor }: Session): Promise<User> {
  const user = await findUserById(database.kysely, actor.id)
  if (user === undefined) throw new AppError('not-signed-in')
  return user
}

/**
 * The ways in which the person can prove their identity, the easiest first. With an authenticator, a password is not enough; without a
 * password, it is the identity provider.
 */
export async function proofWaysOf({ database, config }: Services, user: User): Promise<ProofWay[]> {
  const known = await listAuthenticators(database.kysely, user.id)
  if (known.length > 0) return [...kindsOf(known), ...((await countRecoveryCodes(database.kysely, user.id)) > 0 ? ['recovery' as const] : [])]
  if (await hasPassword(config, database.kysely, user)) return ['password']
  return provesAt(config, user) === undefined ? [] : ['provider']
}

/** The identity provider to use if there is no other way. */
function provesAt(config: Services['config'], user: User): ProviderConfig | undefined {
  return soleProviderOf(config, user) ?? providerOf(config, user.default_company)
}

/**
 * Begins a confirmation at the person's identity provider; returns the URL to send the browser to. @throws AppError step-up-by-password,
 * step-up-impossible, provider-unavailable
 */
export async function confirmAtProvider(services: Services, session: Session, browserToken: string): Promise<string> {
  const user = await personOf(services, session)
  const ways = await proofWaysOf(services, user)
  if (ways.includes('password')) throw new AppError('step-up-by-password')
  const provider = ways.includes('provider') ? provesAt(services.config, user) : undefined
  if (provider === undefined) throw new AppError('step-up-impossible')
  return beginAtProvider(services, provider, { company: session.company.code, browserToken, confirms: session.tokenHash })
}

/**
 * Accepts the password as proof if the person has no authenticator. Returns whether it is right. @throws AppError locked-out,
 * password-not-enough or step-up-impossible
 */
export async function proveByPassword(services: Services, session: Session, password: string, arrival: RequestOrigin): Promise<boolean> {
  const user = await personOf(services, session)
  const ways = await proofWaysOf(services, user)
  if (!ways.includes('password')) throw new AppError(ways.length > 0 ? 'password-not-enough' : 'step-up-impossible')
  if (!(await isPresentPassword(services, { user, password, company: session.company.code, arrival, kind: 'step-up-failed' }))) return false
  await services.database.transaction((tx) => passed(services, tx, session, arrival, 'password'))
  return true
}

/** Accepts an app code or a recovery code as proof. Returns whether it is right. @throws AppError locked-out */
export async function proveByCode(services: Services, session: Session, code: string, arrival: RequestOrigin): Promise<boolean> {
  const { database, clock } = services
  const user = await personOf(services, session)
  const isRight = await attemptSecondStep(services, user, { company: session.company.code, kind: 'step-up-failed', arrival }, async () => {
    const known = await listAuthenticators(database.kysely, user.id)
    return database.transaction(async (tx) => {
      const used = await spendCode(tx, { userId: user.id, known, code, now: clock.now() })
      if (used === undefined) return { wrong: 'wrong code' }
      await passed(services, tx, session, arrival, used)
      return { right: true }
    })
  })
  return isRight === true
}

/** The options for the browser to sign with a passkey, valid for a few minutes. */
export async function passkeyOfSession(services: Services, session: Session): Promise<Awaited<ReturnType<typeof passkeyToAsk>>> {
  const { database, clock } = services
  const asked = await passkeyToAsk(services, await listAuthenticators(database.kysely, session.actor.id))
  await keepNonce(database.kysely, session.tokenHash, asked.challenge, new Date(clock.now().getTime() + NONCE_MS))
  return asked
}

/** Accepts a passkey signature as proof. @throws AppError passkey-refused or locked-out */
export async function proveByPasskey(services: Services, session: Session, sent: unknown, arrival: RequestOrigin): Promise<void> {
  const { database, clock } = services
  const user = await personOf(services, session)
  const isRight = await attemptSecondStep(services, user, { company: session.company.code, kind: 'step-up-failed', arrival }, async () => {
    const nonce = await takeNonce(database.kysely, session.tokenHash, clock.now())
    if (nonce === undefined) throw new AppError('passkey-refused')
    const known = await listAuthenticators(database.kysely, user.id)
    return database.transaction(async (tx) => {
      if (!(await isPasskeyRight(services, tx, { nonce, sent, known }))) return { wrong: 'passkey' }
      await passed(services, tx, session, arrival, 'passkey')
      return { right: true }
    })
  })
  if (isRight !== true) throw new AppError('passkey-refused')
}

/** Records the proof in the session, and its method in the sign-in log. */
export async function passed({ clock }: Services, tx: Tx, session: Session, arrival: RequestOrigin, how: SecondStepUsed | 'password' | 'oidc'): Promise<void> {
  const now = clock.now()
  await recordConfirmation(tx, session.tokenHash, now, how === 'oidc')
  await recordSignInEvent(tx, { company: session.company.code, kind: 'step-up-passed', actor: session.actor.id, arrival, at: now, detail: how })
}
