/** A name and a password, compared; what fails is counted, noted and answered the same for everybody. */
import type { SignInAnswer } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { allCompanies } from '../store/companies.ts'
import type { User } from '../store/users.ts'
import { note } from './audit.ts'
import { afterFirstStep } from './after-first-step.ts'
import type { Method } from './begin-session.ts'
import type { Arrival } from './device.ts'
import { failed, refuseLocked, succeeded } from './limits.ts'
import { noteLocked } from './tell-locked.ts'
import { tidy } from './tidy.ts'

export interface Attempt {
  /** What failures are counted by. */
  name: string
  /** What the audit trail calls somebody whom nobody knows. */
  actor: string
  method: Method
  arrival: Arrival
  /** Finds the person and compares the password; takes as long for nobody. */
  person(): Promise<{ user: User | undefined; isRight: boolean }>
}

/** Throws AppError locked-out or sign-in-failed. */
export async function tryFirstStep(services: Services, attempt: Attempt): Promise<SignInAnswer> {
  const { name, method, arrival } = attempt
  await refuseLocked(services, 'password', name)
  const { user, isRight } = await attempt.person()
  if (user === undefined || !isRight) return refuse(services, attempt, user)
  await succeeded(services.database.kysely, 'password', name)
  await tidy(services)
  return afterFirstStep(services, { user, company: user.default_company, method, arrival })
}

async function refuse(services: Services, { name, actor, arrival }: Attempt, user: User | undefined): Promise<never> {
  const { database, clock } = services
  const at = clock.now()
  // What nobody has is told to the administrators of the first company.
  const company = user?.default_company ?? (await allCompanies(database.kysely))[0]?.code ?? ''
  await database.transaction(async (tx) => {
    const trail = { company, actor: user?.id ?? actor, arrival, at }
    await note(tx, { ...trail, kind: 'sign-in-failed' })
    if (await failed(tx, 'password', name, at)) await noteLocked(tx, { ...trail, what: 'passwords' })
  })
  throw new AppError('sign-in-failed')
}
