import type { Json } from '../document/json.ts'
import { message } from '../document/messages.ts'
import type { FieldIssue } from '../errors.ts'
import { isDate } from '../expressions/dates.ts'
import type { ResolvedDocumentType, ResolvedField } from '../manifest/resolved.ts'
import { isMoney } from '../money.ts'
import type { FieldState } from './evaluation.ts'

/** Most lines of an array that does not say. */
export const DEFAULT_MAX_ITEMS = 500

/** Whether the value counts as not there. */
export function isAbsent(value: Json | undefined): value is null | undefined | '' {
  return value === undefined || value === null || value === ''
}

/**
 * Whether a value fits its field. The one source of shape errors on both sides; the first thing wrong is said, never all.
 * Lines are checked field by field by the caller; here only their number.
 * @returns the issue with the empty path, or undefined.
 */
export function checkValue(manifest: ResolvedDocumentType, field: ResolvedField, value: Json | undefined, state: FieldState): FieldIssue | undefined {
  const failed = firstFailure(field, value, state)
  if (failed === undefined) return undefined
  const label = state.label ?? field.title
  return { path: '', rule: failed.rule, message: message(manifest, failed.rule, { ...failed.values, label }), severity: 'error' }
}

interface Failure { rule: string; values: Record<string, Json> }

function firstFailure(field: ResolvedField, value: Json | undefined, state: FieldState): Failure | undefined {
  if (isAbsent(value) || (Array.isArray(value) && value.length === 0)) {
    if (field.minItems !== undefined && field.minItems > 0 && state.visible) return fail('minItems', { limit: counted(field.minItems, field) })
    return state.required ? fail('required') : undefined
  }
  switch (field.type) {
    case 'string': return typeof value === 'string' ? checkText(field, value) : fail('type', { expected: 'a text' })
    case 'boolean': return typeof value === 'boolean' ? checkEnum(field, value) : fail('type', { expected: 'yes or no' })
    case 'number': return typeof value === 'number' && Number.isFinite(value) ? checkNumber(field, value) : fail('type', { expected: 'a number' })
    case 'integer': return Number.isSafeInteger(value) ? checkNumber(field, value as number) : fail('type', { expected: 'a whole number' })
    case 'array': return Array.isArray(value) ? checkItems(field, value) : fail('type', { expected: 'a list' })
    case 'object': return typeof value === 'object' && !Array.isArray(value) ? undefined : fail('type', { expected: 'a group of values' })
  }
}

function checkText(field: ResolvedField, value: string): Failure | undefined {
  const length = [...value].length
  if (field.minLength !== undefined && length < field.minLength) return fail('minLength', { limit: field.minLength })
  if (field.maxLength !== undefined && length > field.maxLength) return fail('maxLength', { limit: field.maxLength })
  if (field.format !== undefined && !FORMATS[field.format].test(value)) return fail('format', { expected: FORMATS[field.format].expected })
  if (field.pattern !== undefined && !patternOf(field.pattern).test(value)) return fail('pattern')
  return checkEnum(field, value)
}

function checkNumber(field: ResolvedField, value: number): Failure | undefined {
  // The bound that excludes comes first: of more than nought and at least one, nought breaks the first and a half the second.
  if (field.exclusiveMinimum !== undefined && value <= field.exclusiveMinimum) return fail('exclusiveMinimum', { limit: field.exclusiveMinimum })
  if (field.minimum !== undefined && value < field.minimum) return fail('minimum', { limit: field.minimum })
  if (field.maximum !== undefined && value > field.maximum) return fail('maximum', { limit: field.maximum })
  if (field.money !== undefined && !isMoney(value)) return fail('decimals')
  return checkEnum(field, value)
}

function checkItems(field: ResolvedField, value: Json[]): Failure | undefined {
  const most = field.maxItems ?? DEFAULT_MAX_ITEMS
  if (field.minItems !== undefined && value.length < field.minItems) return fail('minItems', { limit: counted(field.minItems, field) })
  if (value.length > most) return fail('maxItems', { limit: counted(most, field) })
  if (field.line === undefined && !value.every((item) => typeof item === 'string')) return fail('type', { expected: 'a list of texts' })
  const strange = field.line === undefined && field.enum !== undefined ? value.find((item) => field.enum?.includes(item) === false) : undefined
  if (strange !== undefined) return checkEnum(field, strange)
  if (field.line !== undefined && !value.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item))) return fail('type', { expected: 'a list of lines' })
  return undefined
}

function checkEnum(field: ResolvedField, value: Json): Failure | undefined {
  if (field.enum === undefined || field.enum.includes(value)) return undefined
  return fail('enum', { expected: field.enum.map((one) => enumTitle(field, one)).join(', ') })
}

function enumTitle(field: ResolvedField, value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return field.enumTitles?.[text] ?? text
}

function fail(rule: string, values: Record<string, Json> = {}): Failure {
  return { rule, values }
}

function counted(count: number, field: ResolvedField): string {
  const noun = field.line === undefined ? 'entry' : 'line'
  return count === 1 ? `1 ${noun}` : `${count} ${noun === 'entry' ? 'entries' : 'lines'}`
}

const FORMATS: Record<NonNullable<ResolvedField['format']>, { expected: string; test: (value: string) => boolean }> = {
  date: { expected: 'a date', test: isDate },
  'date-time': { expected: 'a date with time', test: (value) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) && isDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)) },
  time: { expected: 'a time', test: (value) => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value) },
  email: { expected: 'an e-mail address', test: (value) => value.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value) },
  uri: { expected: 'a web address', test: (value) => /^[A-Za-z][A-Za-z0-9+.-]*:[^\s]+$/.test(value) },
}

const patterns = new Map<string, RegExp>()

function patternOf(source: string): RegExp {
  let pattern = patterns.get(source)
  if (pattern === undefined) patterns.set(source, (pattern = new RegExp(source, 'u')))
  return pattern
}
