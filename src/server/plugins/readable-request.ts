/** Refuses what no handler could store: bodies nested too deeply, and texts that the database cannot store. */
import plugin from 'fastify-plugin'
import { isStorable, type Json } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import { MAX_JSON_DEPTH } from './bounded-json.ts'

const MAX_NAME_LENGTH = 60

/** Checks path parameters and body before a handler runs. */
export const readableRequestPlugin = plugin(
  (app, _options, done) => {
    app.addHook('preValidation', (request, _reply, next) => {
      const params = Object.values((request.params ?? {}) as Record<string, string>)
      const refusal = params.some((text) => !isStorable(text)) ? new AppError('not-found') : unreadable(request.body as Json | undefined)
      next(refusal)
    })
    done()
  },
  { name: 'readable-request', dependencies: ['errors'], fastify: '5.x' },
)

/**
 * The refusal of a body, or of JSON inside one; undefined if it is acceptable. Not recursive, because the body may be nested deeper than
 * the stack.
 */
export function unreadable(body: Json | undefined): AppError | undefined {
  let level: [name: string, value: Json | undefined][] = [['body', body]]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_JSON_DEPTH) return new AppError('invalid-request', { reason: `the body is nested deeper than ${MAX_JSON_DEPTH} levels.` })
    const unstorable = level.find(([, value]) => typeof value === 'string' && !isStorable(value))
    if (unstorable) return new AppError('invalid-request', { reason: `"${unstorable[0].slice(0, MAX_NAME_LENGTH)}" contains characters that cannot be stored.` })
    level = level.flatMap(([name, value]) => membersOf(name, value))
  }
  return undefined
}

function membersOf(name: string, value: Json | undefined): [string, Json][] {
  if (Array.isArray(value)) return value.map((item) => [name, item])
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}
