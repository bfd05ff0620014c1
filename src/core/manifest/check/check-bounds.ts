import type { CheckContext } from './check-context.ts'
import type { ExpandedType } from '../read/expanded.ts'
import type { KeyPath } from '../read/reporter.ts'
import type { ResolvedField, ResolvedShape } from '../resolve/resolved.ts'

const BOUNDED_FORMATS = ['date', 'date-time', 'time']

/** The bounds of a field, and the shapes that these may read by variable: `doc`, `line`, `input`. */
interface Bounded { at: KeyPath; field: ResolvedField; bounds: { min?: string; max?: string; unavailable?: string }; /** No user enters it. */ isServers: boolean; shapes: Partial<Record<string, ResolvedShape>> }

/**
 * Only values with an order that people know can be bounded. A date cannot be compared with a date-time: as text, the date would come
 * before all of its moments.
 */
export function checkBounds({ reporter }: CheckContext, expanded: ExpandedType, { at, field, bounds, isServers, shapes }: Bounded): void {
  if (bounds.unavailable !== undefined && (field.type !== 'string' || field.format !== 'date' || isServers)) {
    reporter.inType('E235', expanded, [...at, 'unavailable'], `"${field.name}" is not a date that people choose.`, { key: true, seen: 'unavailable', expected: 'on a date that people enter' })
  }
  for (const effect of ['min', 'max'] as const) {
    const bound = bounds[effect]
    if (bound === undefined) continue
    const isBounded = field.type === 'number' || field.type === 'integer' || (field.type === 'string' && BOUNDED_FORMATS.includes(field.format ?? ''))
    if (!isBounded) {
      reporter.inType('E235', expanded, [...at, effect], `"${field.name}" cannot have a minimum or a maximum.`, { key: true, seen: effect, expected: 'on a number, date, time or date-time' })
      continue
    }
    const format = formatOf(bound, shapes)
    if (field.format === undefined || format === undefined || format === field.format) continue
    reporter.inType('E235', expanded, [...at, effect], `"${field.name}" is a ${field.format} and is limited by a ${format}.`, { seen: bound, expected: `a ${field.format}` })
  }
}

/** The kind of date that an expression returns, if its form makes that obvious. */
function formatOf(expression: string, shapes: Bounded['shapes']): string | undefined {
  if (expression === 'today' || /^addDays\([^()]*\)$/.test(expression)) return 'date'
  if (expression === 'now') return 'date-time'
  const [, root = '', name = ''] = /^(\w+)\.(\w+)$/.exec(expression) ?? []
  const fields = Object.hasOwn(shapes, root) ? shapes[root]?.fields : undefined
  const format = fields !== undefined && Object.hasOwn(fields, name) ? fields[name]?.format : undefined
  return format !== undefined && BOUNDED_FORMATS.includes(format) ? format : undefined
}
