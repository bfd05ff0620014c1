import { type CompiledType, type Doc, type Json, type RuleContext, type StoredRecord, changedControlledFields, redactedDoc } from '../../core/index.ts'
import { deleteDocument as eraseDocument, updateDocument } from '../store/documents/documents.ts'
import { appendEvent } from '../store/audit/events.ts'
import { settleNotices } from '../store/delivery/notifications.ts'
import type { Tx } from '../store/connection/database.ts'
import { lockRecordForDelete } from '../store/transactions/lock-keys.ts'
import { removeFiles } from '../store/files/files.ts'
import { usesOf } from '../store/documents/uses.ts'
import { AppError } from '../errors.ts'
import { acceptInput } from './accept-input.ts'
import { applyConsequences } from './action-consequences.ts'
import { requireAttachment } from './attachments.ts'
import { docOf } from './check-document.ts'
import { plainContext, rowsOf, titleFor, typeOf, type CommandContext } from './context.ts'
import { askForChange, refuseWhileAsked, type AskedRequest } from './dual-control/ask-for-change.ts'
import { endRequests } from './dual-control/end-requests.ts'
import { lockRecord } from './load-record.ts'
import { permitKind, requireOpenFiles } from './permit-action.ts'

export interface DeleteRequest { type: string; key: string; rev: number | undefined; /** The requester's reason, if the deletion needs a second person's approval. */ reason?: string | undefined; /** As sent; no action that deletes has a dialog, so anything in it is refused. */ input?: Json | undefined }
export interface Deleted { /** The document as the current user saw it. */ doc: Doc; /** The request that waits for a second person's approval, if the record is not deleted yet. */ asked?: AskedRequest }

/**
 * Deletes a record; the audit trail keeps its last contents. If a field under dual control has a value, it creates a request for the
 * deletion instead.
 */
export async function deleteDocument(tx: Tx, command: CommandContext, request: DeleteRequest): Promise<Deleted> {
  const type = typeOf(command.engine, request.type)
  const { record, doc, relation, loaded, redacted } = await lockRecord(tx, command, type, request.key, request.rev)
  const action = await permitKind(type, command, 'deletes', { doc, ctx: loaded.ctx, relation, isNew: false })
  await acceptInput(tx, command, type, { action, sent: request.input, doc, ctx: loaded.ctx })
  const seen = redactedDoc(type.manifest, record, redacted)
  const controlled = changedControlledFields(type.manifest, doc, {})
  if (controlled.length > 0) {
    await refuseWhileUsed(tx, command, type, record.key)
    return { doc: seen, asked: await askForChange(tx, command, type, { kind: 'delete', key: record.key, before: doc, after: {}, redacted, fields: controlled, reason: request.reason }) }
  }
  await refuseWhileAsked(tx, command, type, record.key, redacted)
  await eraseRecord(tx, command, type, record, { action, ctx: loaded.ctx })
  return { doc: seen }
}

/**
 * Deletes a record that nothing refers to, posts what its action declares, and ends pending change requests for it, except the one being
 * approved (`request`). @throws AppError still-used
 */
export async function eraseRecord(tx: Tx, command: CommandContext, type: CompiledType, record: StoredRecord, { action = 'delete', ctx, reason, request }: { action?: string; ctx?: RuleContext; reason?: string; request?: string }): Promise<void> {
  const { session } = command
  const at = { company: session.company.code, type: type.manifest.id, key: record.key }
  const doc = docOf(type, record)
  await lockRecordForDelete(tx, at.company, at)
  await refuseWhileUsed(tx, command, type, record.key)
  const declared = type.manifest.actions[action]
  if (declared !== undefined && declared.posts.length > 0) await applyConsequences(tx, command, declared, { type, action, record, doc, ctx: { ...(ctx ?? plainContext(command)), prev: doc } })
  await endRequests(tx, command, type, record.key, request)
  await settleNotices(tx, at, 'deleted', command.now)
  await eraseDocument(tx, at, { owner: record.owner, by: session.actor.id })
  await appendEvent(tx, { ...at, kind: action === 'delete' ? 'deleted' : action, actor: session.actor.id, from: record.state || null, ...(reason !== undefined && { reason }), changes: { record: { from: doc, to: null } }, ip: session.ip, at: command.now })
}

/**
 * @throws AppError still-used with the records that refer to this one; their keys appear only if the current user may read every record of
 * their type
 */
async function refuseWhileUsed(tx: Tx, command: CommandContext, type: CompiledType, key: string): Promise<void> {
  const { engine, session } = command
  const uses = await usesOf(tx, engine.catalogue, { company: session.company.code, type: type.manifest.id, key })
  if (uses.length === 0) return
  const users = uses.map((use) => {
    const user = engine.type(use.type)
    const title = titleFor(user, session)
    if (rowsOf(command, user, 'get').kind !== 'always') return `${title} (${use.count})`
    return use.count === 1 ? `${title} ${use.key}` : `${title} ${use.key} and ${use.count - 1} more`
  })
  throw new AppError('still-used', { title: titleFor(type, session), no: key, users: users.join(', ') })
}

/** Removes one file from a document that the current user may change. It counts as a change, so the revision increases. */
export async function removeFile(tx: Tx, command: CommandContext, request: DeleteRequest & { fileId: string }): Promise<void> {
  const type = typeOf(command.engine, request.type)
  const { session } = command
  const { record, doc, relation, loaded } = await lockRecord(tx, command, type, request.key, request.rev)
  const action = await permitKind(type, command, 'saves', { doc, ctx: loaded.ctx, relation, isNew: false })
  requireOpenFiles(type, action)
  const at = { company: session.company.code, type: type.manifest.id, key: record.key }
  const removed = await removeFiles(tx, at, [request.fileId])
  if (removed.length === 0) throw new AppError('not-found')
  await requireAttachment(tx, type, at, action, '', { doc, ctx: loaded.ctx })
  const written = await updateDocument(tx, type.manifest, at, record.rev, { state: record.state, owner: record.owner, data: record.data, by: session.actor.id, at: command.now })
  if (!written) throw new AppError('stale')
  await appendEvent(tx, { ...at, kind: 'updated', actor: session.actor.id, changes: { 'files removed': removed }, ip: session.ip, at: command.now })
}
