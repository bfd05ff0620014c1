import { dependenciesOf } from '../../expressions/dependencies.ts'
import { checkContradictions } from './contradictions.ts'
import { KEYWORD_ENTRIES, type FieldPlace } from '../field-keywords.ts'
import type { IssueCode } from '../read/issue-codes.ts'
import type { Field } from '../manifest.generated.ts'
import type { IssueDetails, KeyPath } from '../read/reporter.ts'

const NAMES: Record<FieldPlace, string> = { header: 'a field', line: 'a field of a line', input: 'an input of an action', setting: 'a setting' }

/** Reports each keyword of a field that would be ignored where the field is used, or that does not fit its type. */
export function checkKeywords(place: FieldPlace, field: Field, path: KeyPath, report: (code: IssueCode, path: KeyPath, message: string, details: IssueDetails) => void): void {
  checkContradictions(field, path, report)
  for (const [keyword, { places }] of KEYWORD_ENTRIES) {
    if (field[keyword] !== undefined && places?.includes(place) === false) report('E226', [...path, keyword], `"${keyword}" has no effect on ${NAMES[place]}.`, { key: true, seen: keyword, expected: 'a keyword that is read there' })
  }
  for (const keyword of ['x-default', 'x-stamp'] as const) {
    const figure = dependenciesOf(field[keyword] ?? 'true').find(([root]) => root === 'lookups')
    if (figure !== undefined) report('E226', [...path, keyword], 'First values are set before any figure is known.', { seen: figure.join('.'), expected: 'an expression without lookups' })
  }
  // Only documents have lines, and lines have none.
  if (place !== 'header' && field.items !== undefined && '$ref' in field.items) report('E226', [...path, 'items'], `There are no lines in ${NAMES[place]}.`, { key: true, seen: '$ref', expected: 'items of type string' })
}
