/** Builds the web application on top of the services: registers the plugins in order, then the routes. */
import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import Fastify from 'fastify'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { constants } from 'node:zlib'
import { API_PREFIX } from '../contract/index.ts'
import { REQUEST_TIMEOUTS, type RequestTimeouts } from './limits/request-timeouts.ts'
import { bodyPacePlugin } from './plugins/body-pace.ts'
import { boundedJsonPlugin } from './plugins/bounded-json.ts'
import { costsPlugin } from './plugins/costs.ts'
import { answerClientError, answerError, errorsPlugin } from './plugins/errors.ts'
import { languagePlugin } from './plugins/language.ts'
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

/** In bytes, for routes that accept no files. Routes that do set a higher limit. */
const BODY_LIMIT = 1_000_000
/** Longer than the waits for a turn and for the body together: each of those has its own timeout with its own error message. */
const REQUEST_TIMEOUT_MS = REQUEST_TIMEOUTS.turnMs + REQUEST_TIMEOUTS.bodyMs + 30_000

/** A window of 256 kB: the usual one of 4 MB takes 9 MB for each response under way, and saves next to nothing for a page of JSON. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } }

export interface BuildOptions {
  /** Called for every route as it is registered, so that a test can verify that it covers all of them. */
  onRoute?: (route: RouteOptions) => void
  /** Overridden by tests, which need shorter timeouts. */
  patience?: Readonly<RequestTimeouts>
}

/** Builds the application without listening. */
export async function buildApp(services: Services, { onRoute, patience = REQUEST_TIMEOUTS }: BuildOptions = {}): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // The errors plugin rejects such requests instead.
    http: { requireHostHeader: false },
    genReqId: () => randomUUID(),
    // Only these proxies are trusted to name the client's address, which sign-in limits and the audit trail rely on.
    trustProxy: services.config.trustProxy,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    // With strict numbers, Ajv skips the limits of a number for 1e309, which coercion from a query string turns into Infinity.
    ajv: { customOptions: { removeAdditional: false, allErrors: false, strictNumbers: false } },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply, services.log),
  })
  // A body is JSON or is rejected; Fastify would also accept plain text.
  app.removeContentTypeParser('text/plain')
  if (onRoute) app.addHook('onRoute', onRoute)
  app.decorate('services', services)
  await app.register(documentedRoutesPlugin)
  await app.register(languagePlugin)
  await app.register(errorsPlugin)
  await app.register(tracingPlugin)
  await app.register(requestIdPlugin)
  await app.register(securityPlugin)
  await app.register(compress, { globalDecompression: false, threshold: 1024, encodings: ['br', 'gzip'], brotliOptions: BROTLI })
  await app.register(livePlugin)
  // After the live streams, which take a moment to end while new connections may still arrive.
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
