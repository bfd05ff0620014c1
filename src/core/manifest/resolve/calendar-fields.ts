import type { ResolvedCalendar, ResolvedField, ResolvedShape } from './resolved.ts'

/** The array whose lines are the events of a calendar; undefined where the records are. */
export function linesOfCalendar({ start }: Pick<ResolvedCalendar, 'start'>): string | undefined {
  const [array = '', inner] = start.split('.')
  return inner === undefined ? undefined : array
}

/** The field of a path: of the header, or of the lines of an array (`lines.amount`); undefined if there is none. */
export function fieldAtPath(shape: ResolvedShape, path: string): ResolvedField | undefined {
  const [name = '', inner] = path.split('.')
  const field = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined
  if (inner === undefined) return field
  const fields = field?.line?.fields ?? {}
  return Object.hasOwn(fields, inner) ? fields[inner] : undefined
}
