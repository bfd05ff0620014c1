import { companyCurrency, effectiveSettings } from '../settings/effective-settings.ts'
import type { Services, Session } from '../services.ts'
import type { Db } from '../store/connection/database.ts'
import { loadSettings } from '../store/settings/settings.ts'
import type { CompaniesTable } from '../store/sql/tables.ts'

interface Acting {
  company: CompaniesTable
  /** Returns the actor, given the company's current date. */
  actorOn: (today: string) => Session['actor']
  ip?: string | null
  /** When they proved their identity: null if they have not, now for the portal itself. */
  provedAt: Date | null
}

/** A session for an actor who has not signed in: the portal itself, or a person following a link in a mail. */
export async function sessionAs({ engines, clock }: Pick<Services, 'engines' | 'clock'>, db: Db, { company, actorOn, ip = null, provedAt }: Acting): Promise<Session> {
  const { catalogue } = engines.base()
  const settings = effectiveSettings(catalogue.settings, await loadSettings(db, company.code))
  const today = clock.today(company.time_zone)
  return {
    tokenHash: '', hasSecondStep: false, provedAt, setUpUntil: null, hasAuthenticator: false, needsAuthenticator: false, settings, arrangement: [], extraLinks: [], ip, today, actor: actorOn(today), companies: [company.code],
    company: { code: company.code, name: company.name, displayName: company.display_name, timeZone: company.time_zone, logo: company.logo, currency: companyCurrency(catalogue, settings) ?? company.currency },
  }
}
