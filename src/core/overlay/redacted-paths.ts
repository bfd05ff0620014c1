/** Whether the value at a path of a type is withheld. */
import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'

/** A field of lines is redacted with the whole array. `walk` checks an array that is read whole field by field. */
export function isRedacted(hide: readonly string[], path: string): boolean {
  return hide.some((hidden) => hidden === path || path.startsWith(`${hidden}.`))
}

/** Whether no response has the value, for whomever. A field of lines is internal with the whole array. */
export function isInternal({ shape }: ResolvedDocumentType, path: string): boolean {
  const [first = '', second] = path.split('.')
  const field = shape.fields[first]
  return field?.internal === true || (second !== undefined && field?.line?.fields[second]?.internal === true)
}
