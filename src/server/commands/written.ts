import type { FieldIssue, StoredRecord } from '../../core/index.ts'
import type { AskedRequest } from './dual-control/ask-for-change.ts'

/** A record as a command left it. */
export interface Written { record: StoredRecord; warnings: FieldIssue[]; /** The change request for the part that waits for a second person's approval. */ asked?: AskedRequest }
