/** The web application over the services: plugins in order, then the routes. */
import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import Fastify from 'fastify'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { constants } from 'node:zlib'
import { API_PREFIX } from '../contract/index.ts'
import { PATIENCE, type Patience } from './limits/patience.ts'
import { bodyPacePlugin } from './plugins/body-pace.ts'
import { boundedJsonPlugin } from './plugins/bounded-json.ts'
import { costsPlugin } from './plugins/costs.ts'
import { answerClientError, answerError, errorsPlugin } from './plugins/errors.ts'
import { livePlugin } from './plugins/live.ts'
import { metricsPlugin } from './plugins/metrics.ts'
import { readableRequestPlugin } from './plugins/readable-request.ts'
import { requestIdPlugin } from './plugins/request-id.ts'
import { securityPlugin } from './plugins/security.ts'
import { sessionPlugin } from './plugins/session.ts'
import { sessionCookiePlugin } from './plugins/session-cookie.ts'
import { documentedRoutesPlugin } from './plugins/documented-routes.ts'
import { tracingPlugin } from './plugins/tracing.ts'
import { staticPortalPlugin } from './plugins/static-portal.ts'
import { unusedConnectionsPlugin } from './plugins/unused-connections.ts'
import { API_ROUTES } from './routes/api-routes.ts'
import { healthRoutes } from './routes/health.ts'
import type { Services } from './services.ts'

/** Routes without files to take; those that take files say more. */
const BODY_LIMIT = 1_000_000
/** Longer than a turn is waited for and a body is read after it, each of which is refused with a sentence of its own. */
const REQUEST_TIMEOUT_MS = PATIENCE.turnMs + PATIENCE.bodyMs + 30_000

export interface BuildOptions {
  /** Told of every route as it is registered: how a test knows that it left none out. */
  onRoute?: (route: RouteOptions) => void
  /** For tests, which do not wait for as long as people do. */
  patience?: Readonly<Patience>
}

/** Builds the application; it listens to nothing yet. */
export async function buildApp(services: Services, { onRoute, patience = PATIENCE }: BuildOptions = {}): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Refused by the plugin of errors instead.
    http: { requireHostHeader: false },
    genReqId: () => randomUUID(),
    // Only these are believed when they say for whom they ask: sign-in limits and the audit trail go by the address.
    trustProxy: services.config.trustProxy,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    // With strict numbers the limits of a number are passed over for 1e309, which is made Infinity on the way from a query's text.
    ajv: { customOptions: { removeAdditional: false, allErrors: false, strictNumbers: false } },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply, services.log),
  })
  // A body is JSON or it is refused; Fastify would also take plain text.
  app.removeContentTypeParser('text/plain')
  if (onRoute) app.addHook('onRoute', onRoute)
  app.decorate('services', services)
  await app.register(documentedRoutesPlugin)
  await app.register(errorsPlugin)
  await app.register(tracingPlugin)
  await app.register(requestIdPlugin)
  await app.register(securityPlugin)
  await app.register(compress, { globalDecompression: false, threshold: 1024, encodings: ['br', 'gzip'], brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } })
  await app.register(livePlugin)
  // After the streams, whose end takes a moment in which others connect.
  await app.register(unusedConnectionsPlugin)
  await app.register(metricsPlugin)
  await app.register(sessionCookiePlugin)
  await app.register(sessionPlugin)
  await app.register(costsPlugin, { patience })
  await app.register(bodyPacePlugin, { patience })
  await app.register(boundedJsonPlugin, { patience })
  await app.register(readableRequestPlugin)
  await app.register(healthRoutes)
  for (const routes of API_ROUTES) await app.register(routes, { prefix: API_PREFIX })
  await app.register(staticPortalPlugin)
  return app
}
