/** Deactivates, restores and unlocks accounts, removes authenticators and sends links, by an administrator. */
import { AppError } from '../errors.ts'
import type { Services, Session } from '../services.ts'
import { removeAllOf } from '../sign-in/authenticators/change-authenticators.ts'
import { unlock } from '../sign-in/limits.ts'
import { hasLeftEverywhere } from '../mail/mail-account.ts'
import { reachesPeople } from '../mail/reaches-people.ts'
import { arrivalOfAdministrator, issueLink, mailSignInLink } from '../sign-in/links.ts'
import { soleProviderOf } from '../sign-in/oidc/provider-of.ts'
import { directoryCompanyOf } from '../sign-in/windows-account.ts'
import { changeUser, lockNumber } from '../store/users/change-user.ts'
import { spendChallengesOf } from '../store/sign-in/challenges.ts'
import type { Tx } from '../store/connection/database.ts'
import { replaceLinks, type LinkPurpose } from '../store/sign-in/links.ts'
import { revokeSessionsOf } from '../store/sign-in/sessions.ts'
import { findUserByEmail, type User } from '../store/users/users.ts'
import { lockForChange, type AccountScope } from './reach.ts'
import { isOnesOwn } from './privileges.ts'
import { refuseWaiting } from './save-user.ts'
import { changesOf, noteUser } from './user-events.ts'
import { MAX_USER_REASON_LENGTH } from '../../contract/index.ts'
import { DEFAULT_MESSAGES, fill, isMisleading } from '../../core/index.ts'

export interface UserTarget { id: string; /** The reach of the current user. */ reach: AccountScope; rev?: number | undefined }

/** Deactivates the account with a reason. The person's records stay theirs; their sessions end. */
export async function deactivateUser(services: Services, tx: Tx, session: Session, { id, reach, rev }: UserTarget, reason: string): Promise<User> {
  const user = await lockForChange(tx, reach, id, rev)
  const { name } = user
  if (user.id === session.actor.id) throw new AppError('user-is-self')
  if (!user.active) throw new AppError('user-inactive', { name })
  if (user.is_admin || user.is_approver) throw new AppError('user-privileged', { name })
  checkUserReason(reason, true)
  await refuseWaiting(tx, user, user.companies)
  const now = services.clock.now()
  const closed = await changeUser(tx, user.id, { active: false, inactive_reason: reason })
  await revokeSessionsOf(tx, user.id, now)
  await spendChallengesOf(tx, user.id, now)
  await replaceLinks(tx, user.id, now)
  await noteUser(tx, services, session, user, { kind: 'deactivated', changes: changesOf({ active: true }, { active: false }), reason })
  return closed
}

/** Restores the account as it was. */
export async function restoreUser(services: Services, tx: Tx, session: Session, { id, reach, rev }: UserTarget): Promise<User> {
  const user = await lockForChange(tx, reach, id, rev)
  if (user.active) throw new AppError('user-active', { name: user.name })
  const holder = user.employee === null ? undefined : await lockNumber(tx, user.employee, user.companies, { exceptId: user.id })
  if (holder !== undefined) throw new AppError('number-taken', { holder: holder.name, employee: user.employee ?? '' })
  const opened = await changeUser(tx, user.id, { active: true, inactive_reason: null })
  await noteUser(tx, services, session, user, { kind: 'restored', changes: changesOf({ active: false, inactive_reason: user.inactive_reason }, { active: true, inactive_reason: null }) })
  return opened
}

/** Removes the authenticators of a person who has lost them; their sessions end, so that they sign in again. */
export async function removeAuthenticatorsOf(services: Services, tx: Tx, session: Session, { id, reach, rev }: UserTarget): Promise<User> {
  const user = await lockForChange(tx, reach, id, rev)
  if (user.id === session.actor.id) throw new AppError('user-own-authenticators')
  const count = await removeAllOf(services, tx, user, arrivalOfAdministrator(session))
  await revokeSessionsOf(tx, user.id, services.clock.now())
  await spendChallengesOf(tx, user.id, services.clock.now())
  await noteUser(tx, services, session, user, { kind: 'authenticator-removed', reason: `all ${count}` })
  return user
}

/** Clears the failed attempts that locked the person out. */
export async function unlockUser(services: Services, tx: Tx, session: Session, { id, reach }: UserTarget): Promise<User> {
  const user = await lockForChange(tx, reach, id)
  await unlock(tx, user)
  await noteUser(tx, services, session, user, { kind: 'unlocked' })
  return user
}

/** The kind of link, and its URL if no mail reaches the person: the administrator then passes it on. */
export interface LinkSent { purpose: LinkPurpose; link?: string }

/** Mails the person a link or returns it: to activate the account, or to reset its password. */
export async function sendLink(services: Services, tx: Tx, session: Session, email: string, reach: AccountScope): Promise<LinkSent> {
  const found = await findUserByEmail(tx, email)
  const user = await lockForChange(tx, reach, found?.id ?? '')
  const { name } = user
  if (!user.active) throw new AppError('user-inactive', { name })
  if (user.is_admin || user.is_approver) throw new AppError('user-resets-alone', { name })
  if (await hasLeftEverywhere(tx, services, user)) throw new AppError('user-has-left', { name })
  const provider = soleProviderOf(services.config, user)
  if (provider !== undefined) throw new AppError('user-provider', { name, provider: provider.name })
  if ((await directoryCompanyOf(tx, user)) !== undefined) throw new AppError('user-windows', { name })
  const purpose = user.password_hash === null ? 'activation' : 'reset'
  const arrival = arrivalOfAdministrator(session)
  const isMailed = reachesPeople(services)
  if (!isMailed && isOnesOwn(user)) throw new AppError('user-link-by-operator', { name })
  const link = isMailed ? undefined : await issueLink(services, tx, user, { purpose, arrival, givenBy: session.actor.id })
  if (isMailed) await mailSignInLink(services, tx, user, purpose, arrival)
  await noteUser(tx, services, session, user, { kind: 'link-sent', reason: isMailed ? purpose : `${purpose}, handed out` })
  return { purpose, ...(link !== undefined && { link }) }
}

/** @throws AppError reason-missing if a required reason is missing, reason-too-long if it exceeds the limit */
export function checkUserReason(reason: string, isRequired: boolean): void {
  if (reason === '' && isRequired) throw new AppError('reason-missing', { message: DEFAULT_MESSAGES.reasonRequired })
  if (reason.length > MAX_USER_REASON_LENGTH) throw new AppError('reason-too-long', { message: `Reason can have at most ${MAX_USER_REASON_LENGTH} characters.` })
  if (isMisleading(reason)) throw new AppError('invalid-request', { reason: fill(DEFAULT_MESSAGES.unstorable, { label: 'Reason' }) })
}
