/** Continues after a successful first step: begins a session, or asks for a second step. */
import type { SignInAnswer } from '../../contract/index.ts'
import type { Services } from '../services.ts'
import { recordSignInEvent } from './audit.ts'
import { beginSession } from './begin-session.ts'
import type { FirstStep } from './begin-session.ts'
import { startChallenge } from './code-step.ts'
import { AppError } from '../errors.ts'
import { companiesNotLeft } from '../store/users/people.ts'
import { listAuthenticators } from '../store/sign-in/authenticators.ts'
import { askAuthenticator } from './authenticators/authenticator-step.ts'
import { codeSettingsOf, settingsOf } from './settings.ts'

/**
 * Begins the session. If the person has an authenticator, it is required first, however they sign in; otherwise a code is sent if the
 * company has the second step turned on. @throws AppError employment-ended, which nobody learns without the right password
 */
export async function afterFirstStep(services: Services, firstStep: FirstStep): Promise<SignInAnswer> {
  const step = { ...firstStep, company: await companyToEnter(services, firstStep) }
  const known = await listAuthenticators(services.database.kysely, step.user.id)
  if (known.length > 0) return askAuthenticator(services, step, known)
  const codes = codeSettingsOf(await settingsOf(services, step.company))
  if (codes.isOn) return startChallenge(services, step, codes)
  return services.database.transaction((tx) => beginSession(services, tx, step, undefined))
}

/**
 * The company asked for. A person who has left it and signs in with a password, or sets one, enters another of theirs; a directory or an identity provider
 * answers for its own company only.
 */
async function companyToEnter({ database, engines, clock }: Services, { user, company, method, arrival }: FirstStep): Promise<string> {
  const open = await companiesNotLeft(database.kysely, engines.base().catalogue.organisation, user)
  if (open.includes(company)) return company
  if ((method === 'password' || method === 'link') && open[0] !== undefined) return open[0]
  await recordSignInEvent(database.kysely, { company, kind: 'sign-in-failed', actor: user.id, arrival, at: clock.now(), detail: 'has left the company' })
  throw new AppError('employment-ended')
}
