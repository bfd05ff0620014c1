/** Every answer that is no success: `{ message, code, errors? }`, a sentence for people, never a stack trace. */
import plugin from 'fastify-plugin'
import type { FastifyError, FastifyRequest } from 'fastify'
import type { ErrorAnswer } from '../../contract/index.ts'
import { AppError } from '../errors.ts'

interface Refusal {
  status: number
  answer: ErrorAnswer
}

/** Turns whatever was thrown into an answer; surprises are logged under the request's id, which the answer repeats. */
export const errorsPlugin = plugin(
  (app, _options, done) => {
    app.setErrorHandler((error: Error, request, reply) => {
      const refusal = toRefusal(error, request)
      if (refusal.status >= 500) {
        app.services.log.error({ err: error, reqId: request.id, method: request.method, route: request.routeOptions.url }, 'unexpected failure')
      }
      if (refusal.status === 429 || refusal.status === 503) void reply.header('retry-after', '60')
      return reply.status(refusal.status).type('application/json; charset=utf-8').send(refusal.answer)
    })
    done()
  },
  { name: 'errors', fastify: '5.x' },
)

function toRefusal(error: Error, request: FastifyRequest): Refusal {
  if (error instanceof AppError) {
    const { status, message, code, errors } = error
    return { status, answer: { message, code, ...(errors && { errors }) } }
  }
  return fromFramework(error as FastifyError) ?? surprise(request)
}

/** What Fastify itself refuses, by its codes. */
function fromFramework(error: FastifyError): Refusal | null {
  const known = FRAMEWORK_CODES[error.code]
  if (known !== undefined) return refuse(new AppError(known))
  if (error.validation !== undefined) return refuse(new AppError('invalid-request', { reason: validationReason(error) }))
  // A request that ended before its body did: the connection is gone, and the status is for the log.
  if (error.code === 'ECONNRESET' || error.message === 'premature close') return refuse(new AppError('invalid-request', { reason: 'it ended too early.' }))
  if (error.statusCode === undefined || error.statusCode < 400 || error.statusCode >= 500) return null
  return { status: error.statusCode, answer: { message: new AppError('invalid-request', { reason: sentence(error.message) }).message, code: 'invalid-request' } }
}

const FRAMEWORK_CODES: Record<string, ConstructorParameters<typeof AppError>[0] | undefined> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid-json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid-json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media',
  FST_ERR_NOT_FOUND: 'unknown-route',
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
  const { status, message, code } = new AppError('surprise')
  return { status, answer: { message: `${message} Reference: ${request.id}.`, code } }
}
