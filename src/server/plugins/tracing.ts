/** Makes each API call a span, if traces are exported at all. */
import plugin from 'fastify-plugin'
import { API_PREFIX } from '../../contract/index.ts'
import type { TracedRequest } from '../telemetry/tracing.ts'

/**
 * Must be registered before anything that queries the database. Leaves out streams, which are open for hours, the portal's own files and
 * health checks.
 */
export const tracingPlugin = plugin(
  (app, _options, done) => {
    const { tracing } = app.services
    if (tracing === undefined) return done()
    const traced = new WeakMap<object, TracedRequest>()
    app.addHook('onRequest', (request, _reply, next) => {
      const { id, method, headers, routeOptions: { url: route, config } } = request
      if (route?.startsWith(API_PREFIX) !== true || config.isStream === true) return next()
      const begun = tracing.request({ id, method, route, headers })
      traced.set(request, begun)
      begun.within(next)
    })
    // Reading the body continues from its socket, which belongs to no request, so the context is restored here.
    app.addHook('preValidation', (request, _reply, next) => {
      const begun = traced.get(request)
      if (begun === undefined) return next()
      begun.within(next)
    })
    app.addHook('onResponse', (request, reply, next) => {
      const begun = traced.get(request)
      if (begun === undefined) return next()
      begun.end(reply.statusCode)
      begun.within(next)
    })
    done()
  },
  { name: 'tracing', fastify: '5.x' },
)
