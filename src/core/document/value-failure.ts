/**
 * What is wrong with a value by the declaration of its field: the one source of such errors for cards, dialogs and the server, but for
 * what only the server's reading can tell (read-value.ts: objects, moments). The first thing wrong is said, never all.
 */
import type { ResolvedField } from '../manifest/resolve/resolved.ts'
import { isMoney } from '../money.ts'
import { enumTitle } from './enum-title.ts'
import { FORMATS } from './formats.ts'
import { isObject } from './json.ts'
import type { Json } from './json.ts'
import { textTest } from './linear-pattern.ts'

/** What can be wrong, by the keys of messages. */
export type FailureRule = 'type' | 'enum' | 'minLength' | 'maxLength' | 'pattern' | 'format' | 'minimum' | 'exclusiveMinimum' | 'maximum' | 'minItems' | 'maxItems' | 'decimals' | 'unstorable' | 'required'

/** A key of the messages, with what fills it: `limit`, `expected`. */
export interface Failure { rule: FailureRule; values: Record<string, Json> }

const MAX_CHARACTERS = 4000
const MAX_ITEMS = 500
/** The largest number that is entered: amounts are exact in minor units up to here, whole numbers as far as there are any. */
const MAX_NUMBER = { number: 9_000_000_000_000, integer: Number.MAX_SAFE_INTEGER }

/** Why a value that is there is not taken in: by its type, or because it cannot be stored. What it should be beyond that, `valueFailure` says. */
export function intakeFailure(field: ResolvedField, value: Json): Failure | undefined {
  switch (field.type) {
    case 'string': return typeof value === 'string' ? textIntake(field, value) : fail('type', { expected: 'a text' })
    case 'number': return typeof value === 'number' && Number.isFinite(value) ? numberIntake(field, value) : fail('type', { expected: 'a number' })
    case 'integer': return Number.isSafeInteger(value) ? enumFailure(field, value) : fail('type', { expected: 'a whole number' })
    case 'boolean': return typeof value === 'boolean' ? enumFailure(field, value) : fail('type', { expected: 'yes or no' })
    case 'array': return field.line === undefined ? textsIntake(field, value) : linesIntake(field, value)
    case 'object': return isObject(value) ? undefined : fail('type', { expected: 'a group of values' })
  }
}

/** The first thing wrong with a value that is there. Of lines only their number: their fields have their own say. */
export function valueFailure(field: ResolvedField, value: Json): Failure | undefined {
  return intakeFailure(field, value) ?? boundFailure(field, value)
}

/** What is said where too few items are there, none at all among them; undefined where none is needed. */
export function itemsMissing(field: ResolvedField, count: number): Failure | undefined {
  return field.minItems !== undefined && count < field.minItems ? fail('minItems', { limit: counted(field.minItems, field) }) : undefined
}

/** Why a value cannot be the lines of the array, whatever each of them is. */
export function linesFailure(field: ResolvedField, value: Json): Failure | undefined {
  return Array.isArray(value) ? tooMany(field, value) : fail('type', { expected: 'a list of lines' })
}

/** Why a text of at most so many characters cannot be kept. */
export function textFailure(text: string, max: number): Failure | undefined {
  if (isLonger(text, max)) return fail('maxLength', { limit: max })
  return isStorable(text) ? undefined : fail('unstorable')
}

function textIntake(field: ResolvedField, text: string): Failure | undefined {
  const failure = textFailure(text, maxCharacters(field))
  if (failure !== undefined) return failure
  if (field.format !== undefined && !FORMATS[field.format].isRight(text)) return fail('format', { expected: FORMATS[field.format].expected })
  return enumFailure(field, text)
}

function numberIntake(field: ResolvedField, number: number): Failure | undefined {
  // What is worked out may be larger than what anybody enters.
  if (!field.readOnly && Math.abs(number) > MAX_NUMBER.number) return fail('type', { expected: 'a smaller number' })
  if (field.money !== undefined && !isMoney(number)) return fail('decimals')
  return enumFailure(field, number)
}

function textsIntake(field: ResolvedField, value: Json): Failure | undefined {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return fail('type', { expected: 'a list of texts' })
  const max = maxCharacters(field)
  const failed = value.map((item) => textFailure(item, max)).find((one) => one !== undefined)
  if (failed !== undefined) return failed
  const strange = value.find((item) => field.enum?.includes(item) === false)
  return tooMany(field, value) ?? (strange === undefined ? undefined : enumFailure(field, strange))
}

function linesIntake(field: ResolvedField, value: Json): Failure | undefined {
  return linesFailure(field, value) ?? (Array.isArray(value) && value.every(isObject) ? undefined : fail('type', { expected: 'a list of lines' }))
}

function boundFailure(field: ResolvedField, value: Json): Failure | undefined {
  if (typeof value === 'string') {
    if (field.minLength !== undefined && !isLonger(value, field.minLength - 1)) return fail('minLength', { limit: field.minLength })
    return field.pattern === undefined || textTest(field.pattern)(value) ? undefined : fail('pattern')
  }
  if (typeof value === 'number') {
    // The bound that excludes comes first: of more than nought and at least one, nought breaks the first and a half the second.
    if (field.exclusiveMinimum !== undefined && value <= field.exclusiveMinimum) return fail('exclusiveMinimum', { limit: field.exclusiveMinimum })
    if (field.minimum !== undefined && value < field.minimum) return fail('minimum', { limit: field.minimum })
    return field.maximum !== undefined && value > field.maximum ? fail('maximum', { limit: field.maximum }) : undefined
  }
  return Array.isArray(value) ? itemsMissing(field, value.length) : undefined
}

function enumFailure(field: ResolvedField, value: Json): Failure | undefined {
  if (field.enum === undefined || field.enum.includes(value)) return undefined
  return fail('enum', { expected: field.enum.map((one) => enumTitle(field, one)).join(', ') })
}

function tooMany(field: ResolvedField, items: Json[]): Failure | undefined {
  const max = field.maxItems ?? MAX_ITEMS
  return items.length > max ? fail('maxItems', { limit: counted(max, field) }) : undefined
}

function counted(count: number, field: ResolvedField): string {
  const noun = field.line === undefined ? 'entry' : 'line'
  return count === 1 ? `1 ${noun}` : `${count} ${noun === 'entry' ? 'entries' : 'lines'}`
}

/** How many characters a text of the field may have. */
export function maxCharacters({ maxLength, readOnly }: Pick<ResolvedField, 'maxLength' | 'readOnly'>): number {
  return maxLength ?? (readOnly ? Infinity : MAX_CHARACTERS)
}

/** Between which numbers one must be to be entered in the field, both among them. */
export function enteredRange({ type, minimum, maximum }: Pick<ResolvedField, 'type' | 'minimum' | 'maximum'>): { minimum: number; maximum: number } | undefined {
  if (type !== 'number' && type !== 'integer') return undefined
  const max = MAX_NUMBER[type]
  return { minimum: Math.max(minimum ?? -max, -max), maximum: Math.min(maximum ?? max, max) }
}

/** Counted as people do: an emoji is one. */
function isLonger(text: string, max: number): boolean {
  return text.length > max && [...text].length > max
}

/** PostgreSQL keeps neither NUL nor half of a surrogate pair in jsonb. */
function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text)
}

function fail(rule: FailureRule, values: Record<string, Json> = {}): Failure {
  return { rule, values }
}
