import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'
import type { Doc } from './json.ts'
import type { StoredRecord } from './stored-record.ts'

/** The document of a stored record, with key, state and owner under the manifest's field names. */
export function recordDoc(manifest: ResolvedDocumentType, record: StoredRecord): Doc {
  const doc: Doc = { ...record.data, [manifest.key]: record.key }
  if (hasStates(manifest)) doc[manifest.stateField] = record.state
  if (manifest.owner !== undefined && record.owner !== undefined) doc[manifest.owner] = record.owner
  return doc
}

/** Whether the type declares states. */
export function hasStates(manifest: ResolvedDocumentType): boolean {
  return Object.keys(manifest.states).length > 0
}
