import type { CheckContext } from './check-context.ts'
import type { ExpandedType } from './expanded.ts'
import type { KeyPath } from './reporter.ts'
import type { ResolvedDocumentType, ResolvedField } from './resolved.ts'

const BOUNDED_FORMATS = ['date', 'date-time', 'time']

/**
 * Only what has an order that people know is bounded. A day and a moment are not compared: as texts the day would come before all of its moments.
 * @param array the lines that the field is one of.
 */
export function checkBounds({ reporter }: CheckContext, expanded: ExpandedType, type: ResolvedDocumentType, at: KeyPath, field: ResolvedField, bounds: { min?: string; max?: string }, array?: string): void {
  for (const effect of ['min', 'max'] as const) {
    const bound = bounds[effect]
    if (bound === undefined) continue
    const isBounded = field.type === 'number' || field.type === 'integer' || (field.type === 'string' && BOUNDED_FORMATS.includes(field.format ?? ''))
    if (!isBounded) {
      reporter.inType('E235', expanded, [...at, effect], `"${field.name}" has neither a least nor a greatest value.`, { key: true, seen: effect, expected: 'on a number, date, time or date-time' })
      continue
    }
    const format = formatOf(bound, type, array)
    if (field.format === undefined || format === undefined || format === field.format) continue
    reporter.inType('E235', expanded, [...at, effect], `"${field.name}" is a ${field.format} and is bounded by a ${format}.`, { seen: bound, expected: `a ${field.format}` })
  }
}

/** What kind of date an expression gives, where that is plain to see. */
function formatOf(expression: string, type: ResolvedDocumentType, array: string | undefined): string | undefined {
  if (expression === 'today' || /^addDays\([^()]*\)$/.test(expression)) return 'date'
  if (expression === 'now') return 'date-time'
  const [, root, name = ''] = /^(doc|prev|line)\.(\w+)$/.exec(expression) ?? []
  if (root === undefined) return undefined
  const format = fieldAt(type, root === 'line' ? [array ?? '', name] : [name])?.format
  return format !== undefined && BOUNDED_FORMATS.includes(format) ? format : undefined
}

/** The field of the header, or of lines. */
export function fieldAt({ shape }: ResolvedDocumentType, [first = '', second]: string[]): ResolvedField | undefined {
  const field = Object.hasOwn(shape.fields, first) ? shape.fields[first] : undefined
  if (second === undefined) return field
  return field?.line !== undefined && Object.hasOwn(field.line.fields, second) ? field.line.fields[second] : undefined
}
