/** Dashboards and the way to analytics. */
import type { JsonObject } from '../../core/index.ts'
import { dataAnswer, inPath, operation, query } from './operations.ts'

const object = (properties: JsonObject): JsonObject => ({ type: 'object', required: Object.keys(properties), properties })
const list = (items: JsonObject): JsonObject => ({ type: 'array', items })
const numbers = list({ type: 'number' })
const text: JsonObject = { type: 'string' }
const maybeText: JsonObject = { type: ['string', 'null'] }

const PROFILE = object({
  name: text, subtitle: text, isApprover: { type: 'boolean' },
  fields: list(object({ id: text, title: text, icon: maybeText, value: text, format: { type: 'string', enum: ['date', 'email', 'text'] } })),
  buttons: list(object({ id: text, title: text, icon: maybeText, page: text, key: maybeText, isEnabled: { type: 'boolean' } })),
})
const TILE = object({ id: text, title: text, icon: maybeText, page: maybeText, filter: { type: 'object', additionalProperties: text }, value: { type: 'number' }, currency: maybeText })
const CHART = object({
  id: text, title: text, kind: { type: 'string', enum: ['pie', 'doughnut', 'bars', 'months'] },
  categories: list(object({ id: text, label: text, tone: maybeText })),
  series: list(object({
    id: text, title: text, as: { type: 'string', enum: ['bars', 'line'] }, currency: maybeText, solid: numbers,
    rest: { type: ['array', 'null'], items: { type: 'number' }, description: 'Figures of what is not settled yet; null where the series makes no such difference.' },
  })),
})

export const DASHBOARD_PATHS: Record<string, JsonObject> = {
  'dashboards/{id}': {
    get: operation({
      id: 'dashboard', summary: 'A dashboard as the person sees it, for one year', tag: 'Dashboards',
      parameters: [inPath('id'), query('year', 'A year such as 2026; the current one when not given.', { type: 'integer', minimum: 1900, maximum: 2199 })],
      answer: dataAnswer('Profile, figures and charts.', object({
        id: text, title: text, year: { type: 'integer' }, years: list({ type: 'integer' }), profile: { anyOf: [PROFILE, { type: 'null' }] }, tiles: list(TILE), charts: list(CHART),
      })),
      errors: [404],
    }),
  },
  'hrmis/auth/canViewDashboard': {
    post: operation({ id: 'canViewDashboard', summary: 'Whether the person may open the analytics dashboard', tag: 'Dashboards', answer: withOwn({ can_view_dashboard: { type: 'boolean' }, path: { type: ['string', 'null'] } }) }),
  },
  'hrmis/auth/accessAnalyticsDashboard': {
    post: operation({
      id: 'accessAnalyticsDashboard', summary: 'Where the analytics dashboard is: a path of the portal, or a signed address elsewhere that is good for 60 seconds', tag: 'Dashboards',
      answer: withOwn({ url: text }), errors: [403, 503],
    }),
  },
}

/** The value stands in data and, as older callers expect it, beside it. */
function withOwn(own: JsonObject): JsonObject {
  const { description, content } = dataAnswer('The answer.', object(own)) as { description: string; content: { 'application/json': { schema: JsonObject } } }
  const { schema: answer } = content['application/json']
  return { description, content: { 'application/json': { schema: { ...answer, properties: { ...(answer['properties'] as JsonObject), ...own } } } } }
}
