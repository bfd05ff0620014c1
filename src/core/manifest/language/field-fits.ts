import { textTest } from '../../document/linear-pattern.ts'
import { fieldTypeOf } from './field-type.ts'
import type { Field } from './manifest.generated.ts'

/** Whether the field holds a text. */
export const isText = (field: Field): boolean => fieldTypeOf(field) === 'string'

/** Whether it holds a number, whole or decimal. */
export const isNumber = (field: Field): boolean => ['number', 'integer'].includes(fieldTypeOf(field))

/** Whether it holds lines or a list of texts. */
export const isArray = (field: Field): boolean => fieldTypeOf(field) === 'array'

/** Whether it holds an object, such as a file. */
export const isObject = (field: Field): boolean => fieldTypeOf(field) === 'object'

/** Whether it holds a list of texts rather than lines. */
export function isListOfTexts(field: Field): boolean {
  const { items } = field
  return isArray(field) && items !== undefined && 'type' in items && items.type === 'string'
}

/** Whether it holds lines. */
export const isLines = (field: Field): boolean => field.items !== undefined && '$ref' in field.items

/** Whether it holds a single text, number or boolean. */
export const isScalar = (field: Field): boolean => !isArray(field) && !isObject(field)

/** Whether the field may hold the value. */
export function fitsType(value: unknown, field: Field): boolean {
  const type = fieldTypeOf(field)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

/** Whether the linear engine can match texts against the pattern. */
export function isPattern(pattern: string | undefined): boolean {
  try {
    textTest(pattern ?? '')
    return true
  } catch {
    return false
  }
}
