/**
 * Monitors how fast a request body arrives. It watches the request stream itself from the moment someone starts reading it, whatever reads
 * it and as whatever format. A body that arrives too slowly makes the stream fail.
 */
import { finished } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { AppError } from '../errors.ts'
import type { RequestTimeouts } from '../limits/request-timeouts.ts'

/** Readers of a body that arrives too slowly fail with `too-slow`. */
export const bodyPacePlugin = plugin<{ patience: Readonly<RequestTimeouts> }>(
  (app, { patience }, done) => {
    app.addHook('preParsing', (request, _reply, _payload, next) => {
      // The stream starts to flow with its first reader, possibly much later, after waiting for its turn.
      if (hasBody(request)) request.raw.once('resume', () => watch(request, patience))
      next()
    })
    done()
  },
  { name: 'body-pace', dependencies: ['errors', 'costs'], fastify: '5.x' },
)

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * A minimum rate applies only to requests that began in a turn others wait for; those that arrive slowly give it to them meanwhile. For all
 * others, the whole body must arrive in time.
 */
function watch({ raw, yieldTurn }: FastifyRequest, { minBytesInSpan, turnBytesInSpan, spanMs, bodyMs }: Readonly<RequestTimeouts>): void {
  let inSpan = 0
  const count = (piece: Buffer | string): void => { inSpan += Buffer.byteLength(piece) }
  // The stream is not destroyed, because the response uses the same connection.
  const tooSlow = (): void => void raw.emit('error', new AppError('too-slow'))
  const all = setTimeout(tooSlow, bodyMs)
  const span = yieldTurn === undefined ? undefined : setInterval(() => {
    if (inSpan < minBytesInSpan) tooSlow()
    else if (inSpan < turnBytesInSpan) yieldTurn()
    inSpan = 0
  }, spanMs)
  // Also keeps an error listener attached: once nothing reads the stream, there would be no other.
  finished(raw, { writable: false }, () => {
    clearTimeout(all)
    clearInterval(span)
    raw.off('data', count)
  })
  raw.on('data', count)
}
