/** Reads a request that saves settings: JSON, or multipart with the JSON and images. */
import type { FastifyRequest } from 'fastify'
import { IMAGE_BYTES, SITE_IMAGES } from '../../contract/index.ts'
import type { SiteImage } from '../../contract/index.ts'
import type { Json } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import { whyUnbounded } from '../plugins/bounded-json.ts'
import { unreadable } from '../plugins/readable-request.ts'
import { readImage, type NewImage } from './read-image.ts'

export interface SentSettings { body: Json; files: Partial<Record<SiteImage, NewImage>> }

/** The form field that contains the JSON. */
const SETTINGS_FIELD = 'settings'
export const MULTIPART_LIMITS = { fileSize: IMAGE_BYTES, files: SITE_IMAGES.length, fields: 1, fieldSize: 1_000_000, parts: SITE_IMAGES.length + 1, headerPairs: 20 }

/** Reads the whole request. @throws AppError if it is not a valid settings request, and invalid-file for an unacceptable image */
export async function readSent(request: FastifyRequest): Promise<SentSettings> {
  if (!request.isMultipart()) return { body: request.body as Json, files: {} }
  let text: unknown
  const sent: [name: string, content: Buffer][] = []
  for await (const part of request.parts()) {
    // Everything is read before anything is rejected: unread parts would stall the request.
    if (part.type === 'file') sent.push([part.fieldname, await part.toBuffer()])
    else if (part.fieldname === SETTINGS_FIELD) text = part.value
  }
  const body = text === undefined ? {} : parse(text)
  const files: SentSettings['files'] = {}
  for (const [field, content] of sent) {
    const name = SITE_IMAGES.find((one) => one === field)
    if (name === undefined) throw new AppError('invalid-request', { reason: `there is no picture "${field.slice(0, 40)}".` })
    files[name] = await readImage(name, content)
  }
  return { body, files }
}

function parse(part: unknown): Json {
  const text = String(part)
  const reason = whyUnbounded(text)
  if (reason !== undefined) throw new AppError('invalid-request', { reason })
  let body: Json
  try {
    body = JSON.parse(text, withoutPrototype) as Json
  } catch {
    throw new AppError('invalid-json')
  }
  const refusal = unreadable(body)
  if (refusal) throw refusal
  return body
}

/** Rejects `__proto__` like Fastify's own JSON parser, to prevent prototype pollution. */
function withoutPrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('__proto__')
  return value
}
