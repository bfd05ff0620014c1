import { textTest } from '../../document/linear-pattern.ts'
import { storedForm } from '../../document/stored-form.ts'
import { maxCharacters, valueFailure } from '../../document/value-failure.ts'
import type { Limits } from '../../document/value-limits.ts'
import type { ResolvedField } from '../resolve/resolved.ts'
import type { Json } from '../../document/json.ts'
import { dependenciesOf } from '../../expressions/dependencies.ts'
import { FIELD_CONTRADICTIONS } from '../language/field-contradictions.ts'
import { fitsType, isPattern, isText } from '../language/field-fits.ts'
import { FIELD_DEFAULTS, KEYWORD_ENTRIES, type FieldFlags, type FieldPlace } from '../language/field-keywords.ts'
import { fieldTypeOf } from '../language/field-type.ts'
import { shown } from '../read/check-structure.ts'
import type { IssueCode } from '../read/issue-codes.ts'
import type { Field } from '../language/manifest.generated.ts'
import type { IssueDetails, KeyPath } from '../read/reporter.ts'
import { definedOnly } from '../resolve/resolve-shape.ts'

type Report = (code: IssueCode, path: KeyPath, message: string, details: IssueDetails) => void

const NAMES: Record<FieldPlace, string> = { header: 'a field', line: 'a field of a line', input: 'an input of an action', setting: 'a setting', part: 'a part of an object' }

/** Reports each keyword of a field that would be ignored where the field is used, that does not fit its type, or that another one contradicts. */
export function checkKeywords(place: FieldPlace, field: Field, path: KeyPath, report: Report): void {
  for (const [keyword, { places, fits }] of KEYWORD_ENTRIES) {
    if (field[keyword] === undefined) continue
    if (places?.includes(place) === false) report('E226', [...path, keyword], `"${keyword}" has no effect on ${NAMES[place]}.`, { key: true, seen: keyword, expected: 'a keyword that is read there' })
    if (fits?.isRight(field) === false) report('E110', [...path, keyword], `"${keyword}" does not fit the field "${String(path.at(-1))}", which is of type ${fieldTypeOf(field)}.`, { seen: shown(field[keyword]), expected: fits.fitting })
  }
  for (const { keyword, isRefused, message, code = 'E110' } of FIELD_CONTRADICTIONS) {
    if (field[keyword] !== undefined && isRefused(field)) report(code, [...path, keyword], message, { seen: shown(field[keyword]) })
  }
  checkCaptions(field, path, report)
  checkDefault(field, path, report)
  checkPattern(field, path, report)
  for (const keyword of ['x-default', 'x-stamp'] as const) {
    const figure = dependenciesOf(field[keyword] ?? 'true').find(([root]) => root === 'lookups')
    if (figure !== undefined) report('E226', [...path, keyword], 'First values are set before any figure is known.', { seen: figure.join('.'), expected: 'an expression without lookups' })
  }
  for (const [name, part] of Object.entries(field.properties ?? {})) checkKeywords('part', part, [...path, 'properties', name], report)
  // Only documents have lines, and lines have none.
  if (place !== 'header' && field.items !== undefined && '$ref' in field.items) report('E226', [...path, 'items'], `There are no lines in ${NAMES[place]}.`, { key: true, seen: '$ref', expected: 'items of type string' })
}

/** A caption of a value that the field cannot have is never shown. */
function checkCaptions(field: Field, path: KeyPath, report: Report): void {
  if (field.enum === undefined) return
  const known = field.enum.map(String)
  for (const value of Object.keys(field['x-enum-titles'] ?? {})) {
    if (!known.includes(value)) report('E226', [...path, 'x-enum-titles', value], `The field has no value "${value}".`, { key: true, seen: value, known })
  }
}

/** A default that the field refuses would keep every new record from being saved unchanged. An empty one is none. */
function checkDefault(field: Field, path: KeyPath, report: Report): void {
  const value = field.default as Json | undefined
  if (value === undefined || value === '' || !fitsType(value, field)) return
  const { pattern, ...others } = Object.fromEntries(KEYWORD_ENTRIES.flatMap(([keyword, { property, hasCustomResolution }]) => (hasCustomResolution || field[keyword] === undefined ? [] : [[property, field[keyword]]]))) as Limits & Pick<ResolvedField, 'format' | 'money'> & FieldFlags
  const failure = valueFailure({ type: fieldTypeOf(field), readOnly: field.readOnly === true, ...others, ...definedOnly({ enum: field.enum as Json[] | undefined, pattern: isPattern(pattern) ? pattern : undefined }) }, storedForm({ ...FIELD_DEFAULTS, ...others }, value))
  if (failure === undefined) return
  const { rule, values: { expected, limit } } = failure
  report('E110', [...path, 'default'], 'The field refuses its own default.', { seen: shown(value), expected: String(expected ?? [rule, limit].filter((one) => one !== undefined).join(' ')) })
}

/** Characters of the longest text times the size of its pattern; matching takes about 15 ms. */
const MAX_MATCHED = 200_000

/** Reports a pattern that would take long to match against the field's longest text. */
function checkPattern(field: Field, path: KeyPath, report: Report): void {
  if (field.readOnly === true || !isText(field) || !isPattern(field.pattern)) return
  const longest = maxCharacters({ readOnly: false, ...(field.maxLength !== undefined && { maxLength: field.maxLength }) })
  if (longest * textTest(field.pattern ?? '').size <= MAX_MATCHED) return
  report('E108', [...path, 'pattern'], `A text of ${longest} characters takes too long to match against this pattern.`, { seen: shown(field.pattern), expected: 'a pattern that repeats less, or a smaller maxLength' })
}
