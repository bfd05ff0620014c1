import type { ResolvedField, ResolvedShape } from '../manifest/resolve/resolved.ts'
import { isAbsentOnWire, isEmptyList } from '../absence.ts'
import { shownItems } from '../blank-text.ts'
import { toUtc } from './date-time.ts'
import { isObject } from './json.ts'
import type { Json, JsonObject } from './json.ts'
import { storedForm } from './stored-form.ts'
import { intakeFailure, type Failure } from './value-failure.ts'

/** A value read from the wire; `value` is undefined if it is empty. Otherwise `rule` and `values` make up the message. */
export type ReadValue = { ok: true; value: Json | undefined } | ({ ok: false } & Failure)

const MAX_JSON_LENGTH = 20_000
const MAX_OBJECT_DEPTH = 8

const EMPTY: ReadValue = { ok: true, value: undefined }

/**
 * Checks the type of a field's value and the hard limits of storage; further requirements are for the rules. A date-time is converted to
 * UTC; `timeZone` is that of one without an offset. A list of references has each key once.
 */
export function readValue(field: ResolvedField, sent: Json, timeZone?: string): ReadValue {
  if (isAbsentOnWire(sent)) return EMPTY
  const value = storedForm(field, sent)
  const failure = intakeFailure(field, value) ?? (isObject(value) ? objectFailure(value) : undefined)
  if (failure !== undefined) return { ok: false, ...failure }
  if (isObject(value) && field.parts !== undefined) return readParts(field.parts, value, timeZone)
  if (Array.isArray(value)) return isEmptyList(value) ? EMPTY : read(field.ref === undefined ? shownItems(value) : [...new Set(shownItems(value))])
  if (field.format === 'date-time' && typeof value === 'string') return readMoment(value, timeZone)
  // Turns -0 into 0.
  return read(typeof value === 'number' ? value + 0 : value)
}

/** Each part in the form in which a field of its own would be stored, without the empty ones. */
function readParts({ fields }: ResolvedShape, value: JsonObject, timeZone: string | undefined): ReadValue {
  const parts: JsonObject = {}
  for (const part of Object.values(fields)) {
    const found = readValue(part, value[part.name] ?? null, timeZone)
    if (!found.ok) return { ok: false, rule: 'part', values: { part: part.title, rule: found.rule, values: found.values } }
    if (found.value !== undefined) parts[part.name] = found.value
  }
  return Object.keys(parts).length === 0 ? EMPTY : read(parts)
}

function readMoment(text: string, timeZone: string | undefined): ReadValue {
  const moment = toUtc(text, timeZone)
  return moment === undefined ? { ok: false, rule: 'format', values: { expected: 'a date and time with its offset, such as 2026-06-15T09:30:00+03:00' } } : read(moment)
}

function objectFailure(value: Json): Failure | undefined {
  if (depth(value) > MAX_OBJECT_DEPTH) return { rule: 'type', values: { expected: 'less deeply nested' } }
  const text = JSON.stringify(value)
  if (text.length > MAX_JSON_LENGTH) return { rule: 'maxLength', values: { limit: MAX_JSON_LENGTH } }
  return text.includes('\\u') || text.includes('"__proto__"') ? { rule: 'unstorable', values: {} } : undefined
}

function depth(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depth))
}

function read(value: Json): ReadValue {
  return { ok: true, value }
}
