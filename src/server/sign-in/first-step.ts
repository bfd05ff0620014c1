/** The first step of a sign-in: verifies a name and password. Failures are counted and logged, and look the same for every name. */
import type { SignInAnswer } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { allCompanies } from '../store/settings/companies.ts'
import type { User } from '../store/users/users.ts'
import type { SignInNote } from './audit.ts'
import { afterFirstStep } from './after-first-step.ts'
import type { SignInMethod } from './begin-session.ts'
import type { RequestOrigin } from './device.ts'
import { tryCounted } from './counted-try.ts'
import { countedAs } from './known-device.ts'
import { limit } from './limits.ts'
import { tidy } from './tidy.ts'
import { companyServed } from './windows-account.ts'

export interface Attempt {
  /** The name that failures are counted under. */
  name: string
  /** The actor in the audit trail if there is no such account. */
  actor: string
  method: SignInMethod
  arrival: RequestOrigin
  find(): Promise<User | undefined>
  /** The company whose directory checks the password; undefined if the portal does. */
  directoryOf?(user: User): Promise<string | undefined>
  /**
   * Compares the password and returns why it does not open the account, undefined if it does; takes equally long if there is no account.
   */
  whyNot(user: User | undefined): Promise<string | undefined>
}

/** @throws AppError too-many-requests, locked-out or sign-in-failed */
export async function tryFirstStep(services: Services, attempt: Attempt): Promise<SignInAnswer> {
  const { method, arrival } = attempt
  const user = await attempt.find()
  const name = await countedAs(services, attempt.name, { browser: arrival.browser, userId: user?.id })
  await limit(services, { 'sign-in-name': `${arrival.ip} ${name}` })
  const known = await tryCounted(services, { lock: 'password', name, trail: () => trailOf(services, attempt, user) }, async () => {
    const reason = await attempt.whyNot(user)
    return user === undefined || reason !== undefined ? { wrong: reason ?? '' } : { right: user }
  })
  if (known === undefined) throw new AppError('sign-in-failed')
  await tidy(services)
  const directoryOf = await attempt.directoryOf?.(known)
  return afterFirstStep(services, { user: known, company: directoryOf === undefined ? known.default_company : companyServed(services, directoryOf, known), method, arrival, directoryOf })
}

/** The log entry of a failed attempt, for administrators: the person who tries learns no reason. */
async function trailOf({ database, clock }: Services, { actor, arrival }: Attempt, user: User | undefined): Promise<SignInNote> {
  // Attempts on unknown names are logged in the first company.
  const company = user?.default_company ?? (await allCompanies(database.kysely))[0]?.code ?? ''
  return { company, actor: user?.id ?? actor, arrival, at: clock.now(), kind: 'sign-in-failed' }
}
