/** A name and a password, compared; what fails is counted, noted and answered the same for everybody. */
import type { SignInAnswer } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { allCompanies } from '../store/companies.ts'
import type { User } from '../store/users.ts'
import { note, type SignInNote } from './audit.ts'
import { afterFirstStep } from './after-first-step.ts'
import type { Method } from './begin-session.ts'
import type { Arrival } from './device.ts'
import { countedAs } from './known-device.ts'
import { refuseLocked, succeeded } from './limits.ts'
import { tidy } from './tidy.ts'
import { countWrongPassword } from './wrong-password.ts'

export interface Attempt {
  /** What failures are counted by. */
  name: string
  /** What the audit trail calls somebody whom nobody knows. */
  actor: string
  method: Method
  arrival: Arrival
  /** What the browser brings of an earlier sign-in. */
  device: string | undefined
  find(): Promise<User | undefined>
  /** Compares the password and answers why it does not open the account, undefined when it does; takes as long for nobody. */
  whyNot(user: User | undefined): Promise<string | undefined>
}

/** Throws AppError locked-out or sign-in-failed. */
export async function tryFirstStep(services: Services, attempt: Attempt): Promise<SignInAnswer> {
  const { method, arrival } = attempt
  const user = await attempt.find()
  const name = await countedAs(services, attempt.name, { token: attempt.device, userId: user?.id })
  await refuseLocked(services, 'password', name, async () => note(services.database.kysely, await trailOf(services, attempt, user, 'locked out')))
  const reason = await attempt.whyNot(user)
  if (user === undefined || reason !== undefined) {
    await countWrongPassword(services, await trailOf(services, attempt, user, reason ?? ''), name)
    throw new AppError('sign-in-failed')
  }
  await succeeded(services.database.kysely, 'password', name)
  await tidy(services)
  return afterFirstStep(services, { user, company: user.default_company, method, arrival })
}

/** What administrators are told of an attempt that failed: the person who tries is told no reason. */
async function trailOf({ database, clock }: Services, { actor, arrival }: Attempt, user: User | undefined, detail: string): Promise<SignInNote> {
  // What nobody has is told to those of the first company.
  const company = user?.default_company ?? (await allCompanies(database.kysely))[0]?.code ?? ''
  return { company, actor: user?.id ?? actor, arrival, at: clock.now(), kind: 'sign-in-failed', detail }
}
