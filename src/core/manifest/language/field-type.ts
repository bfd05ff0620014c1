import type { Field } from './manifest.generated.ts'

export type FieldType = NonNullable<Field['type']>

/**
 * The JSON type of a field: the declared one, or else the one that follows from its other keywords. An amount is a number, a field with
 * items an array, a file or a group of values an object,
 * everything else a text.
 */
export function fieldTypeOf({ type, items, properties, 'x-money': money, 'x-file': file }: Pick<Field, 'type' | 'items' | 'properties' | 'x-money' | 'x-file'>): FieldType {
  if (type !== undefined) return type
  if (money !== undefined) return 'number'
  if (items !== undefined) return 'array'
  return file === undefined && properties === undefined ? 'string' : 'object'
}
