/**
 * What is wrong with a value by the declaration of its field: the only source of such errors for cards, dialogs and the server, except for
 * what only the server checks when it reads values (read-value.ts: objects, date-times). Only the first problem is reported.
 */
import { t } from '../texts.ts'
import type { ResolvedField } from '../manifest/resolve/resolved.ts'
import { isMisleading, isStorable } from '../blank-text.ts'
import { isSingleLine } from '../form/widgets.ts'
import { isMoney } from '../money.ts'
import { singleLineProblem } from './caption.ts'
import { enumTitle } from './enum-title.ts'
import { FORMATS } from './formats.ts'
import { isObject, isSame } from './json.ts'
import type { Json, JsonObject } from './json.ts'
import { countedItems, isLonger, violatedLimit, type LimitName, type Limits } from './value-limits.ts'

/** What can be wrong, by message key. */
export type FailureRule = LimitName | 'type' | 'enum' | 'format' | 'decimals' | 'unstorable' | 'oneLine' | 'invisible' | 'part' | 'unknownPart' | 'required'

/** A message key with the values that fill it: `limit`, `expected`. */
export interface Failure { rule: FailureRule; values: Record<string, Json> }

/** What a field says of its values. */
export type Constrained = Pick<ResolvedField, 'type' | 'readOnly' | 'format' | 'enum' | 'enumTitles' | 'line' | 'money' | 'widget' | 'ref' | 'choices' | 'file' | 'parts'> & Limits

const MAX_CHARACTERS = 4000
const MAX_ITEMS = 500
/** Characters of an unknown part's name in its message. */
const MAX_SHOWN_NAME = 60
/** The largest number that can be entered, and integers as far as they are safe. */
const MAX_NUMBER = { number: 9_000_000_000_000, integer: Number.MAX_SAFE_INTEGER }
/** The largest number that can be computed: beyond it, amounts are no longer exact in minor units. */
const MAX_COMPUTED = Math.floor(Number.MAX_SAFE_INTEGER / 100)

/**
 * Why a value that is not empty is rejected: by its type, or because it cannot be stored. `valueFailure` checks the other constraints as
 * well.
 */
export function intakeFailure(field: Constrained, value: Json): Failure | undefined {
  switch (field.type) {
    case 'string': return typeof value === 'string' ? textIntake(field, value) : fail('type', { expected: t('text') })
    case 'number': return typeof value === 'number' && Number.isFinite(value) ? numberIntake(field, value) : fail('type', { expected: t('a number') })
    case 'integer': return Number.isSafeInteger(value) ? enumFailure(field, value) : fail('type', { expected: t('a whole number') })
    case 'boolean': return typeof value === 'boolean' ? enumFailure(field, value) : fail('type', { expected: t('yes or no') })
    case 'array': return field.line === undefined ? textsIntake(field, value) : linesIntake(field, value)
    case 'object': return isObject(value) ? partsIntake(field, value) : fail('type', { expected: t('a group of values') })
  }
}

/** The first problem with a value that is not empty. Of lines only the number is checked; their fields are checked separately. */
export function valueFailure(field: Constrained, value: Json): Failure | undefined {
  return intakeFailure(field, value) ?? limitFailure(field, value)
}

/** Rules about how a value is written. They were tightened after values had been stored. */
const RULES_OF_WRITING: ReadonlySet<string> = new Set<FailureRule>(['format', 'unstorable', 'oneLine', 'invisible', 'part', 'unknownPart'])

/** Whether a value with this failure may stay because it is stored already: it must not keep anybody from changing other fields. */
export function mayStay(rule: string, value: Json, stored: Json | undefined): boolean {
  return RULES_OF_WRITING.has(rule) && stored !== undefined && isSame(value, stored)
}

/** The failure if there are too few items, including none at all; undefined if there are enough. */
export function itemsMissing(field: Constrained, count: number): Failure | undefined {
  return field.minItems !== undefined && count < field.minItems ? fail('minItems', { limit: countedItems(field.minItems, field) }) : undefined
}

/** Why a value cannot be the lines of the array, whatever each line contains. */
export function linesFailure(field: Constrained, value: Json): Failure | undefined {
  return Array.isArray(value) ? tooMany(field, value) : fail('type', { expected: t('a list of lines') })
}

/** Why a text cannot be stored: it is longer than `max` characters or contains characters that cannot be stored. */
export function textFailure(text: string, max: number): Failure | undefined {
  if (isLonger(text, max)) return fail('maxLength', { limit: max })
  return isStorable(text) && !isMisleading(text) ? undefined : fail('unstorable')
}

function textIntake(field: Constrained, text: string): Failure | undefined {
  const failure = textFailure(text, maxCharacters(field))
  if (failure !== undefined) return failure
  const expected = field.format === undefined ? undefined : FORMATS[field.format](text)
  if (expected !== undefined) return fail('format', { expected })
  const problem = isSingleLine(field) ? singleLineProblem(text) : undefined
  if (problem !== undefined) return fail(problem)
  return enumFailure(field, text)
}

function numberIntake(field: Constrained, number: number): Failure | undefined {
  if (Math.abs(number) > (field.readOnly ? MAX_COMPUTED : MAX_NUMBER.number)) return fail('type', { expected: t('a smaller number') })
  if (field.money !== undefined && !isMoney(number)) return fail('decimals')
  return enumFailure(field, number)
}

function textsIntake(field: Constrained, value: Json): Failure | undefined {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return fail('type', { expected: t('a list of text values') })
  const max = maxCharacters(field)
  const failed = value.map((item) => textFailure(item, max)).find((one) => one !== undefined)
  if (failed !== undefined) return failed
  const strange = value.find((item) => field.enum?.includes(item) === false)
  return tooMany(field, value) ?? (strange === undefined ? undefined : enumFailure(field, strange))
}

function linesIntake(field: Constrained, value: Json): Failure | undefined {
  return linesFailure(field, value) ?? (Array.isArray(value) && value.every(isObject) ? undefined : fail('type', { expected: t('a list of lines') }))
}

/** A part has no state of its own that a rule could give it, so all that is wrong with it is reported at once, and names it. */
function partsIntake({ parts }: Constrained, value: JsonObject): Failure | undefined {
  if (parts === undefined) return undefined
  const { fields } = parts
  const strange = Object.keys(value).find((name) => !Object.hasOwn(fields, name))
  if (strange !== undefined) return fail('unknownPart', { name: strange.slice(0, MAX_SHOWN_NAME), known: Object.keys(fields).join(', ') })
  for (const [name, part] of Object.entries(fields)) {
    const found = value[name]
    const failure = isPresent(found) ? valueFailure(part, found) : undefined
    if (failure !== undefined) return fail('part', { part: part.title, rule: failure.rule, values: failure.values })
  }
  return undefined
}

function isPresent(value: Json | undefined): value is Json {
  return value !== undefined && value !== null && value !== ''
}

function limitFailure(field: Constrained, value: Json): Failure | undefined {
  const violated = violatedLimit(field, value)
  return violated && fail(violated.name, { limit: violated.shown })
}

function enumFailure(field: Constrained, value: Json): Failure | undefined {
  if (field.enum === undefined || field.enum.includes(value)) return undefined
  return fail('enum', { expected: field.enum.map((one) => enumTitle(field, one)).join(', ') })
}

function tooMany(field: Constrained, items: Json[]): Failure | undefined {
  const max = field.maxItems ?? MAX_ITEMS
  return items.length > max ? fail('maxItems', { limit: countedItems(max, field) }) : undefined
}

/** Maximum number of characters of a text of the field. */
export function maxCharacters({ maxLength, readOnly }: Pick<ResolvedField, 'maxLength' | 'readOnly'>): number {
  return maxLength ?? (readOnly ? Infinity : MAX_CHARACTERS)
}

/** The range, inclusive, of numbers that can be entered in the field; undefined if it is not numeric. */
export function enteredRange({ type, minimum, maximum }: Pick<ResolvedField, 'type' | 'minimum' | 'maximum'>): { minimum: number; maximum: number } | undefined {
  if (type !== 'number' && type !== 'integer') return undefined
  const max = MAX_NUMBER[type]
  return { minimum: Math.max(minimum ?? -max, -max), maximum: Math.min(maximum ?? max, max) }
}

function fail(rule: FailureRule, values: Record<string, Json> = {}): Failure {
  return { rule, values }
}
