import { isDate } from '../expressions/dates.ts'
import type { ResolvedField } from '../manifest/resolved.ts'
import { isMoney } from '../money.ts'
import { toUtc } from './date-time.ts'
import { enumTitle } from './enum-title.ts'
import type { Json } from './json.ts'

/** A value read from the wire; `value` is undefined when it is empty. `rule` and `values` make the message otherwise. */
export type ReadValue = { ok: true; value: Json | undefined } | { ok: false; rule: string; values: Record<string, Json> }

const DEFAULT_MOST_CHARACTERS = 4000
const DEFAULT_MOST_ITEMS = 500
/** Amounts are exact in minor units up to here. */
const LARGEST_NUMBER = 9_000_000_000_000
const LARGEST_OBJECT = 20_000
const DEEPEST_OBJECT = 8

const EMPTY: ReadValue = { ok: true, value: undefined }

/** Whether a value of the wire means that the field is empty. */
export function isEmptyOnWire(value: Json): boolean {
  if (value === null) return true
  return typeof value === 'string' && (value.trim() === '' || value === '0001-01-01' || value.startsWith('0001-01-01T'))
}

/**
 * Checks the type of a field's value and the hard limits of storage; what the value should be is the rules' to say.
 * A date-time becomes UTC; `timeZone` is that of one without an offset.
 */
export function readValue(field: ResolvedField, value: Json, timeZone?: string): ReadValue {
  if (isEmptyOnWire(value)) return EMPTY
  switch (field.type) {
    case 'string': return readText(field, value, timeZone)
    case 'number': return readNumber(field, value)
    case 'integer': return typeof value === 'number' && Number.isSafeInteger(value) ? read(value + 0) : refuse('type', { expected: 'a whole number' })
    case 'boolean': return typeof value === 'boolean' ? read(value) : refuse('type', { expected: 'true or false' })
    case 'array': return readTexts(field, value)
    case 'object': return readObject(value)
  }
}

function readText(field: ResolvedField, value: Json, timeZone: string | undefined): ReadValue {
  if (typeof value !== 'string') return refuse('type', { expected: 'a text' })
  const most = field.maxLength ?? DEFAULT_MOST_CHARACTERS
  if (value.length > most) return refuse('maxLength', { limit: most })
  if (!isStorable(value)) return refuse('unstorable', {})
  if (field.format !== undefined && !FORMATS[field.format].test(value)) return refuse('format', { expected: FORMATS[field.format].expected })
  if (field.format === 'date-time') {
    const moment = toUtc(value, timeZone)
    return moment === undefined ? refuse('format', { expected: 'a date and time with its offset, such as 2026-06-15T09:30:00+03:00' }) : read(moment)
  }
  return fromEnum(field, value)
}

function readNumber(field: ResolvedField, value: Json): ReadValue {
  if (typeof value !== 'number' || !Number.isFinite(value)) return refuse('type', { expected: 'a number' })
  if (Math.abs(value) > LARGEST_NUMBER) return refuse('type', { expected: 'a smaller number' })
  if (field.money !== undefined && !isMoney(value)) return refuse('decimals', {})
  return fromEnum(field, value + 0)
}

function fromEnum(field: ResolvedField, value: string | number): ReadValue {
  if (field.enum === undefined || field.enum.includes(value)) return read(value)
  return refuse('enum', { expected: field.enum.map((one) => enumTitle(field, one)).join(', ') })
}

function readTexts(field: ResolvedField, value: Json): ReadValue {
  if (!Array.isArray(value)) return refuse('type', { expected: 'a list of texts' })
  const most = field.maxItems ?? DEFAULT_MOST_ITEMS
  if (value.length > most) return refuse('maxItems', { limit: most })
  const isTexts = value.every((item) => typeof item === 'string' && item.length <= (field.maxLength ?? DEFAULT_MOST_CHARACTERS) && isStorable(item))
  if (!isTexts) return refuse('type', { expected: 'a list of texts' })
  return value.length === 0 ? EMPTY : read(value)
}

function readObject(value: Json): ReadValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('type', { expected: 'an object' })
  if (depth(value) > DEEPEST_OBJECT) return refuse('type', { expected: 'less deeply nested' })
  const text = JSON.stringify(value)
  if (text.length > LARGEST_OBJECT) return refuse('maxLength', { limit: LARGEST_OBJECT })
  return text.includes('\\u') || text.includes('"__proto__"') ? refuse('unstorable', {}) : read(value)
}

function depth(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depth))
}

/** PostgreSQL keeps neither NUL nor half of a surrogate pair in jsonb. */
function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text)
}

function read(value: Json): ReadValue {
  return { ok: true, value }
}

function refuse(rule: string, values: Record<string, Json>): ReadValue {
  return { ok: false, rule, values }
}

interface FormatTest { test: (value: string) => boolean; expected: string }

const FORMATS: Record<NonNullable<ResolvedField['format']>, FormatTest> = {
  date: { test: isDate, expected: 'a date such as 2026-06-15' },
  'date-time': { test: (value) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?$/.test(value) && !Number.isNaN(Date.parse(value)) && isDate(value.slice(0, 10)), expected: 'a date and time such as 2026-06-15T09:30:00Z' },
  time: { test: (value) => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value), expected: 'a time such as 09:30' },
  email: { test: (value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value), expected: 'an e-mail address' },
  uri: { test: (value) => /^https?:\/\/[^\s]+$/.test(value), expected: 'an address starting with http:// or https://' },
}
