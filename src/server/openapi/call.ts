/** What a route says of itself to callers, beside its address, its query and who may call it. */
import type { Engine, JsonObject } from '../../core/index.ts'
import { answerOf, listOf } from '../../contract/index.ts'
import type { Schema } from '../../contract/index.ts'

/**
 * Bodies and answers stand here and not where Fastify looks for them: it would compile a check of each body, whose refusals say
 * less than those of who reads it, and a writer of each answer, which leaves out what a schema does not name. A query that
 * Fastify is to check stands in the schema's `querystring`.
 */
export interface Call {
  id: string
  summary: string
  tag: string
  /** Of the query, what the handler reads itself. */
  query?: Schema
  body?: Schema
  answer: JsonObject
  /** Of the answer; 200 when not said. */
  status?: 200 | 201 | 303
  /** What else it may answer, by status. */
  besides?: Record<number, JsonObject>
  /** Refusals beyond what every such call may answer (`build-openapi.ts`). */
  errors?: readonly Refusal[]
  /** The same Idempotency-Key never acts twice. */
  isOnce?: boolean
}

/** One of the calls that a route stands for; the path is the route's where it says none. */
export interface SharedCall extends Call { path?: string }

declare module 'fastify' {
  interface FastifySchema {
    /** Of a document type: what its manifest says now. */
    call?: SharedCall | ((engine: Engine) => SharedCall[])
  }
}

export const REFUSALS = {
  400: 'The request could not be understood.',
  401: 'Not signed in, or no longer.',
  403: 'Not allowed.',
  404: 'There is no such record, or it is not yours to see.',
  408: 'The request came too slowly.',
  409: 'The record changed meanwhile, its state does not allow this, or the session is in another company than the call believes.',
  410: 'It has ended, or was used already.',
  413: 'Too large.',
  414: 'A part of the address is too long.',
  415: 'Sent compressed, or as something else than JSON.',
  422: 'The document is not right; errors says what. Or its Idempotency-Key was used for something else.',
  428: 'Say which revision of the record this was decided on: _rev, or the header If-Match.',
  429: 'Too many attempts, or more of what costs much than a person or a company may have; Retry-After says when to try again.',
  503: 'Something that is needed for this does not answer.',
} as const
export type Refusal = keyof typeof REFUSALS

/** An answer of JSON. */
export function json(description: string, schema: Schema): JsonObject {
  return { description, content: { 'application/json': { schema } } }
}

/** `{ data, message }`. */
export function data(description: string, schema: Schema): JsonObject {
  return json(description, answerOf(schema))
}

/** A page of rows. */
export function rows(description: string, row: Schema): JsonObject {
  return json(description, listOf(row))
}

/** A file of the media type. */
export function file(description: string, mediaType: string): JsonObject {
  return { description, content: { [mediaType]: { schema: { type: 'string', format: 'binary' } } } }
}
