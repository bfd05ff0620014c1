/** Changes to rights affect every company that the session reaches, so the strictest company's requirements apply. */
import { AppError } from '../errors.ts'
import type { Services, Session } from '../services.ts'
import { settingsOf, mustHaveAuthenticator } from './settings.ts'
import { requireStepUp } from './step-up.ts'

/** @throws AppError step-up-needed or authenticator-needed if one of the person's companies requires proof that the session lacks */
export async function requireStepUpForAllCompanies(services: Services, session: Session): Promise<void> {
  const others = session.companies.filter((code) => code !== session.company.code)
  const all = [session.settings, ...(await Promise.all(others.map((code) => settingsOf(services, code))))]
  for (const settings of all) {
    if (!session.hasAuthenticator && mustHaveAuthenticator(settings, session.actor.roles)) throw new AppError('authenticator-needed')
    requireStepUp({ settings, provedAt: session.provedAt }, 'rights', services.clock.now())
  }
}
