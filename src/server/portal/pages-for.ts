import { hasApprovals, rightsOf, rightToOpen } from '../../core/index.ts'
import type { Engine, ResolvedPage } from '../../core/index.ts'
import type { Session } from '../services.ts'
import { switchedOffFor } from '../settings/arrangement.ts'
import { mayOpenDashboard } from '../dashboards/dashboard-access.ts'
import { verbsOf } from './verbs-of.ts'

const APPROVAL_SCREENS: ReadonlySet<string> = new Set(['approvals', 'approval'])

/** Pages that the current user may open: of types they may see, and of the administration rights they have. */
export function pagesFor(engine: Engine, session: Session): Record<string, ResolvedPage> {
  return Object.fromEntries(Object.entries(engine.catalogue.pages).filter(([, page]) => mayOpen(engine, session, page)).map(([id, page]) => [id, titled(page, session.actor.roles)]))
}

/** The page with the heading for the roles. */
function titled({ titleFor = {}, ...page }: ResolvedPage, roles: readonly string[]): ResolvedPage {
  const role = Object.keys(titleFor).find((one) => roles.includes(one))
  return role === undefined ? page : { ...page, title: { text: titleFor[role] ?? '' } }
}

/**
 * Whether the current user may open the page. Pages the company switched off are closed. Administration pages require a right, approvals an
 * involvement in approvals, dashboards their own conditions, and type pages any verb on the type.
 */
export function mayOpen(engine: Engine, session: Session, page: ResolvedPage): boolean {
  const { actor } = session
  const right = rightToOpen(page.screen)
  if (right !== undefined && !rightsOf(actor).includes(right)) return false
  if (APPROVAL_SCREENS.has(page.screen) && !hasApprovals(actor)) return false
  if (switchedOffFor(engine, session).pages.has(page.id)) return false
  const dashboard = page.dashboard === undefined ? undefined : engine.catalogue.dashboards[page.dashboard]
  if (dashboard !== undefined && !mayOpenDashboard(engine, session, dashboard)) return false
  const type = page.type === undefined ? undefined : engine.catalogue.types[page.type]
  return type === undefined || verbsOf(type, actor).length > 0
}
