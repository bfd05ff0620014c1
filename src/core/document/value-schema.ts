import type { ResolvedField, ResolvedShape } from '../manifest/resolve/resolved.ts'
import type { JsonObject } from './json.ts'
import { limitsAsSchema } from './value-limits.ts'

/** JSON Schema keywords of a field's value, from its declaration; not for lines. */
export function valueSchema(field: ResolvedField): JsonObject {
  const { type, format } = field
  const values = defined({ enum: field.enum })
  if (field.parts !== undefined) return { type, additionalProperties: false, properties: partSchemas(field.parts, valueSchema) }
  return type === 'array' ? { type, items: { type: 'string', ...values }, ...limitsAsSchema(field) } : { type, ...defined({ format }), ...values, ...limitsAsSchema(field) }
}

/** The schema of each part of an object, with its caption. */
export function partSchemas({ fields }: ResolvedShape, schemaOf: (part: ResolvedField) => JsonObject): JsonObject {
  return Object.fromEntries(Object.values(fields).map((part) => [part.name, { title: part.title, ...defined({ description: part.description }), ...schemaOf(part) }]))
}

/** The object without its undefined properties. */
export function defined<T extends Record<string, unknown>>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> }
}
