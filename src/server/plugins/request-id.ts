/**
 * Each request has an id assigned by the server: it is in the response's header, in error responses, and in every log line about the
 * request.
 */
import plugin from 'fastify-plugin'

/** The response header with the request's id. */
export const REQUEST_ID = 'x-request-id'

/** Adds the id to every response. At log level debug, each request is logged, with its route and never its URL. */
export const requestIdPlugin = plugin(
  (app, _options, done) => {
    const { config, log } = app.services
    app.addHook('onRequest', (request, reply, next) => {
      void reply.header(REQUEST_ID, request.id)
      next()
    })
    if (config.logLevel === 'debug' || config.logLevel === 'trace') {
      app.addHook('onResponse', (request, reply, next) => {
        const { id, method, routeOptions } = request
        log.debug({ reqId: id, method, route: routeOptions.url, status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) }, 'answered')
        next()
      })
    }
    done()
  },
  { name: 'request-id', fastify: '5.x' },
)
