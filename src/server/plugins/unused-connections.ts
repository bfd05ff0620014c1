/**
 * Closes unneeded connections when the server stops: those without any request, which browsers open in advance, and those with a response
 * in progress, as soon as it is sent. Node keeps both open for the minute in which a request may come, and the shutdown would wait for
 * that.
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
      // Node considers the connection idle only in the next turn of the event loop.
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
