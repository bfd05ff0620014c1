/** Creates and changes accounts, by an administrator. */
import { t } from '../../core/index.ts'
import type { FieldIssue, JsonObject } from '../../core/index.ts'
import { AppError, invalidDocument } from '../errors.ts'
import type { Services, Session } from '../services.ts'
import { arrivalOfAdministrator, mailSignInLink } from '../sign-in/links.ts'
import { NameTakenError, changeUser } from '../store/users/change-user.ts'
import type { Tx } from '../store/connection/database.ts'
import { notifyLater } from '../store/connection/hints.ts'
import { hasAdministrator } from '../store/users/people.ts'
import { replaceLinks } from '../store/sign-in/links.ts'
import { revokeSessionsElsewhere } from '../store/sign-in/sessions.ts'
import { readUserFacts } from '../store/users/user-list.ts'
import { type User, findUserByEmail, insertUser, numberOf } from '../store/users/users.ts'
import { mailAccount } from '../mail/mail-account.ts'
import { changesOf, noteUser } from './user-events.ts'
import { lockForChange, type AccountScope } from './reach.ts'
import { gainsPrivilege, isAnotherPerson, notifyOfPrivileges, resetSignIn } from './privileges.ts'
import { nameTaken, readUserForm, type UserFields } from './user-form.ts'

export interface UserSaving { body: JsonObject; reach: AccountScope }

/** Changes the user. @throws AppError not-found, user-elsewhere, user-administers, stale, invalid-document, approvals-waiting or last-administrator */
export async function updateUser(services: Services, tx: Tx, session: Session, id: string, { body, reach, rev }: UserSaving & { rev: number | undefined }): Promise<User> {
  const before = await lockForChange(tx, reach, id, rev)
  const next = await readUserForm(services, tx, { body, before, reach })
  if (before.id === session.actor.id) refuseLeaving(session, next)
  await rejectIfApprovalsPending(tx, before, next)
  const changes = changesOf(before, next)
  if (Object.keys(changes).length === 0) return before
  const isNewEmail = before.email.toLowerCase() !== next.email.toLowerCase()
  const user = await changeUser(tx, before.id, { ...next, ...(isNewEmail && { email_verified_at: null }) })
    .catch((error: unknown) => { throw error instanceof NameTakenError ? nameTaken(error.field) : error })
  await noteUser(tx, services, session, user, { kind: 'updated', changes })
  // Before the sign-in is reset: it replaces the links, and the new one is mailed then.
  if (isNewEmail) await notifyOfNewEmail(tx, services, session, before, user)
  const isAnother = isAnotherPerson(before, next)
  if (gainsPrivilege(before, next)) await notifyOfPrivileges(services, tx, session, before, user)
  if (isAnother || gainsPrivilege(before, next)) await resetSignIn(services, tx, session, user, { isAnother })
  if (before.is_admin && !next.is_admin && !(await hasAdministrator(tx, services.engines.base().catalogue.organisation))) throw new AppError('last-administrator', { name: before.name })
  await revokeSessionsElsewhere(tx, user.id, user.companies, services.clock.now())
  notifyLater(tx, { kind: 'session', user: user.id })
  return user
}

/** Creates an account and mails the link to sign in. @throws AppError invalid-document */
export async function createUser(services: Services, tx: Tx, session: Session, { body, reach }: UserSaving): Promise<User> {
  const fields = await readUserForm(services, tx, { body, before: undefined, reach })
  const user = await insertUser(tx, fields)
  if (user === undefined) throw nameTaken((await findUserByEmail(tx, fields.email)) === undefined ? 'username' : 'email')
  await noteUser(tx, services, session, user, { kind: 'created', changes: changesOf({}, fields) })
  await mailSignInLink(services, tx, user, 'activation', arrivalOfAdministrator(session))
  return user
}

function refuseLeaving(session: Session, next: UserFields): void {
  const issue = (path: string, message: string): FieldIssue => ({ path, rule: 'self', message, severity: 'error' })
  if (!next.is_admin) throw invalidDocument([issue('is_admin', 'You cannot take administration away from yourself.')])
  if (!next.companies.includes(session.company.code)) throw invalidDocument([issue('companies', 'You cannot leave the company that you are in.')])
}

/** A person who stops approving, or whose number changes, must leave no approvals that nobody could decide. */
async function rejectIfApprovalsPending(tx: Tx, before: User, next: UserFields): Promise<void> {
  const isStill = next.is_approver || !before.is_approver
  const isSame = isStill && numberOf(before) === numberOf({ ...next, id: before.id })
  const left = before.companies.filter((code) => !isSame || !next.companies.includes(code))
  if (left.length > 0) await refuseWaiting(tx, before, left)
}

/** @throws AppError approvals-waiting if approval requests of the companies wait for the person, now or at a later step */
export async function refuseWaiting(tx: Tx, user: User, companies: string[]): Promise<void> {
  const waiting = (await readUserFacts(tx, [user.id], companies)).get(user.id)?.waiting ?? {}
  const count = companies.reduce((sum, code) => sum + (waiting[code] ?? 0), 0)
  if (count > 0) throw new AppError('approvals-waiting', { name: user.name, waiting: count === 1 ? '1 approval request waits' : `${count} approval requests wait` })
}

/** Notifies both addresses, so that the owner of the old one learns that the account has moved. */
async function notifyOfNewEmail(tx: Tx, services: Services, session: Session, before: User, user: User): Promise<void> {
  await replaceLinks(tx, user.id, services.clock.now())
  await mailAccount(tx, services, user, () => [before.email, user.email].map((recipient) => ({
    company: user.default_company, recipient, subject: t('Your e-mail was changed'),
    text: [
      t('Dear {name},', { name: user.name }), t('{administrator} changed the e-mail of your account from {before} to {after}. Sign in with the new one from now on.', { administrator: session.actor.name, before: before.email, after: user.email }),
      t('If this surprises you, tell your administrator.'), services.config.publicUrl,
    ].join('\n\n'),
  })))
}
