/** Every error response: `{ message, code, errors? }`, with a sentence for people and never a stack trace. */
import plugin from 'fastify-plugin'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorAnswer } from '../../contract/index.ts'
import { withDisplayNames, type FieldIssue } from '../../core/index.ts'
import { AppError, inMegabytes } from '../errors.ts'
import { Abandoned } from '../limits/fair-turns.ts'
import type { Log } from '../services.ts'
import { isDiskFull, isUnavailable } from '../store/connection/unavailable.ts'
import type { CountedRoute } from './metrics.ts'
import { REQUEST_ID } from './request-id.ts'
import { BARE_HEADERS } from './security.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The document type and action that the call resolved to, if several share its URL. */
    meant: { documentType: string; action: string } | undefined
  }
}

interface Refusal {
  status: number
  answer: ErrorAnswer
}

/** Turns whatever was thrown into a response. Unexpected errors are logged under the request's id, which the response repeats. */
export const errorsPlugin = plugin(
  (app, _options, done) => {
    app.decorateRequest('meant')
    app.setErrorHandler((error: Error, request, reply) => answerError(error, request, reply, app.services.log))
    // Runs before anything looks up the session. Node would refuse these two requests itself, but without the headers that all responses
    // have.
    app.addHook('onRequest', async ({ raw, headers }, reply) => {
      if (raw.httpVersion !== '1.1' || headers.host !== undefined) return
      void reply.header('connection', 'close')
      throw new AppError('invalid-request', { reason: 'it has no Host header.' })
    })
    app.server.on('checkExpectation', answerExpectation)
    done()
  },
  { name: 'errors', fastify: '5.x' },
)

/**
 * Responds to what was thrown. Errors with a 5xx status are logged; an unexpected one with its stack, which the response does not contain.
 */
export function answerError(error: Error, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const refusal = toRefusal(error, request)
  if (refusal.status >= 500) logFailure(error, request, log)
  else if (wasCutOff(error, request)) log.debug(callOf(request), 'cut off by its sender')
  const wait = (error instanceof AppError ? error.waitS?.toString() : undefined) ?? RETRY_AFTER_S[refusal.answer.code] ?? (refusal.status === 429 || refusal.status === 503 ? '60' : undefined)
  if (wait !== undefined) void reply.header('retry-after', wait)
  // A URL that cannot be decoded is refused before any plugin has seen the request.
  if (!reply.hasHeader('content-security-policy')) void reply.headers(BARE_HEADERS)
  const answer: ErrorAnswer = { ...refusal.answer, requestId: request.id }
  return reply.status(refusal.status).header(REQUEST_ID, request.id).type('application/json; charset=utf-8').send(answer)
}

/** Retry-After in seconds, where it is not a minute. A database is back soon, and this is also how soon people see it. */
const RETRY_AFTER_S: Record<string, string | undefined> = { unavailable: '5', 'disk-full': '30', 'stores-too-much': '3600' }

const BARE_LINES = Object.entries(BARE_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`).join('')

/**
 * An expected refusal is fully described by its code; an unexpected error needs its stack. While the database is down, all requests fail
 * alike.
 */
function logFailure(error: Error, request: FastifyRequest, log: Log): void {
  const call = callOf(request)
  if (error instanceof AppError || isUnavailable(error)) log.warn({ ...call, code: 'code' in error ? error.code : undefined }, error.message)
  else log.error({ ...call, err: error }, 'unexpected failure')
}

function callOf({ id, method, routeOptions: { url } }: FastifyRequest): object {
  return { reqId: id, method, route: url }
}

const HEADERS_TOO_LARGE = 'HPE_HEADER_OVERFLOW'
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'

/** The request is malformed or incomplete. Fastify has not seen it, so the response is written by hand. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, answer } = fromParser(error.code)
  const body = JSON.stringify(answer)
  socket.end(`HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${BARE_LINES}Connection: close\r\n\r\n${body}`)
}

/** The client sent an `Expect` header that this server does not support. Fastify has not seen the request. */
function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { message, code } = new AppError('invalid-request', { reason: 'nothing but "100-continue" can be expected of this server.' })
  response.writeHead(417, { ...BARE_HEADERS, 'content-type': 'application/json; charset=utf-8', connection: 'close' }).end(JSON.stringify({ message, code } satisfies ErrorAnswer))
}

function fromParser(code: string | undefined): { status: string; answer: ErrorAnswer } {
  if (code === HEADERS_TOO_LARGE) return { status: '431 Request Header Fields Too Large', answer: { message: 'The headers of the request are too large.', code: 'too-large' } }
  if (code === TOO_SLOW) {
    const { message, code: tooSlow } = new AppError('too-slow')
    return { status: '408 Request Timeout', answer: { message, code: tooSlow } }
  }
  const { message, code: own } = new AppError('invalid-request', { reason: 'it is incomplete or not valid HTTP.' })
  return { status: '400 Bad Request', answer: { message, code: own } }
}

function toRefusal(error: Error, request: FastifyRequest): Refusal {
  if (error instanceof AppError) {
    const { status, message, code, errors } = error
    return { status, answer: { message, code, ...(errors && { errors: withPlaces(errors, request) }) } }
  }
  const refused = fromFramework(error as FastifyError, request)
  if (refused !== null) return refused
  if (isDiskFull(error)) return refuse(new AppError('disk-full'))
  return isUnavailable(error) ? refuse(new AppError('unavailable')) : surprise(request)
}

/** Adds the captions of the fields to the issues, if the call belongs to a document type. */
function withPlaces(errors: FieldIssue[], { server, session, params, meant, routeOptions: { config } }: FastifyRequest): FieldIssue[] {
  const { documentType: type, command } = { ...(config as CountedRoute | undefined), ...(meant && { documentType: meant.documentType, command: meant.action }) }
  // Nothing about a type is disclosed without a session.
  if (type === undefined || (session as unknown) === undefined) return errors
  const engine = server.services.engines.forActor(session.actor)
  // The generic call has the action in its path.
  const { action = command } = (params ?? {}) as { action?: string }
  return engine.has(type) ? errors.map((issue) => withDisplayNames(issue, engine.type(type).manifest, action)) : errors
}

/** Maps Fastify's own refusals by their codes. */
function fromFramework(error: FastifyError, request: FastifyRequest): Refusal | null {
  const known = FRAMEWORK_CODES[error.code]
  if (known !== undefined) return refuse(new AppError(known, { limit: inMegabytes(request.routeOptions.bodyLimit) }))
  if (error.validation !== undefined) return refuse(new AppError('invalid-request', { reason: validationReason(error) }))
  // The request ended before its body was complete. Usually nobody is left to read the response, and the status is for the log.
  if (wasCutOff(error, request)) return refuse(new AppError('invalid-request', { reason: 'it ended too early.' }))
  if (error.statusCode === undefined || error.statusCode < 400 || error.statusCode >= 500) return null
  return { status: error.statusCode, answer: { message: new AppError('invalid-request', { reason: sentence(error.message) }).message, code: 'invalid-request' } }
}

const FRAMEWORK_CODES: Record<string, ConstructorParameters<typeof AppError>[0] | undefined> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid-json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid-json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media',
  FST_ERR_NOT_FOUND: 'unknown-route',
  FST_ERR_BAD_URL: 'unknown-route',
}

/**
 * If the request arrived completely, or nobody has read its body yet, a connection reset concerns another connection: the one to the
 * database.
 */
function wasCutOff(error: Error & { code?: string }, { raw }: FastifyRequest): boolean {
  const { code, message } = error
  return error instanceof Abandoned || code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' || (raw.readableAborted && (code === 'ECONNRESET' || message === 'premature close'))
}

function validationReason(error: FastifyError): string {
  const [first] = error.validation ?? []
  if (first === undefined) return sentence(error.message)
  const place = first.instancePath.replaceAll('/', '.').replace(/^\./, '')
  const unknown = first.params['additionalProperty']
  const detail = typeof unknown === 'string' ? `"${unknown}" is not known here` : (first.message ?? 'it is not valid')
  return sentence(place === '' ? detail : `"${place}" ${detail}`)
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}

function refuse(error: AppError): Refusal {
  return { status: error.status, answer: { message: error.message, code: error.code } }
}

function surprise(request: FastifyRequest): Refusal {
  const { status, message, code } = new AppError('internal-error')
  return { status, answer: { message: `${message} Reference: ${request.id}.`, code } }
}
