/** Sends a record that the server itself has just made for approval. */
import { approvalStartedBy, type CompiledType, type RuleContext, type StoredRecord } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import { appendEvent } from '../store/audit/events.ts'
import type { Tx } from '../store/connection/database.ts'
import { updateDocument } from '../store/documents/documents.ts'
import { inState } from './in-state.ts'
import { startRound } from './approval-round.ts'
import type { CommandContext } from './context.ts'
import { notify } from './notify.ts'

/**
 * Moves the record from its initial state to the one in which it waits for approval, by the first action that starts the type's approval.
 * @throws AppError if nobody is found who decides
 */
export async function sendMade(tx: Tx, command: CommandContext, type: CompiledType, record: StoredRecord, ctx: RuleContext): Promise<void> {
  const { session, now } = command
  const { manifest } = type
  const action = Object.values(manifest.actions).find(({ startsApproval, starts }) => startsApproval && starts === undefined)
  const approval = action && approvalStartedBy(manifest, action)
  if (approval === undefined || action === undefined) throw new Error(`${manifest.id} has no approval to start.`)
  const doc = await inState(type, record.data, approval.pending, ctx)
  const open = await startRound(tx, command, type, approval, { record, doc, ctx })
  const at = { company: session.company.code, type: manifest.id, key: record.key }
  const written = await updateDocument(tx, manifest, at, record.rev, { state: approval.pending, owner: record.owner, data: doc, by: session.actor.id, at: now })
  if (written === undefined) throw new AppError('stale')
  await appendEvent(tx, { ...at, kind: action.id, actor: session.actor.id, from: record.state || null, to: approval.pending, ip: session.ip, at: now })
  await notify(tx, command, { kind: 'assigned', type, record: written, to: open.map(({ approver }) => approver), open })
}
