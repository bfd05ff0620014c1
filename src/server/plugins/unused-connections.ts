/**
 * Closes connections over which nothing was asked when the server stops. Browsers open some beforehand; Node keeps them for the
 * minute in which a request may come, and the server's end would wait for that.
 */
import type { IncomingMessage } from 'node:http'
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
    app.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket))
    app.addHook('preClose', (closed) => {
      isClosing = true
      for (const socket of unused) socket.destroy()
      closed()
    })
    done()
  },
  { name: 'unused-connections', fastify: '5.x' },
)
