import { Agent, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { unusedConnectionsPlugin } from './unused-connections.ts'

it('a connection whose response is in progress when the server closes is closed after that response', async () => {
  const app = Fastify()
  await app.register(unusedConnectionsPlugin)
  const body = new PassThrough()
  app.get('/', (_request, reply) => {
    body.write('the first half ')
    return reply.send(body)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true })
  const { port } = app.server.address() as AddressInfo
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ agent, port, host: '127.0.0.1' }, resolve).on('error', reject)
  })
  let text = ''
  answer.setEncoding('utf8').on('data', (part: string) => { text += part })
  await expect.poll(() => text).toBe('the first half ')
  const closed = app.close()
  // The server no longer listens: it has begun to close.
  await expect.poll(() => app.server.listening).toBe(false)
  body.end('and the second')
  await closed
  expect(text).toBe('the first half and the second')
  agent.destroy()
}, 10_000)
