import type { ClientManifest } from '../../contract/index.ts'

/** A header field's name on the wire. */
export function wireName(manifest: Pick<ClientManifest, 'shape'>, field: string): string {
  return manifest.shape.fields[field]?.wire ?? field
}
