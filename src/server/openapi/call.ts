/** The description of a route for API clients, in addition to its path, its query and who may call it. */
import type { Engine, JsonObject } from '../../core/index.ts'
import { answerOf, listOf } from '../../contract/index.ts'
import type { Schema } from '../../contract/index.ts'

/**
 * Bodies and responses are declared here rather than where Fastify reads them. Fastify would compile a validator for each body, with less
 * helpful messages than the handler's own, and a serializer for each response, which drops properties the schema does not name. A query
 * that Fastify should validate belongs in the schema's `querystring`.
 */
export interface Call {
  id: string
  summary: string
  tag: string
  /** Query parameters that the handler reads itself. */
  query?: Schema
  body?: Schema
  answer: JsonObject
  /** Status of the response; defaults to 200. */
  status?: 200 | 201 | 303
  /** Other responses, by status. */
  besides?: Record<number, JsonObject>
  /** Error statuses beyond those that every such call may return (`build-openapi.ts`). */
  errors?: readonly Refusal[]
  /** A repeated Idempotency-Key never acts twice. */
  isOnce?: boolean
}

/** One of the calls that a route serves; `path` defaults to the route's own. */
export interface SharedCall extends Call { path?: string }

declare module 'fastify' {
  interface FastifySchema {
    /** For document types: a function of the engine, so that it follows the current manifest. */
    call?: SharedCall | ((engine: Engine) => Iterable<SharedCall>)
  }
}

export const REFUSALS = {
  400: 'The request could not be understood.',
  401: 'Not signed in, or no longer.',
  403: 'Not allowed.',
  404: 'There is no such record, or you do not have access to it.',
  408: 'The request came too slowly.',
  409: 'The record has changed meanwhile, its state does not allow this, or the session is in another company than the call expects.',
  410: 'It has ended or was already used.',
  413: 'Too large.',
  414: 'A part of the address is too long.',
  415: 'Sent compressed, or as something other than JSON.',
  422: 'The document is invalid; see errors. Or the Idempotency-Key was used for another request.',
  428: 'Specify the revision of the record that this is based on: _rev, or the header If-Match.',
  429: 'Too many attempts, or the limit of a person or company for expensive work was reached; Retry-After says when to try again.',
  503: 'A service that this needs is not responding.',
} as const
export type Refusal = keyof typeof REFUSALS

/** A JSON response. */
export function json(description: string, schema: Schema): JsonObject {
  return { description, content: { 'application/json': { schema } } }
}

/** A response `{ data, message }`. */
export function data(description: string, schema: Schema): JsonObject {
  return json(description, answerOf(schema))
}

/** A response with a page of rows. */
export function rows(description: string, row: Schema): JsonObject {
  return json(description, listOf(row))
}

/** A response with a file of the media type. */
export function file(description: string, mediaType: string): JsonObject {
  return { description, content: { [mediaType]: { schema: { type: 'string', format: 'binary' } } } }
}
