import type { ClientManifest } from '../../contract/index.ts'
import type { JsonObject } from '../../core/index.ts'

/** A header field's name on the wire. */
export function wireName(manifest: Pick<ClientManifest, 'shape'>, field: string): string {
  return manifest.shape.fields[field]?.wire ?? field
}

/** The paths of fields that are redacted in the record although its manifest has them; the server sends them only if there are any. */
export function redactedOf(record: JsonObject): string[] {
  const redacted = record['_hidden']
  return Array.isArray(redacted) ? redacted.filter((path) => typeof path === 'string') : []
}
