import { hasApprovals, rightsOf, rightToOpen } from '../../core/index.ts'
import type { Engine, ResolvedPage } from '../../core/index.ts'
import type { Session } from '../services.ts'
import { offFor } from '../settings/arrangement.ts'
import { mayOpenDashboard } from '../dashboards/who-may-open.ts'
import { verbsOf } from './verbs-of.ts'

const APPROVAL_SCREENS: ReadonlySet<string> = new Set(['approvals', 'approval'])

/** Screens that the person may open: those of types they may see, and of what they administer. */
export function pagesFor(engine: Engine, session: Session): Record<string, ResolvedPage> {
  return Object.fromEntries(Object.entries(engine.catalogue.pages).filter(([, page]) => mayOpen(engine, session, page)))
}

/** Whether the person may open the screen: what the company switched off is closed, the administration opens by rights, approvals to whom they concern, dashboards by their `when`, types by any verb on them. */
export function mayOpen(engine: Engine, session: Session, page: ResolvedPage): boolean {
  const { actor } = session
  const right = rightToOpen(page.screen)
  if (right !== undefined && !rightsOf(actor).includes(right)) return false
  if (APPROVAL_SCREENS.has(page.screen) && !hasApprovals(actor)) return false
  if (offFor(engine, session).pages.has(page.id)) return false
  const dashboard = page.dashboard === undefined ? undefined : engine.catalogue.dashboards[page.dashboard]
  if (dashboard !== undefined && !mayOpenDashboard(engine, session, dashboard)) return false
  const type = page.type === undefined ? undefined : engine.catalogue.types[page.type]
  return type === undefined || verbsOf(type, actor).length > 0
}
