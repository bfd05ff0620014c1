/** Figures for Prometheus at /metrics: how long requests take by route, what was written and decided, what waits to be mailed. */
import { createHash, timingSafeEqual } from 'node:crypto'
import plugin from 'fastify-plugin'
import type { FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { text } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import type {} from '../openapi/call.ts'
import { outboxSize } from '../store/outbox.ts'

export interface Figures {
  /** Documents created, updated or moved, by type and command. */
  documentsWritten: Counter<'type' | 'command'>
  approvalsDecided: Counter<'decision'>
  /** Requests that were refused because a person or a company has had its share, by what they cost. */
  costlyRefused: Counter<'costs' | 'whose'>
}

declare module 'fastify' {
  interface FastifyInstance { figures: Figures }
  interface FastifyContextConfig {
    /** Is open as long as somebody reads, so that its time says nothing. */
    isStream?: boolean
  }
}

/** Counts and times requests. Each app has its own registry, so that tests with several apps do not meet. */
export const metricsPlugin = plugin(
  (app, _options, done) => {
    const registry = new Registry()
    if (app.services.config.mode !== 'test') collectDefaultMetrics({ register: registry })
    const duration = new Histogram({
      name: 'http_request_duration_seconds', help: 'Time to answer, by route.', labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10], registers: [registry],
    })
    app.decorate('figures', {
      documentsWritten: new Counter({ name: 'documents_written_total', help: 'Documents written, by type and command.', labelNames: ['type', 'command'] as const, registers: [registry] }),
      approvalsDecided: new Counter({ name: 'approvals_decided_total', help: 'Approval entries decided.', labelNames: ['decision'] as const, registers: [registry] }),
      costlyRefused: new Counter({ name: 'costly_requests_refused_total', help: 'Requests refused because a person or a company has had its share.', labelNames: ['costs', 'whose'] as const, registers: [registry] }),
    })
    new Gauge({
      name: 'outbox_unsent', help: 'Messages that wait to be mailed.', registers: [registry],
      async collect() {
        this.set(await outboxSize(app.services.database))
      },
    })
    new Gauge({
      name: 'live_streams', help: 'Event streams that are open.', registers: [registry],
      collect() {
        this.set(app.live.size)
      },
    })
    app.addHook('onResponse', (request, reply, next) => {
      // A stream is answered when it ends, hours later.
      if (request.routeOptions.config.isStream === true) return next()
      const route = request.routeOptions.url ?? 'unknown'
      duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
      countCommand(app.figures, request.routeOptions.config, reply.statusCode)
      next()
    })
    app.get('/metrics', {
      config: { isPublic: true },
      schema: { call: { id: 'metrics', summary: 'Figures for Prometheus', tag: 'Operation', answer: { description: 'The figures, as text.', content: { 'text/plain': { schema: text } } } } },
    }, async (request, reply) => {
      requireReader(request, app.services.config.metricsToken)
      return reply.type(registry.contentType).send(await registry.metrics())
    })
    done()
  },
  { name: 'metrics', dependencies: ['live'], fastify: '5.x' },
)

/** Who reads how much is done, when and by what, has the token; without one only programs on this machine do. Throws AppError. */
function requireReader(request: FastifyRequest, token: string | undefined): void {
  if (token === undefined) {
    const isFromHere = LOOPBACK.test(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined
    if (!isFromHere) throw new AppError('unknown-route')
    return
  }
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  if (!timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`))) throw new AppError('not-signed-in')
}

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/

/** What a route that writes says of itself in its config. */
export interface CountedRoute { documentType?: string; command?: string; decision?: string }

/** An answer below 300 counts. */
function countCommand(figures: Figures, config: unknown, status: number): void {
  const { documentType, command, decision } = (config ?? {}) as CountedRoute
  if (status >= 300) return
  if (documentType !== undefined && command !== undefined) figures.documentsWritten.inc({ type: documentType, command })
  if (decision !== undefined) figures.approvalsDecided.inc({ decision })
}
