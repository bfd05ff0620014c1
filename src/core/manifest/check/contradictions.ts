import { textTest } from '../../document/linear-pattern.ts'
import { mostCharacters } from '../../document/value-failure.ts'
import { shown } from '../read/check-structure.ts'
import { FLAG_ENTRIES, isText } from '../field-keywords.ts'
import { fieldTypeOf } from '../field-type.ts'
import type { IssueCode } from '../read/issue-codes.ts'
import type { Field } from '../manifest.generated.ts'
import type { IssueDetails, KeyPath } from '../read/reporter.ts'

const isNumber = (field: Field): boolean => ['number', 'integer'].includes(fieldTypeOf(field))
const isArray = (field: Field): boolean => fieldTypeOf(field) === 'array'

/** Keywords that not every field may have. */
const FITS: [keyword: keyof Field, fits: (field: Field) => boolean][] = [
  ['minLength', isText], ['maxLength', isText], ['pattern', (field) => isText(field) && isRegExp(field.pattern)], ['format', isText],
  ['minimum', isNumber], ['maximum', isNumber], ['exclusiveMinimum', isNumber], ['x-money', isNumber],
  ['items', isArray], ['minItems', isArray], ['maxItems', isArray], ['x-line-key', isArray], ['x-ref', (field) => isText(field) || isArray(field)],
  ['x-file', (field) => fieldTypeOf(field) === 'object'], ['x-types', (field) => isListOfTexts(field) && field.enum === undefined], ['x-roles', (field) => isListOfTexts(field) && field.enum === undefined && field['x-types'] === undefined],
  ['default', (field) => fitsType(field.default, field)], ['enum', (field) => (field.enum ?? []).every((value) => (isListOfTexts(field) ? typeof value === 'string' : fitsType(value, field)))],
  ...FLAG_ENTRIES.flatMap(([keyword, { fits }]): [keyof Field, (field: Field) => boolean][] => (fits === undefined ? [] : [[keyword, fits]])),
]

/** Keywords that do not fit the field, with their values. */
function contradictions(field: Field): [keyword: string, seen: unknown][] {
  const wrong: [string, unknown][] = FITS.filter(([keyword, fits]) => field[keyword] !== undefined && !fits(field)).map(([keyword]) => [keyword, field[keyword]])
  if (field['x-compute-while'] !== undefined && field['x-compute'] === undefined) wrong.push(['x-compute-while', 'x-compute-while without x-compute'])
  if (isArray(field) && field.items === undefined) wrong.push(['type', 'array without items'])
  return wrong
}

/** Characters of the longest text, times the parts of the pattern that each is held against: some 15 ms. */
const MAX_MATCHED = 200_000

function isListOfTexts(field: Field): boolean {
  const { items } = field
  return isArray(field) && items !== undefined && 'type' in items && items.type === 'string'
}

function isRegExp(pattern: string | undefined): boolean {
  try {
    textTest(pattern ?? '')
    return true
  } catch {
    return false
  }
}

function fitsType(value: unknown, field: Field): boolean {
  const type = fieldTypeOf(field)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

/** Reports what of a field does not fit its type, and a pattern that its longest texts would take long to be held against. */
export function checkContradictions(field: Field, path: KeyPath, report: (code: IssueCode, path: KeyPath, message: string, details: IssueDetails) => void): void {
  for (const [keyword, seen] of contradictions(field)) {
    report('E110', [...path, keyword], `"${keyword}" does not fit a field of type ${fieldTypeOf(field)}.`, { seen: shown(seen) })
  }
  if (field.readOnly === true || !isText(field) || !isRegExp(field.pattern)) return
  const longest = mostCharacters({ readOnly: false, ...(field.maxLength !== undefined && { maxLength: field.maxLength }) })
  if (longest * textTest(field.pattern ?? '').size <= MAX_MATCHED) return
  report('E108', [...path, 'pattern'], `A text of ${longest} characters takes too long to be held against this pattern.`, { seen: shown(field.pattern), expected: 'a pattern that repeats less, or a smaller maxLength' })
}
