/**
 * Accounts with privileges, and what protects them from whoever administers accounts: nobody may give an account rights and sign in with
 * it, or take over one that has them.
 */
import { ACCOUNT_FLAG_TITLES, type ACCOUNT_NUMBER, type AccountFlag } from '../../contract/index.ts'
import { roleTitle, type Json, t } from '../../core/index.ts'
import type { Services, Session } from '../services.ts'
import { arrivalOfAdministrator, mailSignInLink } from '../sign-in/links.ts'
import { wasSignInChanged } from '../store/users/account-history.ts'
import { removeAuthenticators } from '../store/sign-in/authenticators.ts'
import { clearPassword } from '../store/users/change-user.ts'
import { spendChallengesOf } from '../store/sign-in/challenges.ts'
import type { Tx } from '../store/connection/database.ts'
import { replaceLinks } from '../store/sign-in/links.ts'
import { loadRecords } from '../store/lists/references.ts'
import { revokeSessionsOf } from '../store/sign-in/sessions.ts'
import type { User } from '../store/users/users.ts'
import { mailAccount } from '../mail/mail-account.ts'
import { noteUser } from './user-events.ts'

type Privileges = Pick<User, 'is_admin' | 'is_approver' | 'portal_admin' | 'roles'>
type Subject = Pick<User, typeof ACCOUNT_NUMBER | 'default_company'>
type Identity = Privileges & Subject & Pick<User, 'email' | 'username' | 'companies'>

/** Whether the account allows more than the person's own records: any administration, approving, or a role. */
export function isPrivileged({ is_admin: isAdmin, is_approver: isApprover, portal_admin: isPortalAdmin, roles }: Privileges): boolean {
  return isAdmin || isApprover || isPortalAdmin || roles.length > 0
}

/** Whether nobody but the person may sign in with the account: it has privileges, or shows an employee's pay and requests and decides for them. */
export function isOnesOwn(user: Privileges & Pick<User, typeof ACCOUNT_NUMBER>): boolean {
  return user.employee !== null || isPrivileged(user)
}

const FLAGS = ['is_admin', 'portal_admin', 'is_approver'] as const satisfies AccountFlag[]

/** Whether the account has a privilege after the change that it did not have before. */
export function gainsPrivilege(before: Privileges, after: Privileges): boolean {
  return FLAGS.some((flag) => after[flag] && !before[flag]) || after.roles.some((role) => !before.roles.includes(role))
}

/** Notifies the person of the privileges that the account gained, so that nobody gets rights in their name unnoticed. */
export async function notifyOfPrivileges(services: Services, tx: Tx, session: Session, before: Privileges, user: User): Promise<void> {
  await mailAccount(tx, services, user, () => {
    const gained = [...FLAGS.filter((flag) => user[flag] && !before[flag]).map((flag) => t(ACCOUNT_FLAG_TITLES[flag])), ...user.roles.filter((role) => !before.roles.includes(role)).map(roleTitle)]
    return [{
      company: user.default_company, subject: t('Your account has new rights'),
      text: [
        t('Dear {name},', { name: user.name }), t('{administrator} gave your account new rights: {rights}.', { administrator: session.actor.name, rights: gained.join(', ') }),
        t('If this surprises you, tell your administrator.'), services.config.publicUrl,
      ].join('\n\n'),
    }]
  })
}

export interface IdentityIssue { field: 'email' | 'username' | 'companies'; message: string }

/**
 * What is wrong with the sign-in names of an account that stands for an employee, whose pay and requests it shows, or that has privileges.
 * They are those of the employee record, where a second person approves every change; without a record, only the person themself changes
 * them. Checked when either changes, or what they give access to.
 */
export async function identityIssues(services: Services, tx: Tx, { before, next, isSelf }: { before: (Identity & { id: string }) | undefined; next: Identity; isSelf: boolean }): Promise<IdentityIssue[]> {
  const isChanged = (field: 'email' | 'username'): boolean => (before?.[field] ?? '').toLowerCase() !== (next[field] ?? '').toLowerCase()
  if (next.employee !== null) {
    const isAsBefore = before !== undefined && !isChanged('email') && !isChanged('username') && !gainsPrivilege(before, next) && !isAnotherPerson(before, next) && next.companies.every((code) => before.companies.includes(code))
    return isAsBefore ? [] : [...(await compareWithRecord(services, tx, next)), ...(await strangersElsewhere(services, tx, next))]
  }
  if (!isPrivileged(next) || before === undefined || isSelf) return []
  const message = 'This account has rights and no employee record: only the person themself changes this. Create a new account for somebody else.'
  if (isPrivileged(before)) return (['email', 'username'] as const).filter(isChanged).map((field) => ({ field, message }))
  const wasMoved = isChanged('email') || isChanged('username') || (await wasSignInChanged(tx, before.id, ['updated']))
  return wasMoved ? [{ field: 'email', message: 'An administrator changed the e-mail or user name of this account, and it has no employee record to compare with. Create a new account for a person who is to have rights.' }] : []
}

/** Whether the account stands for another employee after the change: numbers are those of a company. */
export function isAnotherPerson(before: Subject, after: Subject): boolean {
  return after.employee !== null && (after.employee !== before.employee || after.default_company !== before.default_company)
}

/** Compares with the employee record of the default company; a field that the organisation does not declare is not compared. */
async function compareWithRecord({ engines }: Services, tx: Tx, { employee, email, username, default_company: company }: Identity): Promise<IdentityIssue[]> {
  const { employees } = engines.base().catalogue.organisation
  if (employees === undefined || employee === null) return []
  const [record] = (await loadRecords(tx, company, [{ type: employees.type, key: employee }])).values()
  const compare = (field: 'email' | 'username', value: string | null, name: string | undefined, what: string): IdentityIssue[] => {
    const recorded = name === undefined ? undefined : textOf(record?.data[name])
    if (recorded === undefined || recorded.toLowerCase() === (value ?? '').trim().toLowerCase()) return []
    return [{ field, message: recorded === '' ? `The employee record has no ${what}. Enter it there first.` : `The employee record has ${recorded}. Change it there first.` }]
  }
  // A person without a Windows account has no user name anywhere.
  return [...compare('email', email, employees.email, 'e-mail'), ...(username === null ? [] : compare('username', username, employees.username, 'user ID'))]
}

/** The other companies in which the number is that of somebody with another e-mail, whose pay and requests the account would show. */
async function strangersElsewhere({ engines }: Services, tx: Tx, { employee, email, companies, default_company: own }: Identity): Promise<IdentityIssue[]> {
  const { employees } = engines.base().catalogue.organisation
  if (employees?.email === undefined || employee === null) return []
  const found: IdentityIssue[] = []
  for (const company of companies.filter((code) => code !== own)) {
    const [record] = (await loadRecords(tx, company, [{ type: employees.type, key: employee }])).values()
    if (record === undefined || textOf(record.data[employees.email]).toLowerCase() === email.trim().toLowerCase()) continue
    found.push({ field: 'companies', message: `In ${company}, ${employee} is the number of somebody with another e-mail.` })
  }
  return found
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value.trim() : ''
}

/**
 * An account gained a privilege or became another employee's: links already sent stop working. If it became another's, or an administrator
 * had changed how the person signs in or had a link in their hands, sessions, password and authenticators go too: the person sets them anew
 * by a link that is mailed or, without a mail server, handed out by the operator.
 */
export async function resetSignIn(services: Services, tx: Tx, session: Session, user: User, { isAnother = false } = {}): Promise<void> {
  const now = services.clock.now()
  await replaceLinks(tx, user.id, now)
  if (!isAnother && !(await wasSignInChanged(tx, user.id))) return
  await revokeSessionsOf(tx, user.id, now)
  await spendChallengesOf(tx, user.id, now)
  await clearPassword(tx, user.id)
  const count = await removeAuthenticators(tx, user.id)
  await noteUser(tx, services, session, user, { kind: 'sign-in-reset', reason: `password${count === 0 ? '' : ` and ${count} authenticators`}` })
  await mailSignInLink(services, tx, { ...user, password_hash: null }, 'activation', arrivalOfAdministrator(session))
}
