import type { JsonObject } from '../../core/index.ts'

/** Paths of fields that the record keeps from the person although their manifest has them; the server names them only where there are some. */
export function hiddenOf(record: JsonObject): string[] {
  const hidden = record['_hidden']
  return Array.isArray(hidden) ? hidden.filter((path) => typeof path === 'string') : []
}
