import type { JsonObject } from '../../core/index.ts'
import type { DecisionRequest } from '../commands/decide-entry.ts'
import { enteredText, inputIn } from './documents/request.ts'

/** Reads a decision's reason, colleague and dialog values from the body or from its `input`. */
export function decisionRequestOf(body: JsonObject): DecisionRequest {
  const input = inputIn(body) ?? {}
  const text = (name: string): string | undefined => enteredText(body[name] ?? input[name], name)
  return { reason: text('reason') ?? text('comment'), to: text('to') || undefined, input, body }
}
