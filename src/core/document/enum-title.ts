import type { ResolvedField } from '../manifest/resolve/resolved.ts'
import type { Json } from './json.ts'

/** The display text of a value of the field's enum. */
export function enumTitle(field: Pick<ResolvedField, 'enumTitles'>, value: Json): string {
  const name = plainText(value)
  return field.enumTitles?.[name] ?? name
}

/** A value as text; arrays and objects as JSON. */
export function plainText(value: Json): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
