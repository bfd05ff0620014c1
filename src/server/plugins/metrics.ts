/** Prometheus metrics at /metrics: request durations by route, documents written, approvals decided, and messages waiting to be mailed. */
import { createHash, timingSafeEqual } from 'node:crypto'
import plugin from 'fastify-plugin'
import type { FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { text } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import type {} from '../openapi/call.ts'
import { outboxSize } from '../store/delivery/outbox.ts'

export interface Figures {
  /** Documents created, updated or moved, by type and command. */
  documentsWritten: Counter<'type' | 'command'>
  approvalsDecided: Counter<'decision'>
  /** Requests refused because a person or a company had used up its share, by cost class. */
  costlyRefused: Counter<'costs' | 'whose'>
}

declare module 'fastify' {
  interface FastifyInstance { figures: Figures }
  interface FastifyContextConfig {
    /** Stays open as long as the client reads, so its duration is not meaningful. */
    isStream?: boolean
  }
}

/** Counts and times requests. Each app has its own registry, so that apps in tests do not share counters. */
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
      costlyRefused: new Counter({ name: 'costly_requests_refused_total', help: 'Requests refused because a person or a company reached its limit.', labelNames: ['costs', 'whose'] as const, registers: [registry] }),
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
      // A stream's response ends hours later.
      if (request.routeOptions.config.isStream === true) return next()
      const route = request.routeOptions.url ?? 'unknown'
      duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
      countCommand(app.figures, request.routeOptions.config, reply.statusCode)
      next()
    })
    // Requests at once share one collection: it takes milliseconds of the main thread, and compression more.
    let collected: Promise<string> | undefined
    const collect = (): Promise<string> => (collected ??= registry.metrics().finally(() => { collected = undefined }))
    app.get('/metrics', {
      config: { isPublic: true }, compress: false,
      schema: { call: { id: 'metrics', summary: 'Figures for Prometheus', tag: 'Operation', answer: { description: 'The figures, as text.', content: { 'text/plain': { schema: text } } } } },
    }, async (request, reply) => {
      requireReader(request, app.services.config.metricsToken)
      return reply.type(registry.contentType).send(await collect())
    })
    done()
  },
  { name: 'metrics', dependencies: ['live'], fastify: '5.x' },
)

/**
 * Metrics reveal how much is done, when and by what, so reading them requires the token; without a configured token, only programs on this
 * machine may. @throws AppError
 */
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

/** What a route that writes declares in its config. */
export interface CountedRoute { documentType?: string; command?: string; decision?: string }

/** Only responses with a status below 300 count. */
function countCommand(figures: Figures, config: unknown, status: number): void {
  const { documentType, command, decision } = (config ?? {}) as CountedRoute
  if (status >= 300) return
  if (documentType !== undefined && command !== undefined) figures.documentsWritten.inc({ type: documentType, command })
  if (decision !== undefined) figures.approvalsDecided.inc({ decision })
}
