/** From a first step that was right to a session, or to the code that is asked for before it. */
import type { SignInAnswer } from '../../contract/index.ts'
import type { Services } from '../services.ts'
import { beginSession } from './begin-session.ts'
import type { FirstStep } from './begin-session.ts'
import { startChallenge } from './challenge.ts'
import { secondFactorOf, settingsOf } from './settings.ts'

/** Begins the session, or sends a code where the company has the second step on. */
export async function afterFirstStep(services: Services, step: FirstStep): Promise<SignInAnswer> {
  const factor = secondFactorOf(await settingsOf(services, step.company))
  if (factor.isOn) return startChallenge(services, step, factor)
  return services.database.transaction((tx) => beginSession(services, tx, step, false))
}
