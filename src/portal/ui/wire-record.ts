import type { ClientManifest } from '../../contract/index.ts'
import type { JsonObject } from '../../core/index.ts'

/** A header field's name on the wire. */
export function wireName(manifest: Pick<ClientManifest, 'shape'>, field: string): string {
  return manifest.shape.fields[field]?.wire ?? field
}

/** Paths of fields that are redacted in the record although their manifest has them; the server names them only where there are some. */
export function redactedOf(record: JsonObject): string[] {
  const redacted = record['_hidden']
  return Array.isArray(redacted) ? redacted.filter((path) => typeof path === 'string') : []
}
