/** Changes to rights affect every company that the session reaches, so the strictest company's requirements apply. */
import { AppError } from '../errors.ts'
import type { Services, Session } from '../services.ts'
import type { Db } from '../store/connection/database.ts'
import { codeSettingsOf, settingsOf, mustHaveAuthenticator } from './settings.ts'
import { requireStepUp } from './step-up.ts'

/** The companies that a session reaches, by code. */
export interface Administered {
  /** Those that it may administer. */
  companies: string[]
  /** Those that ask for more at sign-in than it has shown. Switching to one, with its code, opens it from the others as well. */
  toEnter: string[]
}

/** What the session may administer: what a company asks for at its door is not by-passed from another company. */
export async function administeredBy(services: Services, { companies: reached, company, actor, hasSecondStep, hasAuthenticator }: Session, db: Db = services.database.kysely): Promise<Administered> {
  const toEnter: string[] = []
  for (const code of reached.filter((one) => one !== company.code)) {
    const settings = await settingsOf(services, code, db)
    if ((codeSettingsOf(settings).isOn && !hasSecondStep) || (mustHaveAuthenticator(settings, actor.roles) && !hasAuthenticator)) toEnter.push(code)
  }
  return { companies: reached.filter((code) => !toEnter.includes(code)), toEnter }
}

/** @throws AppError company-to-enter if all of the companies that are not administered only have to be entered */
export function refuseToEnter({ companies, toEnter }: Administered, meant: readonly string[]): void {
  const missing = meant.filter((code) => !companies.includes(code))
  const [company] = missing
  if (company !== undefined && missing.every((code) => toEnter.includes(code))) throw new AppError('company-to-enter', { company })
}

/** @throws AppError step-up-needed or authenticator-needed if one of the person's companies requires proof that the session lacks */
export async function requireStepUpForAllCompanies(services: Services, session: Session): Promise<void> {
  const others = session.companies.filter((code) => code !== session.company.code)
  const all = [session.settings, ...(await Promise.all(others.map((code) => settingsOf(services, code))))]
  for (const settings of all) {
    if (!session.hasAuthenticator && mustHaveAuthenticator(settings, session.actor.roles)) throw new AppError('authenticator-needed')
    requireStepUp({ settings, provedAt: session.provedAt }, 'rights', services.clock.now())
  }
}
