/**
 * Closes connections that nobody needs any more when the server stops: those over which nothing was asked, which browsers open beforehand,
 * and those whose answer was under way, as soon as it is sent. Node keeps both for the minute in which a request may come, and the
 * server's end would wait for that.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import plugin from 'fastify-plugin'

export const unusedConnectionsPlugin = plugin(
  (app, _options, done) => {
    const unused = new Set<Socket>()
    let isClosing = false
    app.server.on('connection', (socket: Socket) => {
      if (isClosing) {
        socket.destroy()
        return
      }
      unused.add(socket)
      socket.once('close', () => unused.delete(socket))
    })
    app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      unused.delete(socket)
      // Node takes the connection for idle in the turn after.
      response.once('close', () => { if (isClosing) setImmediate(() => app.server.closeIdleConnections()) })
    })
    app.addHook('preClose', (closed) => {
      isClosing = true
      for (const socket of unused) socket.destroy()
      closed()
    })
    done()
  },
  { name: 'unused-connections', fastify: '5.x' },
)
