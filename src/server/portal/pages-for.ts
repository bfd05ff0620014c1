import type { Engine, ResolvedPage } from '../../core/index.ts'
import type { Session } from '../services.ts'
import { verbsOf } from './types-for.ts'

const ADMINISTRATORS_ONLY = new Set(['settings', 'outbox'])

/** Screens that the person may open: those of types they may see, and the administrators' own. */
export function pagesFor(engine: Engine, session: Session): Record<string, ResolvedPage> {
  return Object.fromEntries(Object.entries(engine.catalogue.pages).filter(([, page]) => mayOpen(engine, session, page)))
}

export function mayOpen(engine: Engine, { actor }: Session, page: ResolvedPage): boolean {
  if (ADMINISTRATORS_ONLY.has(page.screen) && !actor.roles.includes('administrator')) return false
  const type = page.type === undefined ? undefined : engine.catalogue.types[page.type]
  return type === undefined || verbsOf(type, actor).length > 0
}
