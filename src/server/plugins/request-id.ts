/** Each request has an id of the server's own: it stands on the answer, in what is refused, and in every line of the log about it. */
import plugin from 'fastify-plugin'

/** Where an answer says which request it answers. */
export const REQUEST_ID = 'x-request-id'

/** Puts the id on every answer; at the level debug each request is a line of the log, by its route and never by its address. */
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
