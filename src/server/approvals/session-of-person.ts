import { companyCurrency, effectiveSettings } from '../settings/effective-settings.ts'
import type { Services, Session } from '../services.ts'
import { actorOf } from '../sign-in/establish-session.ts'
import { findCompany } from '../store/companies.ts'
import type { Db } from '../store/database.ts'
import { recipientsOf } from '../store/recipients.ts'
import { loadSettings } from '../store/settings.ts'

/** A person of the company as who acts, though they have not signed in; undefined when they have left it or their account is closed. */
export async function sessionOfPerson({ engines, clock }: Pick<Services, 'engines' | 'clock'>, db: Db, code: string, userId: string, ip: string | null): Promise<Session | undefined> {
  const { catalogue } = engines.base()
  const company = await findCompany(db, code)
  const [person] = await recipientsOf(db, code, catalogue.organisation, [userId], clock.now())
  if (company === undefined || person === undefined || !person.user.active || !person.user.companies.includes(code)) return undefined
  const settings = effectiveSettings(catalogue.settings, await loadSettings(db, code))
  const today = clock.today(company.time_zone)
  return {
    tokenHash: '', hasSecondFactor: false, settings, arrangement: [], ip, today, actor: actorOf({ ...person, company }, today),
    company: { code, name: company.name, displayName: company.display_name, timeZone: company.time_zone, logo: company.logo, currency: companyCurrency(catalogue, settings) ?? company.currency },
  }
}
