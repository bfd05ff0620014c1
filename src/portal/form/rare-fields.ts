import type { ResolvedField } from '../../core/index.ts'
import type { FieldSource } from './field-source.ts'

/** With fewer there is nothing to fold. */
const MIN_CODES = 5

/** Whether the fields only place the document, each by the code of a record: accounts, projects, donors. */
export const areCodes = (fields: readonly ResolvedField[]): boolean => fields.length > 1 && fields.every(({ ref }) => ref !== undefined)

/** Of a long form of codes, what few people fill in: all but the first, as far as they are not required. */
export function rareFields(fields: readonly ResolvedField[]): string[] {
  return fields.length >= MIN_CODES && areCodes(fields) ? fields.slice(1).map(({ name }) => name) : []
}

/** Whether a rare field can be folded now: nothing is in it, asks for it or is wrong with it. */
export function isFoldable(source: FieldSource, path: string): boolean {
  const { visible, required, needed } = source.field(path)
  return visible && !required && needed === undefined && source.value(path) === undefined && source.error(path) === undefined
}
