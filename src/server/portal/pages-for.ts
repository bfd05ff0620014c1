import { isAdministrator } from '../../core/index.ts'
import type { Engine, ResolvedPage } from '../../core/index.ts'
import type { Session } from '../services.ts'
import { offFor } from '../settings/arrangement.ts'
import { mayOpenDashboard } from '../dashboards/who-may-open.ts'
import { verbsOf } from './verbs-of.ts'

const ADMINISTRATORS_ONLY = new Set(['settings', 'outbox', 'users', 'sign-ins'])

/** Screens that the person may open: those of types they may see, and the administrators' own. */
export function pagesFor(engine: Engine, session: Session): Record<string, ResolvedPage> {
  return Object.fromEntries(Object.entries(engine.catalogue.pages).filter(([, page]) => mayOpen(engine, session, page)))
}

/** Whether the person may open the screen: what the company switched off is closed, administrators' screens, dashboards by their `when`, types by any verb on them. */
export function mayOpen(engine: Engine, session: Session, page: ResolvedPage): boolean {
  const { actor } = session
  if (ADMINISTRATORS_ONLY.has(page.screen) && !isAdministrator(actor)) return false
  if (offFor(engine, session).pages.has(page.id)) return false
  const dashboard = page.dashboard === undefined ? undefined : engine.catalogue.dashboards[page.dashboard]
  if (dashboard !== undefined && !mayOpenDashboard(engine, session, dashboard)) return false
  const type = page.type === undefined ? undefined : engine.catalogue.types[page.type]
  return type === undefined || verbsOf(type, actor).length > 0
}
