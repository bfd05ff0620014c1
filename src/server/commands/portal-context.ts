import type { Services } from '../services.ts'
import { portalItself } from '../sign-in/portal-itself.ts'
import { sessionAs } from '../sign-in/session-as.ts'
import type { CompaniesTable } from '../store/sql/tables.ts'
import { commandContext, type CommandContext } from './context.ts'

/** The context of work that nobody asked for: the portal itself acts in the company. */
export async function portalContext(services: Services, company: CompaniesTable): Promise<CommandContext> {
  const session = await sessionAs(services, services.database.kysely, { company, actorOn: () => portalItself(company), provedAt: services.clock.now() })
  return commandContext(services, session)
}
