/** From a first step that was right to a session, or to the code that is asked for before it. */
import type { SignInAnswer } from '../../contract/index.ts'
import type { Services } from '../services.ts'
import { beginSession } from './begin-session.ts'
import type { FirstStep } from './begin-session.ts'
import { startChallenge } from './code-step.ts'
import { listAuthenticators } from '../store/authenticators.ts'
import { askAuthenticator } from './authenticators/authenticator-step.ts'
import { codeSettingsOf, settingsOf } from './settings.ts'

/** Begins the session; asks for an authenticator first where the person has one, wherever they sign in, or sends a code where the company has the second step on. */
export async function afterFirstStep(services: Services, step: FirstStep): Promise<SignInAnswer> {
  const known = await listAuthenticators(services.database.kysely, step.user.id)
  if (known.length > 0) return askAuthenticator(services, step, known)
  const codes = codeSettingsOf(await settingsOf(services, step.company))
  if (codes.isOn) return startChallenge(services, step, codes)
  return services.database.transaction((tx) => beginSession(services, tx, step, undefined))
}
