import type { JsonObject } from '../../core/index.ts'
import type { DecisionRequest } from '../commands/decide-entry.ts'
import { AppError } from '../errors.ts'
import { enteredText } from './documents/request.ts'

/** Reads a decision's reason, colleague and dialog values from the body or from its `input`. */
export function decisionRequestOf(body: JsonObject): DecisionRequest {
  const input = body['input'] ?? {}
  if (typeof input !== 'object' || Array.isArray(input)) throw new AppError('invalid-request', { reason: '"input" must be an object.' })
  const text = (name: string): string | undefined => enteredText(body[name] ?? input[name], name)
  return { reason: text('reason') ?? text('comment'), to: text('to') || undefined, input, body }
}
