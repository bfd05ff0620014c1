import { arrangeMenu, withExtraLinks } from '../../core/index.ts'
import type { Engine, ResolvedMenuEntry, RuleContext } from '../../core/index.ts'
import { contextOf } from '../dashboards/visible-source.ts'
import type { Session } from '../services.ts'
import { holds } from './holds.ts'
import { mayOpen } from './pages-for.ts'
import { verbsOf } from './verbs-of.ts'

/** The menu for the current user, without entries they cannot open and groups that would be empty. */
export function menuFor(engine: Engine, session: Session): ResolvedMenuEntry[] {
  const context = contextOf(session)
  const visible = (entries: ResolvedMenuEntry[]): ResolvedMenuEntry[] =>
    entries.flatMap((entry) => {
      if (!isOffered(engine, session, entry, context)) return []
      const subs = visible(entry.subs)
      const leadsSomewhere = entry.page !== undefined || entry.records !== undefined || entry.url !== undefined || subs.length > 0
      if (!leadsSomewhere) return []
      const { topBar, ...rest } = entry
      return [{ ...rest, subs, ...(topBar !== undefined && holds(engine, topBar, context) && { topBar }) }]
    })
  const { menu, pages } = engine.catalogue
  return visible(withExtraLinks(arrangeMenu(menu, pages, session.arrangement), session.extraLinks))
}

function isOffered(engine: Engine, session: Session, entry: ResolvedMenuEntry, context: RuleContext): boolean {
  if (entry.roles !== undefined && !entry.roles.some((role) => session.actor.roles.includes(role))) return false
  if (entry.when !== undefined && !holds(engine, entry.when, context)) return false
  if (entry.records !== undefined) return mayList(engine, session, entry.records)
  const page = entry.page === undefined ? undefined : engine.catalogue.pages[entry.page]
  if (page === undefined) return entry.page === undefined
  return page.screen === 'list' && page.type !== undefined ? mayList(engine, session, page.type) : mayOpen(engine, session, page)
}

function mayList(engine: Engine, session: Session, id: string): boolean {
  const type = engine.catalogue.types[id]
  return type !== undefined && verbsOf(type, session.actor).includes('list')
}
