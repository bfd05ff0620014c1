/** Sets up, names and removes the current user's own authenticators. Every call requires a recent proof of identity. */
import { t } from '../../../core/index.ts'
import type { AppToSetUp, AuthenticatorAnswer, AuthenticatorsAnswer } from '../../../contract/index.ts'
import { AppError } from '../../errors.ts'
import type { Services, Session } from '../../services.ts'
import { mailAccount } from '../../mail/mail-account.ts'
import {
  addApp, addPasskey, confirmApp, countRecoveryCodes, findNewApp, hasAuthenticator, listAuthenticators, removeAuthenticator, removeAuthenticators, replaceRecoveryCodes, type Authenticator
} from '../../store/sign-in/authenticators.ts'
import { spendChallengesOf } from '../../store/sign-in/challenges.ts'
import type { Db, Tx } from '../../store/connection/database.ts'
import { lockUser } from '../../store/users/change-user.ts'
import { keepNonce, recordConfirmation, revokeOtherSessions, takeNonce } from '../../store/sign-in/sessions.ts'
import type { User } from '../../store/users/users.ts'
import { recordSignInEvent } from '../audit.ts'
import type { RecordedOrigin, SignInEvent } from '../audit.ts'
import type { RequestOrigin } from '../device.ts'
import { activityCutoff } from '../establish-session.ts'
import { appAddress, newAppSecret, stepOf } from './app-codes.ts'
import { madePasskey, NONCE_MS, passkeyToMake, siteOf } from './passkeys.ts'
import { personOf, proofWaysOf } from './prove.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { codeSettingsOf, maySwitch, mustHaveAuthenticator, settingsOf } from '../settings.ts'

const MAX_AUTHENTICATORS = 10
const SET_UP_WITHIN_MS = 15 * 60_000
const ISSUER = 'Dirisha'

/** The person's authenticators, and what their company requires. */
export async function readAuthenticators(services: Services, session: Session): Promise<AuthenticatorsAnswer> {
  const { kysely } = services.database
  const user = await personOf(services, session)
  const known = await listAuthenticators(kysely, user.id)
  return {
    authenticators: known.map(presentAuthenticator), recoveryCodes: await countRecoveryCodes(kysely, user.id), isRequired: mustHaveAuthenticator(session.settings, session.actor.roles),
    offersPasskeys: siteOf(services) !== undefined, ways: await proofWaysOf(services, user), max: MAX_AUTHENTICATORS,
  }
}

function presentAuthenticator({ id, kind, name, created_at: addedAt, used_at: usedAt }: Authenticator): AuthenticatorAnswer {
  return { id, kind, name, addedAt: addedAt.toISOString(), usedAt: usedAt?.toISOString() ?? null }
}

/** Starts setting up an app, which counts only once its first code is confirmed. */
export async function beginApp(services: Services, session: Session, name: string): Promise<AppToSetUp> {
  const user = await personOf(services, session)
  await refuseBypass(services, session, user, services.database.kysely)
  await requireRoom(services, user)
  const secret = newAppSecret()
  const id = await services.database.transaction((tx) => addApp(tx, { userId: user.id, name, secret, now: services.clock.now() }))
  return { id, secret, address: appAddress({ secret, issuer: `${ISSUER} ${session.company.name}`, account: user.email }) }
}

/** Completes the setup of an app with its first code; undefined if the code is wrong. @throws AppError app-not-begun */
export async function confirmAppOf(services: Services, session: Session, { id, code }: { id: string; code: string }, arrival: RequestOrigin): Promise<string[] | undefined> {
  const { database, clock } = services
  const now = clock.now()
  const app = await findNewApp(database.kysely, session.actor.id, id, new Date(now.getTime() - SET_UP_WITHIN_MS))
  if (app?.secret === undefined || app.secret === null) throw new AppError('app-not-begun')
  const step = stepOf(app.secret, code, now)
  if (step === undefined) return undefined
  return adding(services, session, arrival, app.name, async (tx) => {
    if (!(await confirmApp(tx, app.id, step, now))) throw new AppError('app-not-begun')
  })
}

/** The options for the browser to create a passkey, valid for a few minutes. */
export async function beginPasskey(services: Services, session: Session): Promise<Awaited<ReturnType<typeof passkeyToMake>>> {
  const { database, clock } = services
  const user = await personOf(services, session)
  await refuseBypass(services, session, user, database.kysely)
  await requireRoom(services, user)
  const asked = await passkeyToMake(services, user, await listAuthenticators(database.kysely, user.id))
  await keepNonce(database.kysely, session.tokenHash, asked.challenge, new Date(clock.now().getTime() + NONCE_MS))
  return asked
}

/** Stores the passkey that the browser created. @throws AppError passkey-refused or passkey-known */
export async function addPasskeyOf(services: Services, session: Session, { name, sent }: { name: string; sent: unknown }, arrival: RequestOrigin): Promise<string[]> {
  const { database, clock } = services
  const now = clock.now()
  const nonce = await takeNonce(database.kysely, session.tokenHash, now)
  if (nonce === undefined) throw new AppError('passkey-refused')
  const made = await madePasskey(services, nonce, sent)
  return adding(services, session, arrival, name, async (tx) => {
    if (!(await addPasskey(tx, { ...made, userId: session.actor.id, name, now }))) throw new AppError('passkey-known')
  })
}

/**
 * Adds an authenticator in a transaction. The first one creates recovery codes, which are returned only here, and ends the sessions that
 * began without one.
 */
async function adding(services: Services, session: Session, arrival: RequestOrigin, name: string, add: (tx: Tx) => Promise<void>): Promise<string[]> {
  const { database, clock } = services
  return database.transaction(async (tx) => {
    const user = await lockUser(tx, session.actor.id)
    if (user === undefined) throw new AppError('not-signed-in')
    const isFirst = !(await hasAuthenticator(tx, user.id))
    await refuseBypass(services, session, user, tx)
    await requireRoom(services, user, tx)
    await add(tx)
    const now = clock.now()
    await notifyOfChange(tx, services, { user, company: session.company.code, kind: 'authenticator-added', arrival, detail: name, what: () => t('“{name}” was added to your account as an authenticator. You will be asked for it when you sign in.', { name }) })
    await recordConfirmation(tx, session.tokenHash, now)
    if (!isFirst) return []
    await revokeOtherSessions(tx, user.id, session.tokenHash, activityCutoff(now))
    await spendChallengesOf(tx, user.id, now)
    return renew(tx, user, now)
  })
}

/**
 * A first authenticator replaces the codes that companies send. Whoever knows no more than the password cannot have it instead of them, not
 * even in a session that began before the company sent any. @throws AppError sign-in-again or company-to-enter
 */
async function refuseBypass(services: Services, { hasSecondStep, company }: Session, user: User, db: Db): Promise<void> {
  if (hasSecondStep || (await hasAuthenticator(db, user.id))) return
  if (codeSettingsOf(await settingsOf(services, company.code, db)).isOn) throw new AppError('sign-in-again', { company: company.displayName })
  if (!(await maySwitch(services, user.companies, db))) return
  for (const code of user.companies.filter((one) => one !== company.code)) {
    if (codeSettingsOf(await settingsOf(services, code, db)).isOn) throw new AppError('company-to-enter', { company: code })
  }
}

async function requireRoom({ database }: Services, user: User, tx?: Tx): Promise<void> {
  if ((await listAuthenticators(tx ?? database.kysely, user.id)).length >= MAX_AUTHENTICATORS) throw new AppError('too-many-authenticators', { max: MAX_AUTHENTICATORS })
}

async function renew(tx: Tx, { id }: User, now: Date): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(tx, id, codes.map((code) => hashRecoveryCode(id, code)), now)
  return codes
}

/** Replaces the recovery codes. @throws AppError not-found if the person has no authenticator */
export async function renewRecoveryCodes(services: Services, session: Session, arrival: RequestOrigin): Promise<string[]> {
  return services.database.transaction(async (tx) => {
    const user = await lockUser(tx, session.actor.id)
    if (user === undefined || !(await hasAuthenticator(tx, user.id))) throw new AppError('not-found')
    await notifyOfChange(tx, services, { user, company: session.company.code, kind: 'recovery-codes-renewed', arrival, detail: undefined, what: () => t('New recovery codes were created for your account. The previous ones no longer work.') })
    return renew(tx, user, services.clock.now())
  })
}

/** Removes one authenticator. @throws AppError authenticator-required if it is the last one and the company requires one */
export async function removeOwn(services: Services, session: Session, id: string, arrival: RequestOrigin): Promise<void> {
  await services.database.transaction(async (tx) => {
    const user = await lockUser(tx, session.actor.id)
    const gone = user === undefined ? undefined : await removeAuthenticator(tx, user.id, id)
    if (user === undefined || gone === undefined) throw new AppError('not-found')
    if (!(await hasAuthenticator(tx, user.id))) {
      if (mustHaveAuthenticator(session.settings, session.actor.roles)) throw new AppError('authenticator-required')
      await removeAuthenticators(tx, user.id)
    }
    await notifyOfChange(tx, services, { user, company: session.company.code, kind: 'authenticator-removed', arrival, detail: gone.name, what: () => t('“{name}” was removed from your account and can no longer be used to sign in.', { name: gone.name }) })
  })
}

/**
 * Removes all authenticators of a person who has lost them. They then sign in with their password and set up a new one if required. Returns
 * how many were removed.
 */
export async function removeAllOf(services: Services, tx: Tx, user: User, arrival: RecordedOrigin): Promise<number> {
  const count = await removeAuthenticators(tx, user.id)
  if (count === 0) throw new AppError('no-authenticators', { name: user.name })
  await notifyOfChange(tx, services, { user, company: user.default_company, kind: 'authenticator-removed', arrival, detail: `all ${count}`, what: () => t('An administrator removed the authenticators of your account. Until you set up another under Security, you sign in without one.') })
  return count
}

interface AuthenticatorNotice { user: User; company: string; kind: SignInEvent; arrival: RecordedOrigin; detail: string | undefined; what: () => string }

async function notifyOfChange(tx: Tx, services: Services, { user, company, kind, arrival, detail, what }: AuthenticatorNotice): Promise<void> {
  await recordSignInEvent(tx, { company, kind, actor: user.id, arrival, at: services.clock.now(), detail })
  await mailAccount(tx, services, user, () => [{
    company, subject: t('How you sign in has changed'),
    text: [t('Dear {name},', { name: user.name }), what(), t('If this was not you, tell your administrator at once.'), services.config.publicUrl].join('\n\n'),
  }])
}
