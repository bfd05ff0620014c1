/** What counts as no value: in a record, on the wire and in a list. Of a text alone, `isBlank` (blank-text.ts) says whether it shows nothing. */
import { isBlank } from './blank-text.ts'

/** Whether a field of a record holds nothing. */
export function isAbsent(value: unknown): value is null | undefined | '' {
  return value === undefined || value === null || value === ''
}

/** Whether a value on the wire means that the field is empty; so does a text that shows nothing, and the empty date of Business Central. */
export function isAbsentOnWire(value: unknown): boolean {
  return isAbsent(value) || (typeof value === 'string' && (isBlank(value) || value === '0001-01-01' || value.startsWith('0001-01-01T')))
}

/** Whether the value is a list without items, apart from texts that show nothing. */
export function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' && isBlank(item))
}
