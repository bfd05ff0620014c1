/** Reads the record's key, the revision and the body from a request to a document route. */
import type { FastifyRequest } from 'fastify'
import { isObject, shownText, type Json, type JsonObject, type ResolvedEndpoint } from '../../../core/index.ts'
import { AppError } from '../../errors.ts'

/** The query with one text per name; of a repeated name, the first value counts. */
export function queryOf(request: FastifyRequest): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.query as Record<string, string | string[]>)) {
    const text = Array.isArray(value) ? (value[0] ?? '') : value
    if (text.includes('\0')) throw new AppError('invalid-request', { reason: `"${name}" contains characters that cannot be stored.` })
    query[name] = text
  }
  return query
}

/** The body as an object of fields; a missing body counts as an empty object. */
export function bodyOf(request: FastifyRequest): JsonObject {
  const { body } = request
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new AppError('invalid-request', { reason: 'the body must be a JSON object.' })
  return body as JsonObject
}

/** What a person entered in a dialog, from the `input` property; undefined without one. @throws AppError invalid-request if it is not an object */
export function inputIn({ input }: JsonObject): JsonObject | undefined {
  if (input === undefined || input === null) return undefined
  if (!isObject(input)) throw new AppError('invalid-request', { reason: '"input" must be an object.' })
  return input
}

/** Reads the record's key from the place that the endpoint declares. @throws AppError key-missing */
export function keyOf(request: FastifyRequest, endpoint: ResolvedEndpoint): string {
  const key = keyIn(request, endpoint)
  if (key === undefined) throw new AppError('key-missing', { field: endpoint.key?.name ?? 'key' })
  return key
}

/** Like `keyOf`, but undefined if the call names no record. */
export function keyIn(request: FastifyRequest, endpoint: ResolvedEndpoint): string | undefined {
  const { in: place, name, or }: NonNullable<ResolvedEndpoint['key']> = endpoint.key ?? { in: 'path', name: 'key' }
  const value = valueAt(request, place, name) ?? (or === undefined ? undefined : valueAt(request, place, or))
  if (typeof value !== 'string' || value === '') return undefined
  if (value.includes('\0')) throw new AppError('not-found')
  return value
}

function valueAt(request: FastifyRequest, place: 'path' | 'query' | 'body', name: string): unknown {
  if (place === 'path') return (request.params as Record<string, string>)[name]
  const body = bodyOf(request)
  const given = place === 'query' ? (queryOf(request)[name] ?? body[name]) : (body[name] ?? queryOf(request)[name])
  return typeof given === 'number' ? String(given) : given
}

/**
 * The payload without the record's key and revision; body members override query parameters. A field with the same name as the key
 * parameter cannot be distinguished from the key.
 */
export function payloadOf(request: FastifyRequest, { key }: ResolvedEndpoint): JsonObject {
  const address = new Set(['_rev', ...(key === undefined || key.in === 'path' ? [] : [key.name, key.or])])
  const payload: JsonObject = {}
  for (const source of [queryOf(request), bodyOf(request)]) for (const [name, value] of Object.entries(source)) if (!address.has(name)) payload[name] = value
  return payload
}

/** The reason for a change that a second person must approve: `_reason` of the body or the query. @throws AppError like `enteredText` */
export function reasonOf(request: FastifyRequest): string | undefined {
  return enteredText(bodyOf(request)['_reason'] ?? queryOf(request)['_reason'], '_reason')
}

/**
 * A text that a person entered, trimmed: undefined if it was not sent, empty if it shows nothing. @throws AppError invalid-request if it is
 * not text, with the name under which it was sent
 */
export function enteredText(sent: Json | undefined, name: string): string | undefined {
  if (sent === undefined || sent === null) return undefined
  if (typeof sent !== 'string') throw new AppError('invalid-request', { reason: `"${name}" must be text.` })
  return shownText(sent)
}

/** The revision that the client last read, from `_rev` or If-Match; undefined if it sent neither. */
export function revOf(request: FastifyRequest): number | undefined {
  const sent = bodyOf(request)['_rev'] ?? queryOf(request)['_rev'] ?? request.headers['if-match']?.replace(/^W\/|"/g, '').replaceAll('"', '')
  if (sent === undefined || sent === null || sent === '' || sent === '*') return undefined
  const rev = wholeNumberOf(sent)
  if (rev === undefined) throw new AppError('invalid-request', { reason: '"_rev" must be a whole number.' })
  return rev
}

/** A whole number, sent as such or as text; undefined for anything else. */
export function wholeNumberOf(sent: unknown): number | undefined {
  // Number() throws on an object whose toString is not a function, which JSON can contain.
  const number = typeof sent === 'number' || (typeof sent === 'string' && sent.trim() !== '') ? Number(sent) : NaN
  return Number.isSafeInteger(number) ? number : undefined
}
