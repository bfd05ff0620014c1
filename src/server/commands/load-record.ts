/** Loads and locks the record that a command works on, with the current user's relation to it. */
import { hasActionForApprovers, type CompiledType, type Doc, type FieldPaths, type RecordRelation, type StoredRecord } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import { listEntries } from '../store/approvals/approval-entries.ts'
import type { Tx } from '../store/connection/database.ts'
import { lockDocument } from '../store/documents/documents.ts'
import { docOf } from './check-document.ts'
import { contextWithRefs, holderOf, rowsOf, type CommandContext, type LoadedContext } from './context.ts'
import { relationToRecord } from './permit-action.ts'
import { redactedFor } from './projection-context.ts'

export interface LockedRecord { record: StoredRecord; doc: Doc; relation: RecordRelation; loaded: LoadedContext; /** Fields of the record that are redacted for the current user. */ redacted: FieldPaths }

/**
 * Locks the record until the transaction ends. @throws AppError not-found if it is unknown or not visible to the current user; stale if its
 * revision is not `rev`
 * @param rows those that the current user sees, unless said otherwise
 */
export async function lockRecord(tx: Tx, command: CommandContext, type: CompiledType, key: string, rev: number | undefined, rows = rowsOf(command, type, 'get')): Promise<LockedRecord> {
  const { session } = command
  const at = { company: session.company.code, type: type.manifest.id, key }
  const record = await lockDocument(tx, at, rows)
  if (!record) throw new AppError('not-found')
  if (rev !== undefined && rev !== record.rev) throw new AppError('stale')
  const doc = docOf(type, record)
  const open = hasActionForApprovers(type.manifest, record.state) ? await listEntries(tx, command.engine.catalogue.organisation, { ...at, waitingFor: holderOf(session) }) : []
  const redacted = await redactedFor(tx, command, type, record)
  const { ctx, records } = await contextWithRefs(tx, command, type, [doc])
  return { record, doc, relation: relationToRecord(session, record.owner, open.length > 0), loaded: { ctx: { ...ctx, redacted }, records }, redacted }
}
