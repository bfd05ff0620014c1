import type { Doc } from './json.ts'

/** A document as the store keeps it. `data` holds inner field names, the key, state and owner fields included. */
export interface StoredRecord {
  key: string
  state: string
  /** Employee number of the owner. */
  owner?: string
  rev: number
  data: Doc
}
