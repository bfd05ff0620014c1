import { rightToOpen, type Engine, type ResolvedPage } from '../../core/index.ts'
import { contextOf } from '../dashboards/visible-source.ts'
import type { Session } from '../services.ts'
import { holds } from './holds.ts'
import { mayOpen } from './pages-for.ts'

/** The page shown after sign-in: the first landing page that applies to the current user; undefined if none does. */
export function homeFor(engine: Engine, session: Session): ResolvedPage | undefined {
  const { landing, pages } = engine.catalogue
  const found = landing.find(({ page: id, roles, when }) => {
    const page = pages[id]
    if (page === undefined || !mayOpen(engine, session, page)) return false
    if (roles !== undefined && !roles.some((role) => session.actor.roles.includes(role))) return false
    return when === undefined || holds(engine, when, contextOf(session))
  })
  return found && pages[found.page]
}

/**
 * The start page of the administration: the home page if it belongs to the administration, otherwise the users page, otherwise any
 * administration page the current user may open; undefined if they administer nothing.
 */
export function administrationFor(engine: Engine, session: Session): ResolvedPage | undefined {
  const home = homeFor(engine, session)
  if (home !== undefined && rightToOpen(home.screen) !== undefined) return home
  const whole = Object.values(engine.catalogue.pages).filter((page) => rightToOpen(page.screen) !== undefined && page.key === undefined)
  const open = whole.filter((page) => mayOpen(engine, session, page))
  return open.find(({ screen }) => screen === 'users') ?? open[0]
}

/**
 * Redirects a dashboard that is another person's landing page to this user's home, and a short administration address to a page they may
 * open. Every other closed page stays closed.
 */
export function redirectsFor(engine: Engine, session: Session): Record<string, string> {
  const { landing, pages } = engine.catalogue
  const begin = administrationFor(engine, session)?.path
  const isClosed = (path: string): boolean => Object.values(pages).some((page) => page.path === path && rightToOpen(page.screen) !== undefined && !mayOpen(engine, session, page))
  const redirects = Object.fromEntries(Object.entries(engine.catalogue.redirects).map(([from, to]) => [from, begin !== undefined && isClosed(to) ? begin : to]))
  const closed = landing.flatMap(({ page: id }) => {
    const page = pages[id]
    return page?.screen !== 'dashboard' || mayOpen(engine, session, page) ? [] : [[page.path, '/'] as const]
  })
  return { ...redirects, ...Object.fromEntries(closed) }
}
