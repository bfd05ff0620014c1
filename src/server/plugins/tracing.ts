/** Each call of the API is a span, where traces are exported at all. */
import plugin from 'fastify-plugin'
import { API_PREFIX } from '../../contract/index.ts'
import type { TracedRequest } from '../telemetry/tracing.ts'

/** Registered before whatever asks the database. Streams, which are open for hours, are left out, as are the portal's own files and what asks whether the server is well. */
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
    // A body that was read comes from its socket, which belongs to no request.
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
