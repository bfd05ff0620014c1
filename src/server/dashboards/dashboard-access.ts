import type { Engine, ResolvedDashboard, ResolvedPage } from '../../core/index.ts'
import { holds } from '../portal/holds.ts'
import type { Session } from '../services.ts'
import { contextOf, visibleSource } from './visible-source.ts'

/** Whether the dashboard is meant for this person and would show them anything. */
export function mayOpenDashboard(engine: Engine, session: Session, dashboard: ResolvedDashboard): boolean {
  if (dashboard.roles !== undefined && !dashboard.roles.some((role) => session.actor.roles.includes(role))) return false
  if (dashboard.when !== undefined && !holds(engine, dashboard.when, contextOf(session))) return false
  if (dashboard.profile !== undefined || externalUrl(dashboard, session) !== undefined) return true
  const sources = [...dashboard.tiles, ...dashboard.charts.flatMap((chart) => chart.series)]
  return sources.some((source) => visibleSource(engine, session, source) !== undefined)
}

/** The URL that a setting specifies for an external dashboard; http or https only, regardless of what the setting contains. */
export function externalUrl({ elsewhere }: ResolvedDashboard, session: Session): URL | undefined {
  const [group = '', name = ''] = elsewhere?.split('.') ?? []
  const text = session.settings[group]?.[name]
  if (typeof text !== 'string' || !URL.canParse(text)) return undefined
  const address = new URL(text)
  return address.protocol === 'https:' || address.protocol === 'http:' ? address : undefined
}

/** The page that shows the dashboard. */
export function pageOfDashboard(engine: Engine, id: string): ResolvedPage | undefined {
  return Object.values(engine.catalogue.pages).find((page) => page.screen === 'dashboard' && page.dashboard === id)
}
