/** Continues after a successful first step: begins a session, or asks for a second step. */
import type { SignInAnswer } from '../../contract/index.ts'
import type { Services } from '../services.ts'
import { beginSession } from './begin-session.ts'
import type { FirstStep } from './begin-session.ts'
import { startChallenge } from './code-step.ts'
import { listAuthenticators } from '../store/authenticators.ts'
import { askAuthenticator } from './authenticators/authenticator-step.ts'
import { codeSettingsOf, settingsOf } from './settings.ts'

/**
 * Begins the session. If the person has an authenticator, it is required first, however they sign in; otherwise a code is sent if the
 * company has the second step turned on.
 */
export async function afterFirstStep(services: Services, step: FirstStep): Promise<SignInAnswer> {
  const known = await listAuthenticators(services.database.kysely, step.user.id)
  if (known.length > 0) return askAuthenticator(services, step, known)
  const codes = codeSettingsOf(await settingsOf(services, step.company))
  if (codes.isOn) return startChallenge(services, step, codes)
  return services.database.transaction((tx) => beginSession(services, tx, step, undefined))
}
