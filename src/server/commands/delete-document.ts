import type { Doc } from '../../core/index.ts'
import { deleteDocument as eraseDocument } from '../store/documents.ts'
import { appendEvent } from '../store/events.ts'
import type { Tx } from '../store/database.ts'
import { removeFiles } from '../store/files.ts'
import { AppError } from '../errors.ts'
import { typeOf, type CommandContext } from './context.ts'
import { lockRecord } from './load-record.ts'
import { permitKind } from './permit-action.ts'

export interface DeleteRequest { type: string; key: string; rev: number | undefined }

/** Deletes a record; its last contents stay in the audit trail. Answers the document that is gone. */
export async function deleteDocument(tx: Tx, command: CommandContext, request: DeleteRequest): Promise<Doc> {
  const type = typeOf(command.engine, request.type)
  const { session } = command
  const { record, doc, standing, loaded } = await lockRecord(tx, command, type, request.key, request.rev)
  const action = permitKind(type, session, 'deletes', { doc, ctx: loaded.ctx, standing, isNew: false })
  const at = { company: session.company.code, type: type.manifest.id, key: record.key }
  await eraseDocument(tx, at)
  await appendEvent(tx, { ...at, kind: action === 'delete' ? 'deleted' : action, actor: session.actor.id, from: record.state || null, changes: { record: { from: doc, to: null } }, ip: session.ip, at: command.now })
  return doc
}

/** Removes one file of a document that the person may change. */
export async function removeFile(tx: Tx, command: CommandContext, request: DeleteRequest & { fileId: string }): Promise<void> {
  const type = typeOf(command.engine, request.type)
  const { session } = command
  const { record, doc, standing, loaded } = await lockRecord(tx, command, type, request.key, request.rev)
  permitKind(type, session, 'saves', { doc, ctx: loaded.ctx, standing, isNew: false })
  const at = { company: session.company.code, type: type.manifest.id, key: record.key }
  const removed = await removeFiles(tx, at, [request.fileId])
  if (removed.length === 0) throw new AppError('not-found')
  await appendEvent(tx, { ...at, kind: 'updated', actor: session.actor.id, changes: { 'files removed': removed }, ip: session.ip, at: command.now })
}
