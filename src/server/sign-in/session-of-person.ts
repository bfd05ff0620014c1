import type { Services, Session } from '../services.ts'
import type { Db } from '../store/connection/database.ts'
import { findCompany } from '../store/settings/companies.ts'
import { recipientsOf } from '../store/users/recipients.ts'
import { actorOf } from './establish-session.ts'
import { sessionAs } from './session-as.ts'

/** A session for a person who has not signed in; undefined if they have left the company or their account is deactivated. */
export async function sessionOfPerson(services: Pick<Services, 'engines' | 'clock'>, db: Db, code: string, userId: string, ip: string | null): Promise<Session | undefined> {
  const company = await findCompany(db, code)
  const [person] = await recipientsOf(db, code, services.engines.base().catalogue.organisation, [userId], services.clock.now())
  if (company === undefined || person === undefined || !person.user.active || person.has_left || !person.user.companies.includes(code)) return undefined
  return sessionAs(services, db, { company, actorOn: (today) => actorOf({ ...person, company }, today), ip, provedAt: null })
}
