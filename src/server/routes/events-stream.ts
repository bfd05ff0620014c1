import type { FastifyPluginCallback } from 'fastify'
import { text } from '../../contract/index.ts'

/** GET events/stream: live events for the current user. */
export const eventsStreamRoutes: FastifyPluginCallback = (app, _options, done) => {
  // Compression would hold events back until it had enough of them; a HEAD request would open a stream that nobody reads.
  app.get('/events/stream', {
    config: { isBackground: true, isStream: true, costs: 'counted' }, compress: false, exposeHeadRoute: false,
    schema: {
      call: {
        id: 'events-stream', summary: 'Events for the caller as they happen: counts, notifications, changed documents', tag: 'Notifications',
        answer: {
          description: 'Server-sent events `sync`, `badge`, `notification`, `changed` and `end`, each with JSON data of ids and counts, until the session ends. Read it with the token in the header; it does not count as activity of the session.',
          content: { 'text/event-stream': { schema: text } },
        },
        errors: [503],
      },
    },
  }, (request, reply) => {
    const stream = app.live.open(request.session)
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store, no-transform')
      // Otherwise nginx buffers the stream.
      .header('x-accel-buffering', 'no')
      .send(stream.readable)
  })
  done()
}
