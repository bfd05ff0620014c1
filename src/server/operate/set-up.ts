/**
 * Setup that only the operator can do, from the command line: add a company, and make a person an administrator, including the first one,
 * whom nobody in the portal could appoint. The audit trail records the operator.
 */
import { emailIssue, isEmail } from '../../contract/index.ts'
import { singleLineProblem, type AuditSubject } from '../../core/index.ts'
import { hasLeftEverywhere } from '../mail/mail-account.ts'
import type { Services } from '../services.ts'
import { companyCurrency, effectiveSettings } from '../settings/effective-settings.ts'
import { issueLink } from '../sign-in/links.ts'
import { soleProviderOf } from '../sign-in/oidc/provider-of.ts'
import { directoryCompanyOf } from '../sign-in/windows-account.ts'
import { OPERATOR } from '../store/users/account-history.ts'
import { changeUser, lockUser } from '../store/users/change-user.ts'
import { allCompanies, companyLike, findCompany, lockCompanyNames, saveCompany } from '../store/settings/companies.ts'
import type { Tx } from '../store/connection/database.ts'
import { appendEvent } from '../store/audit/events.ts'
import { saveSettings } from '../store/settings/settings.ts'
import { findUserByEmail, insertUser, type User } from '../store/users/users.ts'
import { changesOf, noteUser } from '../users/user-events.ts'
import { OperationError } from './operation-error.ts'

export interface NewCompany { code: string; name: string; /** ISO 4217 code. */ currency: string; /** IANA name. */ timeZone: string; /** Whether people sign in with accounts of an LDAP directory. */ hasWindowsAccounts: boolean }

const MAX_NAME_LENGTH = 150
/** Used in the names of settings (`OIDC_ISSUER_BML`) and in overlays. */
const CODE = /^[A-Z][A-Z0-9]{1,19}$/

/** Adds the company after the existing ones. @throws OperationError */
export async function addCompany({ database, clock, engines, log }: Services, { code, name, currency, timeZone, hasWindowsAccounts }: NewCompany): Promise<void> {
  if (!CODE.test(code)) throw new OperationError(`"${code}" cannot be the code of a company. Take 2 to 20 capital letters and digits that begin with a letter, such as MRT.`)
  checkName(name)
  if (!Intl.supportedValuesOf('currency').includes(currency)) throw new OperationError(`There is no currency "${currency}". Give its code of three letters, such as KES.`)
  if (!isTimeZone(timeZone)) throw new OperationError(`There is no time zone "${timeZone}". Give one by its name, such as Africa/Nairobi.`)
  await database.transaction(async (tx) => {
    await lockCompanyNames(tx)
    const known = await allCompanies(tx)
    const same = known.find((one) => one.code === code)
    if (same !== undefined) throw new OperationError(`There is a company ${code} already: ${same.name}. Administrators change its name to show under Setup → Settings.`)
    const alike = await companyLike(tx, code, name)
    if (alike !== undefined) throw new OperationError(`The name is too similar to that of ${alike.code}: ${alike.display_name}. Give one that people can tell from it.`)
    const position = 1 + Math.max(-1, ...known.map((one) => one.position))
    await saveCompany(tx, { code, name, display_name: name, currency, time_zone: timeZone, logo: null, windows_auth: hasWindowsAccounts, position })
    const { catalogue } = engines.base()
    const [group = '', setting = ''] = catalogue.organisation.currency?.split('.') ?? []
    // Where the modules declare a currency setting, it takes precedence, and its default may differ.
    if (setting !== '' && companyCurrency(catalogue, effectiveSettings(catalogue.settings, {})) !== currency) await saveSettings(tx, code, group, { [setting]: currency }, OPERATOR)
    const changes = { name: { from: null, to: name }, currency: { from: null, to: currency }, time_zone: { from: null, to: timeZone }, windows_auth: { from: null, to: hasWindowsAccounts } }
    await appendEvent(tx, { company: code, type: 'company' satisfies AuditSubject, key: code, kind: 'created', actor: OPERATOR, changes, ip: null, at: clock.now() })
  })
  log.warn({ company: code, by: OPERATOR }, 'a company was added')
}

function checkName(name: string): void {
  if (name === '' || name.length > MAX_NAME_LENGTH || singleLineProblem(name) !== undefined) throw new OperationError(`The name has to be one line of 1 to ${MAX_NAME_LENGTH} characters, without invisible ones.`)
}

function isTimeZone(name: string): boolean {
  try {
    // Intl also accepts offsets such as +03:00; nothing else does.
    return name.includes('/') && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export interface NewAdministrator { email: string; /** Required if no account has the e-mail address. */ name: string | undefined; /** Empty: all companies. */ companies: string[] }

export interface MadeAdministrator { user: User; /** How they sign in: with a link to set a password, with their existing password, or through an external provider. */ wayIn: { link: string } | { password: true } | { elsewhere: string } }

/** Makes a person an administrator of the companies, with a new account or the one that has the e-mail address. @throws OperationError */
export async function makeAdministrator(services: Services, { email, name, companies }: NewAdministrator): Promise<MadeAdministrator> {
  const { database, log } = services
  if (!isEmail(email)) throw new OperationError(`"${email}" is not an e-mail address.`)
  const made = await database.transaction(async (tx) => {
    const codes = await codesOf(tx, companies)
    const known = await findUserByEmail(tx, email)
    const user = known === undefined ? await addAdministrator(services, tx, { email, name, codes }) : await promote(services, tx, known, codes)
    await requireNotLeft(services, tx, user)
    return { user, wayIn: await wayInOf(services, tx, user) }
  })
  log.warn({ user: made.user.id, by: OPERATOR }, 'an administrator was made')
  return made
}

/** @throws OperationError if the person has left everywhere: they can neither sign in nor set a password */
export async function requireNotLeft(services: Pick<Services, 'engines'>, tx: Tx, user: User): Promise<void> {
  if (await hasLeftEverywhere(tx, services, user)) throw new OperationError(`The employee record says that ${user.name} has left, so the portal is closed to them. If that is wrong, let the record be corrected first.`)
}

async function codesOf(tx: Tx, named: string[]): Promise<string[]> {
  if (named.length === 0) {
    const all = await allCompanies(tx)
    if (all.length === 0) throw new OperationError('There is no company yet. Add one first: npm run company -- CODE "Name of the organisation"')
    return all.map(({ code }) => code)
  }
  for (const code of named) {
    if ((await findCompany(tx, code)) === undefined) throw new OperationError(`There is no company ${code}. There are: ${(await allCompanies(tx)).map((one) => one.code).join(', ') || 'none'}.`)
  }
  return [...new Set(named)]
}

async function addAdministrator(services: Services, tx: Tx, { email, name = '', codes }: { email: string; name: string | undefined; codes: string[] }): Promise<User> {
  if (name === '') throw new OperationError(`No account has the e-mail ${email}. Give the name for a new account: npm run administrator -- ${email} "First Last"`)
  checkName(name)
  const issue = emailIssue(email)
  if (issue !== undefined) throw new OperationError(`${issue}.`)
  const fields = { email, name, default_company: codes[0] ?? '', companies: codes, roles: [], is_admin: true }
  const user = await insertUser(tx, fields)
  if (user === undefined) throw new OperationError(`Somebody else took the e-mail ${email} at the same moment. Run it again.`)
  await noteByOperator(services, tx, user, { kind: 'created', changes: changesOf({}, fields) })
  return user
}

/** Adds the companies and the administrator right to an existing account. */
async function promote(services: Services, tx: Tx, { id }: User, codes: string[]): Promise<User> {
  const user = await lockUser(tx, id)
  if (user?.active !== true) throw new OperationError(`${user?.name ?? 'Their account'} is deactivated. Let another administrator restore the account, or take another e-mail.`)
  const next = { is_admin: true, companies: [...new Set([...user.companies, ...codes])] }
  const changes = changesOf(user, { ...user, ...next })
  if (Object.keys(changes).length === 0) return user
  const changed = await changeUser(tx, id, next)
  await noteByOperator(services, tx, changed, { kind: 'updated', changes })
  return changed
}

function noteByOperator(services: Services, tx: Tx, user: User, event: Parameters<typeof noteUser>[4]): Promise<void> {
  return noteUser(tx, services, { company: { code: user.default_company }, actor: { id: OPERATOR }, ip: null }, user, event)
}

async function wayInOf(services: Services, tx: Tx, user: User): Promise<MadeAdministrator['wayIn']> {
  const elsewhere = soleProviderOf(services.config, user)?.name ?? ((await directoryCompanyOf(tx, user)) === undefined ? undefined : 'their Windows account')
  if (elsewhere !== undefined) return { elsewhere }
  if (user.password_hash !== null) return { password: true }
  return { link: await issueLink(services, tx, user, { purpose: 'activation', arrival: { ip: null, device: `by ${OPERATOR}` }, givenBy: OPERATOR }) }
}
