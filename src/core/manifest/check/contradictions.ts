import { textTest } from '../../document/linear-pattern.ts'
import { maxCharacters } from '../../document/value-failure.ts'
import { shown } from '../read/check-structure.ts'
import { isArray, isPattern, isText } from '../field-fits.ts'
import { KEYWORD_ENTRIES } from '../field-keywords.ts'
import { fieldTypeOf } from '../field-type.ts'
import type { IssueCode } from '../read/issue-codes.ts'
import type { Field } from '../manifest.generated.ts'
import type { IssueDetails, KeyPath } from '../read/reporter.ts'

/** Keywords that do not fit the field, with their values. */
function contradictions(field: Field): [keyword: string, seen: unknown][] {
  const wrong = KEYWORD_ENTRIES.flatMap(([keyword, { fits }]): [string, unknown][] => (fits === undefined || field[keyword] === undefined || fits(field) ? [] : [[keyword, field[keyword]]]))
  if (field['x-compute-while'] !== undefined && field['x-compute'] === undefined) wrong.push(['x-compute-while', 'x-compute-while without x-compute'])
  if (isArray(field) && field.items === undefined) wrong.push(['type', 'array without items'])
  return wrong
}

/** Characters of the longest text times the size of its pattern; matching takes about 15 ms. */
const MAX_MATCHED = 200_000

/** Reports keywords that do not fit the field's type, and a pattern that would take long to match against the field's longest text. */
export function checkContradictions(field: Field, path: KeyPath, report: (code: IssueCode, path: KeyPath, message: string, details: IssueDetails) => void): void {
  for (const [keyword, seen] of contradictions(field)) {
    report('E110', [...path, keyword], `"${keyword}" does not fit a field of type ${fieldTypeOf(field)}.`, { seen: shown(seen) })
  }
  if (field.readOnly === true || !isText(field) || !isPattern(field.pattern)) return
  const longest = maxCharacters({ readOnly: false, ...(field.maxLength !== undefined && { maxLength: field.maxLength }) })
  if (longest * textTest(field.pattern ?? '').size <= MAX_MATCHED) return
  report('E108', [...path, 'pattern'], `A text of ${longest} characters takes too long to match against this pattern.`, { seen: shown(field.pattern), expected: 'a pattern that repeats less, or a smaller maxLength' })
}
