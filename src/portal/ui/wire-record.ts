import type { ClientManifest } from '../../contract/index.ts'
import { stateOfWire, wireName, type JsonObject, type ResolvedState } from '../../core/index.ts'

/** The paths of fields that are redacted in the record although its manifest has them; the server sends them only if there are any. */
export function redactedOf(record: JsonObject): string[] {
  const redacted = record['_hidden']
  return Array.isArray(redacted) ? redacted.filter((path) => typeof path === 'string') : []
}

/** A record's state and its label; undefined if the state is withheld. */
export function stateIn(manifest: ClientManifest, record: JsonObject | undefined): { state: ResolvedState | undefined; label: string } | undefined {
  const wire = record?.[wireName(manifest.shape, manifest.stateField)]
  if (typeof wire !== 'string' || wire === '') return undefined
  const own = record?.['_state']
  const state = typeof own === 'string' ? manifest.states[own] : stateOfWire(manifest, wire)
  return { state, label: state?.label ?? wire }
}
