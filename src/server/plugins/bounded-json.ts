/** Reads JSON bodies, and refuses before parsing whatever is larger, has more parts or nests deeper than any document. */
import { finished, type Readable } from 'node:stream'
import { errorCodes, type FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { AppError, inMegabytes } from '../errors.ts'
import { FileExtractor } from '../files/take-files.ts'
import type { RequestTimeouts } from '../limits/request-timeouts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Body members, at any depth, whose texts are files: they are taken out while they arrive, and the body holds a SentFile instead. */
    fileMembers?: ReadonlySet<string>
  }
}

/** Documents contain lines, and lines contain small objects; deeper nesting is an attack on the stack. */
export const MAX_JSON_DEPTH = 16
/** Values and names: 500 lines of forty fields are four fifths of it. */
const MAX_PARTS = 25_000
/** Bytes of a body without its files. */
export const MAX_BYTES_WITHOUT_FILES = 1024 * 1024
const NONE: ReadonlySet<string> = new Set()

const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44
const OPENS = new Set([91, 123])
const CLOSES = new Set([93, 125])

/** Replaces Fastify's own parser, which is then called with the checked text. */
export const boundedJsonPlugin = plugin<{ patience: Readonly<RequestTimeouts> }>(
  (app, { patience }, done) => {
    const parse = app.getDefaultJsonParser('error', 'error')
    app.removeContentTypeParser('application/json')
    // A few compressed bytes can expand to any size, and no client needs it, so compressed bodies are refused.
    app.addHook('onRequest', (request, _reply, next) => {
      const encoding = request.headers['content-encoding'] ?? 'identity'
      next(encoding.trim().toLowerCase() === 'identity' ? undefined : new AppError('compressed-request'))
    })
    const cutShort = new WeakSet<FastifyRequest>()
    // Fastify would close the connection with the response, and a client still sending much data would never read it.
    app.addHook('onSend', async (request, reply, payload) => {
      if (cutShort.has(request) && !request.raw.complete) void reply.removeHeader('connection')
      return payload
    })
    // The connection is closed a little later instead: a client that is still sending can read the response, but cannot keep the
    // connection.
    app.addHook('onResponse', async ({ raw }) => {
      if (raw.complete !== false) return
      const over = setTimeout(() => { if (!raw.complete) raw.socket.destroy() }, patience.lingerMs)
      raw.once('close', () => clearTimeout(over))
    })
    app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
      const taker = await readBody(request, payload).catch((error: unknown) => {
        cutShort.add(request)
        throw error
      })
      const text = taker.end()
      const reason = whyUnbounded(text)
      if (reason !== undefined) throw new AppError('invalid-request', { reason })
      return taker.restore(await new Promise<unknown>((resolve, reject) => {
        void parse(request, text, (error, body: unknown) => (error === null ? resolve(body) : reject(error)))
      }))
    })
    done()
  },
  { name: 'bounded-json', dependencies: ['errors', 'body-pace'], fastify: '5.x' },
)

/** Reads the body up to its limit. */
async function readBody({ headers, routeOptions: { bodyLimit, config } }: FastifyRequest, payload: Readable): Promise<FileExtractor> {
  const length = Number(headers['content-length'])
  if (length > bodyLimit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  const max = Math.min(bodyLimit, config.fileMembers === undefined ? bodyLimit : MAX_BYTES_WITHOUT_FILES)
  const taker = new FileExtractor(config.fileMembers ?? NONE, max, () => new AppError('too-large-beside-files', { limit: inMegabytes(max) }))
  let received = 0
  await readPieces(payload, (piece) => {
    received += piece.length
    if (received > bodyLimit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
    taker.write(piece)
  })
  if (!Number.isNaN(length) && received !== length) throw new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH()
  return taker
}

/** Passes on the chunks as they arrive. Rejects with the stream's error, or with what `take` throws. */
function readPieces(payload: Readable, take: (piece: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onPiece = (piece: Buffer | string): void => {
      try {
        take(typeof piece === 'string' ? Buffer.from(piece) : piece)
      } catch (error) {
        end(error as Error)
      }
    }
    const end = (error?: Error | null): void => {
      forget()
      payload.off('data', onPiece)
      if (!error) return resolve()
      // The stream is not destroyed, because the response uses the same connection; the rest of the body is discarded.
      payload.resume()
      reject(error)
    }
    const forget = finished(payload, { writable: false }, end)
    payload.on('data', onPiece)
  })
}

/** Why the text must not be parsed; undefined if it may be. A single pass that skips string contents. */
export function whyUnbounded(text: string): string | undefined {
  let depth = 0
  let parts = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = endOfText(text, at)
    else if (sign === COMMA) parts += 1
    else if (OPENS.has(sign)) {
      depth += 1
      parts += 1
    } else if (CLOSES.has(sign)) depth -= 1
    if (depth > MAX_JSON_DEPTH) return `the body is nested deeper than ${MAX_JSON_DEPTH} levels.`
    if (parts > MAX_PARTS) return `the body has more than ${MAX_PARTS.toLocaleString('en')} parts.`
  }
  return undefined
}

/** The index where the string starting at `start` ends; the end of the text if it is not closed. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return text.length
}
