import type { ResolvedField } from '../manifest/resolve/resolved.ts'
import type { JsonObject } from './json.ts'

/** JSON Schema keywords of a field's value, from its declaration; not for lines. */
export function valueSchema(field: ResolvedField): JsonObject {
  if (field.type === 'array') return { type: 'array', items: { type: 'string', ...defined({ enum: field.enum }) }, ...defined({ minItems: field.minItems, maxItems: field.maxItems }) }
  return {
    type: field.type,
    ...defined({
      format: field.format, enum: field.enum, minLength: field.minLength, maxLength: field.maxLength, pattern: field.pattern,
      minimum: field.minimum, exclusiveMinimum: field.exclusiveMinimum, maximum: field.maximum,
    }),
  }
}

/** The object without its undefined properties. */
export function defined<T extends Record<string, unknown>>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> }
}
