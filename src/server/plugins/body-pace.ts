/**
 * How a body comes is watched on the request itself, from the moment in which somebody begins to read it: who reads it, and as what,
 * is all the same. What comes too slowly fails as a stream does.
 */
import { finished } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { AppError } from '../errors.ts'
import type { Patience } from '../limits/patience.ts'

/** Whoever reads a body that comes too slowly is refused with `too-slow`. */
export const bodyPacePlugin = plugin<{ patience: Readonly<Patience> }>(
  (app, { patience }, done) => {
    app.addHook('preParsing', (request, _reply, _payload, next) => {
      // The first reader lets it flow, which may be long after: its turn comes before.
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

/** Only who keeps a turn from others has to send at a pace: for everybody else it is enough that all of it comes in time. */
function watch({ raw, holdsTurn }: FastifyRequest, { minBytesInSpan, spanMs, bodyMs }: Readonly<Patience>): void {
  let inSpan = 0
  const count = (piece: Buffer | string): void => { inSpan += Buffer.byteLength(piece) }
  // Not destroyed: the answer goes over the same connection.
  const tooSlow = (): void => void raw.emit('error', new AppError('too-slow'))
  const all = setTimeout(tooSlow, bodyMs)
  const span = !holdsTurn ? undefined : setInterval(() => {
    if (inSpan < minBytesInSpan) tooSlow()
    inSpan = 0
  }, spanMs)
  // Stays to hear of a failure: what is not read any more has nobody else who does.
  finished(raw, { writable: false }, () => {
    clearTimeout(all)
    clearInterval(span)
    raw.off('data', count)
  })
  raw.on('data', count)
}
