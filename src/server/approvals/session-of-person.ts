import type { Services, Session } from '../services.ts'
import { actorOf } from '../sign-in/establish-session.ts'
import { sessionAs } from '../sign-in/session-as.ts'
import { findCompany } from '../store/companies.ts'
import type { Db } from '../store/database.ts'
import { recipientsOf } from '../store/recipients.ts'

/** A person of the company as who acts, though they have not signed in; undefined when they have left it or their account is closed. */
export async function sessionOfPerson(services: Pick<Services, 'engines' | 'clock'>, db: Db, code: string, userId: string, ip: string | null): Promise<Session | undefined> {
  const company = await findCompany(db, code)
  const [person] = await recipientsOf(db, code, services.engines.base().catalogue.organisation, [userId], services.clock.now())
  if (company === undefined || person === undefined || !person.user.active || !person.user.companies.includes(code)) return undefined
  return sessionAs(services, db, { company, actorOn: (today) => actorOf({ ...person, company }, today), ip, provedAt: null })
}
