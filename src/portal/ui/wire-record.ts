import type { JsonObject } from '../../core/index.ts'

/** The paths of fields that are redacted in the record although its manifest has them; the server sends them only if there are any. */
export function redactedOf(record: JsonObject): string[] {
  const redacted = record['_hidden']
  return Array.isArray(redacted) ? redacted.filter((path) => typeof path === 'string') : []
}
