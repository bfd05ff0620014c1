import { isAbsentOnWire, isEmptyList } from '../absence.ts'
import type { Json } from '../document/json.ts'
import { message } from '../document/messages.ts'
import { itemsMissing, valueFailure, type Failure } from '../document/value-failure.ts'
import type { FieldIssue } from '../errors.ts'
import type { ResolvedDocumentType, ResolvedField } from '../manifest/resolve/resolved.ts'
import type { FieldState } from './evaluation.ts'

/**
 * Checks a value against its field in its current state and reports the first problem only. Lines are checked field by field by the caller;
 * here only their number.
 * @returns the issue with the empty path, or undefined.
 */
export function checkValue(manifest: ResolvedDocumentType, field: ResolvedField, value: Json | undefined, state: FieldState): FieldIssue | undefined {
  const failed = firstFailure(field, value, state)
  if (failed === undefined) return undefined
  const label = state.label ?? field.title
  return { path: '', rule: failed.rule, message: message(manifest, failed.rule, { ...failed.values, label }), severity: 'error' }
}

function firstFailure(field: ResolvedField, value: Json | undefined, state: FieldState): Failure | undefined {
  if (value !== undefined && !isAbsentOnWire(value) && !isEmptyList(value)) return valueFailure(field, value)
  return (state.visible ? itemsMissing(field, 0) : undefined) ?? (state.required ? { rule: 'required', values: {} } : undefined)
}
