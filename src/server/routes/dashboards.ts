import type { FastifyPluginCallback } from 'fastify'
import { AnalyticsAnswer, answerOf, withPropertiesOf, CanViewDashboardAnswer, DashboardAnswer, described, narrowed, integer, object, optional } from '../../contract/index.ts'
import type { Answer, Schema } from '../../contract/index.ts'
import type { AuditSubject, Engine, JsonObject, ResolvedDashboard } from '../../core/index.ts'
import { commandContext } from '../commands/context.ts'
import { signedAddress } from '../dashboards/analytics-link.ts'
import { readDashboard } from '../dashboards/read-dashboard.ts'
import { externalUrl, mayOpenDashboard, pageOfDashboard } from '../dashboards/dashboard-access.ts'
import { AppError } from '../errors.ts'
import { data, json } from '../openapi/call.ts'
import type { Session } from '../services.ts'
import { appendEvent } from '../store/audit/events.ts'

/** The value is in `data` and also at the top level, where older clients expect it. */
const doubled = (schema: Schema): JsonObject => json('The answer.', withPropertiesOf(answerOf(schema), schema))

const YEAR = object({ year: optional(described(narrowed(integer, { minimum: 1900, maximum: 2199 }), 'A year such as 2026; the current one by default.')) })

/** GET dashboards/<id>, POST hrmis/auth/canViewDashboard, POST hrmis/auth/accessAnalyticsDashboard */
export const dashboardRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { services } = app

  app.get<{ Params: { id: string }; Querystring: { year?: string | string[] } }>('/dashboards/:id', {
    config: { costs: 'figures' },
    schema: { call: { id: 'dashboard', summary: 'A dashboard as the caller sees it, for one year', tag: 'Dashboards', query: YEAR, answer: data('Profile, figures and charts.', DashboardAnswer), errors: [404] } },
  }, async ({ params, query, session }): Promise<Answer<DashboardAnswer>> => {
    const year = yearOf(query.year)
    const command = commandContext(services, session)
    const { dashboards } = command.engine.catalogue
    const dashboard = Object.hasOwn(dashboards, params.id) ? dashboards[params.id] : undefined
    if (dashboard === undefined || !mayOpenDashboard(command.engine, session, dashboard)) throw new AppError('not-found')
    return { data: await readDashboard(command, dashboard, year), message: '' }
  })

  app.post('/hrmis/auth/canViewDashboard', {
    schema: { call: { id: 'canViewDashboard', summary: 'Whether the caller may open the analytics dashboard', tag: 'Dashboards', answer: doubled(CanViewDashboardAnswer) } },
  }, ({ session }): Answer<CanViewDashboardAnswer> & CanViewDashboardAnswer => {
    const engine = services.engines.forActor(session.actor)
    const dashboard = analyticsFor(engine, session)
    const path = dashboard === undefined || externalUrl(dashboard, session) !== undefined ? null : (pageOfDashboard(engine, dashboard.id)?.path ?? null)
    const answer = { can_view_dashboard: dashboard !== undefined, path }
    return { data: answer, ...answer, message: '' }
  })

  app.post('/hrmis/auth/accessAnalyticsDashboard', {
    schema: { call: { id: 'accessAnalyticsDashboard', summary: 'Where the analytics dashboard is', tag: 'Dashboards', answer: doubled(AnalyticsAnswer), errors: [403, 503] } },
  }, async ({ session, ip }): Promise<Answer<AnalyticsAnswer> & AnalyticsAnswer> => {
    const engine = services.engines.forActor(session.actor)
    const dashboard = analyticsFor(engine, session)
    if (dashboard === undefined) throw new AppError('forbidden')
    const url = addressOf(engine, session, dashboard)
    await appendEvent(services.database.kysely, { company: session.company.code, type: 'session' satisfies AuditSubject, key: null, kind: 'analytics-opened', actor: session.actor.id, ip, at: services.clock.now() })
    return { data: { url }, url, message: '' }
  })

  function addressOf(engine: Engine, session: Session, dashboard: ResolvedDashboard): string {
    const elsewhere = externalUrl(dashboard, session)
    if (elsewhere === undefined) return pageOfDashboard(engine, dashboard.id)?.path ?? '/'
    const { analyticsSecret } = services.config
    if (analyticsSecret === undefined) throw new AppError('analytics-unsigned')
    return signedAddress(elsewhere, session, analyticsSecret, services.clock.now())
  }

  done()
}

/** The dashboard behind the Analytics button, if the session's user may open it. */
function analyticsFor(engine: Engine, session: Session): ResolvedDashboard | undefined {
  return Object.values(engine.catalogue.dashboards).find((dashboard) => dashboard.elsewhere !== undefined && mayOpenDashboard(engine, session, dashboard))
}

function yearOf(text: string | string[] | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  if (typeof text !== 'string' || !/^(19|2[01])\d\d$/.test(text)) throw new AppError('invalid-request', { reason: '"year" must be a year such as 2026.' })
  return Number(text)
}
