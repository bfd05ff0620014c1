/** Building blocks of an operation: answers, errors, parameters. */
import type { JsonObject } from '../../core/index.ts'
import { schemaRef } from './schemas.ts'

export interface OperationInput {
  id: string
  summary: string
  tag: string
  parameters?: JsonObject[]
  body?: JsonObject
  answer: JsonObject
  /** Of the answer; 200 when not said. */
  status?: 200 | 201 | 303
  isPublic?: boolean
  /** Refusals beyond what every signed-in call may answer. */
  errors?: (keyof typeof REFUSALS)[]
}

const REFUSALS = {
  400: 'The request could not be understood.',
  401: 'Not signed in, or no longer.',
  403: 'Not allowed.',
  404: 'There is no such record, or it is not yours to see.',
  409: 'The record changed meanwhile, or its state does not allow this.',
  410: 'It has ended, or was used already.',
  413: 'Too large.',
  422: 'The document is not right; errors says what.',
  429: 'Too many attempts, or more of what costs much than a person or a company may have; Retry-After says when to try again.',
  503: 'Something that is needed for this does not answer.',
} as const

/** One call: its answer beside the refusals that any call, or this one, may give. */
export function operation(input: OperationInput): JsonObject {
  const refusals = [...new Set<keyof typeof REFUSALS>([400, ...(input.isPublic === true ? [] : ([401, 429] as const)), ...(input.errors ?? [])])].sort((a, b) => a - b)
  return {
    operationId: input.id,
    summary: input.summary,
    tags: [input.tag],
    ...(input.parameters !== undefined && input.parameters.length > 0 && { parameters: input.parameters }),
    ...(input.body !== undefined && { requestBody: { required: true, content: json(input.body) } }),
    responses: {
      [input.status ?? 200]: input.answer,
      ...Object.fromEntries(refusals.map((status) => [status, { description: REFUSALS[status], content: json(schemaRef('Error')) }])),
    },
    ...(input.isPublic === true && { security: [] }),
  }
}

/** Content of type JSON. */
export function json(schema: JsonObject): JsonObject {
  return { 'application/json': { schema } }
}

/** `{ data, message }`. */
export function dataAnswer(description: string, data: JsonObject): JsonObject {
  const properties: JsonObject = { data, message: { type: 'string' }, warnings: { type: 'array', items: schemaRef('FieldIssue') } }
  return { description, content: json({ type: 'object', required: ['data', 'message'], properties }) }
}

/** The first of many, and how many there are. */
export function countedAnswer(description: string, row: JsonObject): JsonObject {
  const properties: JsonObject = { data: { type: 'array', items: row }, count: { type: 'integer' }, message: { type: 'string' } }
  return { description, content: json({ type: 'object', required: ['data', 'count', 'message'], properties }) }
}

/** A page of rows. */
export function listAnswer(description: string, row: JsonObject): JsonObject {
  const properties: JsonObject = {
    data: { type: 'array', items: row }, message: { type: 'string' }, page: schemaRef('Page'), tiles: { type: 'object', additionalProperties: { type: 'integer' } },
  }
  return { description, content: json({ type: 'object', required: ['data', 'message', 'page'], properties }) }
}

/** A file of the media type, which may be a range. */
export function fileAnswer(description: string, mediaType: string): JsonObject {
  return { description, content: { [mediaType]: { schema: { type: 'string', format: 'binary' } } } }
}

/** A parameter of the query string; a text unless the schema says otherwise. */
export function query(name: string, description: string, schema: JsonObject = { type: 'string' }): JsonObject {
  return { name, in: 'query', description, schema }
}

/** A parameter of the path. */
export function inPath(name: string, description = ''): JsonObject {
  return { name, in: 'path', required: true, ...(description !== '' && { description }), schema: { type: 'string' } }
}

export const IDEMPOTENCY: JsonObject = {
  name: 'Idempotency-Key', in: 'header', description: 'The same key never acts twice.', schema: { type: 'string', maxLength: 200 },
}
