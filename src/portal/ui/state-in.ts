import type { ClientManifest } from '../../contract/index.ts'
import { stateToldAs, type JsonObject, type ResolvedState } from '../../core/index.ts'
import { wireName } from './wire-record.ts'

/** The state that a record stands in, and how people call it; undefined where they are not told. */
export function stateIn(manifest: ClientManifest, record: JsonObject | undefined): { state: ResolvedState | undefined; label: string } | undefined {
  const told = record?.[wireName(manifest, manifest.stateField)]
  if (typeof told !== 'string' || told === '') return undefined
  const own = record?.['_state']
  const state = typeof own === 'string' ? manifest.states[own] : stateToldAs(manifest, told)
  return { state, label: state?.label ?? told }
}
