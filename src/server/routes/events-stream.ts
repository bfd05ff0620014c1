import type { FastifyPluginCallback } from 'fastify'

/** GET events/stream: what concerns the person, as it happens. */
export const eventsStreamRoutes: FastifyPluginCallback = (app, _options, done) => {
  // Compression would keep events back until it has enough of them; a HEAD would open a stream that nobody reads.
  app.get('/events/stream', { config: { isBackground: true, isStream: true }, compress: false, exposeHeadRoute: false }, (request, reply) => {
    const stream = app.live.open(request.session)
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store, no-transform')
      // Nginx would buffer it.
      .header('x-accel-buffering', 'no')
      .send(stream.readable)
  })
  done()
}
