/** Links to set a password, sent by mail: requesting, sending and validating them. */
import { t, texts } from '../../core/index.ts'
import type { JsonObject } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import { hasLeftEverywhere, mailAccount, type AccountMail } from '../mail/mail-account.ts'
import { reachesPeople } from '../mail/reaches-people.ts'
import type { Services, Session } from '../services.ts'
import type { Tx } from '../store/connection/database.ts'
import { lockNumber } from '../store/users/change-user.ts'
import { findCompany } from '../store/settings/companies.ts'
import { addJob } from '../store/delivery/jobs.ts'
import { type Link, type LinkPurpose, createLink, findLink } from '../store/sign-in/links.ts'
import { findEmployeeByEmail } from '../store/users/people.ts'
import { type User, findUserByEmail, findUserById, insertUser } from '../store/users/users.ts'
import { recordSignInEvent, type RecordedOrigin } from './audit.ts'
import type { RequestOrigin } from './device.ts'
import { limit } from './limits.ts'
import { providerOf, soleProviderOf } from './oidc/provider-of.ts'
import { hashToken, newToken } from './tokens.ts'
import { directoryCompanyOf } from './windows-account.ts'

const HOUR_MS = 60 * 60_000
const LASTS_MS: Record<LinkPurpose, number> = { activation: 24 * HOUR_MS, reset: HOUR_MS }
export const LINK_JOB = 'mail-password-link'

/**
 * Records a request for a link. A job later looks up whether an account has the e-mail address, so neither the text nor the timing of the
 * response can reveal it. @throws AppError too-many-requests
 */
export async function askForLink(services: Services, email: string, purpose: LinkPurpose, arrival: RequestOrigin): Promise<void> {
  await limit(services, { 'link-mail-address': arrival.ip, 'link-mail': email })
  await addJob(services.database.kysely, { kind: LINK_JOB, runAt: services.clock.now(), payload: { email, purpose, ip: arrival.ip, device: arrival.device } })
}

/** The job: mails the link to the account with the e-mail address. An employee without an account gets one with their first link. */
export async function mailLink(services: Services, payload: JsonObject): Promise<void> {
  const [email, ip, device] = [payload['email'], payload['ip'], payload['device']].map((value) => (typeof value === 'string' ? value : ''))
  const purpose = payload['purpose'] === 'activation' ? 'activation' : 'reset'
  await services.database.transaction(async (tx) => {
    const user = (await findUserByEmail(tx, email ?? '')) ?? (purpose === 'activation' ? await createAccountForEmployee(services, tx, email ?? '') : undefined)
    if (user?.active !== true) return
    await mailSignInLink(services, tx, user, purpose, { ip: ip === '' ? null : (ip ?? null), device: device ?? '' })
  })
}

/**
 * Mails the person a way to sign in: a link, or instructions instead if they have a Windows account, a sole identity provider or a password
 * already. If no mail can reach them it does nothing: a link is handed out instead.
 */
export async function mailSignInLink(services: Services, tx: Tx, user: User, purpose: LinkPurpose, arrival: RecordedOrigin): Promise<void> {
  if (!reachesPeople(services)) {
    services.log.warn({ user: user.id }, 'a link should go by e-mail, but SMTP_URL is not set')
    return
  }
  if (await hasLeftEverywhere(tx, services, user)) return
  const write = await messageFor(services, tx, user, purpose)
  await mailAccount(tx, services, user, () => [{ company: user.default_company, ...write() }])
  await recordSignInEvent(tx, { company: user.default_company, kind: 'link-sent', actor: user.id, arrival, at: services.clock.now(), detail: purpose })
}

/** The arrival of an administrator's action on another person's sign-in, without anything of that person's own address or device. */
export function arrivalOfAdministrator({ ip, actor }: Session): RecordedOrigin {
  return { ip, device: `by ${actor.name}`, by: actor.id }
}

type LinkMail = Omit<AccountMail, 'company'>

/** What the person is told, to be written in their language. */
async function messageFor(services: Services, tx: Tx, user: User, purpose: LinkPurpose): Promise<() => LinkMail> {
  const { publicUrl } = services.config
  const mail = (subject: string, text: string, address: string): LinkMail => ({ subject, text: [t('Dear {name},', { name: user.name }), text, address].join('\n\n') })
  const provider = soleProviderOf(services.config, user)
  if (provider !== undefined) {
    return () => mail(t('Your account'), t('You sign in with {provider}, and there is no password to set here.', { provider: provider.name }), `${publicUrl}/auth/login`)
  }
  const windows = await directoryCompanyOf(tx, user)
  if (windows !== undefined) {
    return () => mail(t('Your password'), t('You sign in to {company} with your Windows account, {account}, and its password. Your Windows administrator can reset it.', { company: windows.display_name, account: user.username ?? '' }), publicUrl)
  }
  if (purpose === 'activation' && user.password_hash !== null) {
    return () => mail(t('Your account is active'), t('Your account is already active: sign in with your e-mail and your password. Forgot the password? Ask for a new one on the sign-in page.'), `${publicUrl}/auth/login`)
  }
  const link = await freshLink(services, tx, user, purpose)
  return () => linkMail(user, purpose, link)
}

/**
 * Creates a link for its creator to hand to the person. The sign-in log names the creator both when it is created and when it is used.
 * Returns its URL.
 */
export async function issueLink(services: LinkMaker, tx: Tx, user: User, { purpose, arrival, givenBy }: { purpose: LinkPurpose; arrival: RecordedOrigin; givenBy: string }): Promise<string> {
  const link = await freshLink(services, tx, user, purpose, givenBy)
  await recordSignInEvent(tx, { company: user.default_company, kind: 'link-sent', actor: user.id, arrival: { ...arrival, by: givenBy }, at: services.clock.now(), detail: `${purpose}, handed out` })
  return link
}

type LinkMaker = Pick<Services, 'clock'> & { config: Pick<Services['config'], 'publicUrl'> }

/** Creates a link and invalidates the person's older ones. */
async function freshLink({ clock, config }: LinkMaker, tx: Tx, user: User, purpose: LinkPurpose, givenBy?: string): Promise<string> {
  const now = clock.now()
  const token = newToken()
  await createLink(tx, { tokenHash: hashToken(token), userId: user.id, purpose, now, expiresAt: new Date(now.getTime() + LASTS_MS[purpose]), ...(givenBy !== undefined && { givenBy }) })
  return `${config.publicUrl}/auth/setPassword/${token}`
}

const LINK_TEXTS = texts({
  activation: { subject: 'Activate your account', ask: 'Set a password to activate your account. The link works once, within 24 hours:' },
  reset: { subject: 'Reset your password', ask: 'Set a new password. The link works once, within one hour:' },
})

/** The mail with a new link. */
function linkMail(user: User, purpose: LinkPurpose, link: string): LinkMail {
  const { subject, ask } = LINK_TEXTS[purpose]
  return { subject: t(subject), holds: 'sign-in', text: [t('Dear {name},', { name: user.name }), t(ask), link, t('If you did not ask for this, you can ignore this message.')].join('\n\n') }
}

/**
 * Creates an account for an employee whom HR has entered with this e-mail address. Companies with Windows accounts, or whose people sign in
 * only through a provider, create accounts themselves.
 */
async function createAccountForEmployee(services: Services, tx: Tx, email: string): Promise<User | undefined> {
  const employee = await findEmployeeByEmail(tx, services.engines.base().catalogue.organisation, email)
  const company = employee === undefined ? undefined : await findCompany(tx, employee.company)
  if (employee === undefined || company === undefined || company.windows_auth || providerOf(services.config, company.code)?.isOnly === true) return undefined
  // The employee number may have an account with another e-mail address. A deactivated one is restored by whoever deactivated it, not by
  // requesting a new one.
  if ((await lockNumber(tx, employee.number, [company.code], { orClosed: true })) !== undefined) return undefined
  const made = await insertUser(tx, { email: employee.email, name: employee.name, employee: employee.number, default_company: company.code, companies: [company.code], roles: [], is_approver: employee.leads })
  // If an administrator created an account meanwhile, that one is used as it is.
  return made ?? findUserByEmail(tx, employee.email)
}

/**
 * The link for a token if it can still be used. @throws AppError link-unknown, link-used, link-replaced or link-expired; employment-ended if
 * the person has left
 */
export async function usableLink(services: Services, token: string): Promise<{ link: Link; user: User }> {
  const link = await findLink(services.database.kysely, hashToken(token))
  if (link === undefined) throw new AppError('link-unknown')
  if (link.used_at !== null) throw new AppError('link-used')
  if (link.replaced_at !== null) throw new AppError('link-replaced')
  if (link.expires_at <= services.clock.now()) throw new AppError('link-expired')
  const user = await findUserById(services.database.kysely, link.user_id)
  if (user?.active !== true) throw new AppError('link-unknown')
  if (await hasLeftEverywhere(services.database.kysely, services, user)) throw new AppError('employment-ended')
  return { link, user }
}
