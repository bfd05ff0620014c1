import type { FieldIssue } from '../errors.ts'
import { shownText } from '../blank-text.ts'
import type { DecisionKind } from '../workflow/decisions.ts'
import type { Json } from './json.ts'
import { message, type Wording } from './messages.ts'
import { textFailure, valueFailure } from './value-failure.ts'
import { labelOf } from './wire-fields.ts'
import { MAX_REASON_LENGTH } from '../workflow/decisions.ts'

/** Decisions that need a reason, because the sender of the document waits for it. */
const REASONED: readonly DecisionKind[] = ['reject', 'return']

/**
 * What is wrong with the reason of a decision on the document of this number, for its dialog and the server alike. If the manifest declares
 * a `reason` in the action's input, that field's constraints apply as well.
 */
export function reasonIssue(manifest: Wording, decision: DecisionKind, no: string, reason: string): FieldIssue | undefined {
  const asked = manifest.actions[decision]?.input
  const field = asked?.fields['reason']
  const issue = (rule: string, text: string, values: Record<string, Json> = {}): FieldIssue => ({ path: 'reason', rule, message: message(manifest, text, { ...values, no, label: field === undefined ? 'Reason' : labelOf(field) }), severity: 'error' })
  const given = shownText(reason)
  if (given === '') return REASONED.includes(decision) || asked?.required.includes('reason') === true ? issue('required', 'reasonRequired') : undefined
  const failure = textFailure(given, MAX_REASON_LENGTH)
  if (failure !== undefined) return issue(failure.rule, failure.rule === 'maxLength' ? 'reasonLength' : failure.rule, failure.values)
  const own = field === undefined ? undefined : valueFailure(field, given)
  return own === undefined ? undefined : issue(own.rule, own.rule, own.values)
}
