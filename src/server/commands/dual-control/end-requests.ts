/**
 * Ends pending requests for a record that is deleted. Their approval would be refused, and whoever had the record deleted may not have
 * known of them.
 */
import { ALWAYS, cardPath, targetOf, type ChangeRequestFields, type CompiledType, type StoredRecord, t } from '../../../core/index.ts'
import { AppError } from '../../errors.ts'
import { deliver } from '../../notifications/deliver.ts'
import { waitingRequests } from '../../store/documents/change-requests.ts'
import type { Tx } from '../../store/connection/database.ts'
import { lockDocument, updateDocument } from '../../store/documents/documents.ts'
import { appendEvent } from '../../store/audit/events.ts'
import { contactsOf } from '../../store/users/contacts.ts'
import { stateOf } from '../action-consequences.ts'
import { inState } from '../in-state.ts'
import { cancelRound } from '../approval-round.ts'
import { docOf } from '../check-document.ts'
import { inEnglish } from '../../languages/of-request.ts'
import { actionContext, titleFor, type CommandContext } from '../context.ts'

/**
 * Ends the pending requests for a record that is being deleted and notifies their requesters. `by` is the request being approved, which is
 * left alone.
 */
export async function endRequests(tx: Tx, command: CommandContext, type: CompiledType, key: string, by: string | undefined): Promise<void> {
  const names = command.engine.catalogue.organisation.changeRequests
  if (names === undefined || type.manifest.dualControl === undefined) return
  const requests = command.engine.type(names.type)
  const waiting = await waitingRequests(tx, requests.manifest, names, { company: command.session.company.code, of: type.manifest, key })
  const reason = (): string => t('{title} {key} was deleted.', { title: titleFor(type, command.session), key })
  for (const one of waiting) {
    if (one.key !== by) await end(tx, command, requests, names, { key: one.key, reason })
  }
}

async function end(tx: Tx, command: CommandContext, requests: CompiledType, names: ChangeRequestFields, { key, reason }: { key: string; reason: () => string }): Promise<void> {
  const { session, now } = command
  const { manifest } = requests
  const at = { company: session.company.code, type: names.type, key }
  const record = await lockDocument(tx, at, ALWAYS)
  const { approval } = manifest
  // It may have been decided in the meantime.
  if (record === undefined || approval === undefined || record.state !== approval.pending) return
  const action = Object.values(manifest.actions).find(({ endsApproval, from }) => endsApproval && from.includes(record.state))
  const doc = docOf(requests, record)
  const { ctx } = await actionContext(tx, command, requests, doc, { prev: doc }, action?.id ?? 'reject')
  const state = (await stateOf(requests, (action && targetOf(action, record.state)) ?? approval.rejected, doc, ctx)) ?? record.state
  await cancelRound(tx, command, requests, key)
  const written = await updateDocument(tx, manifest, at, record.rev, { state, owner: record.owner, data: await inState(requests, doc, state, ctx), by: session.actor.id, at: now })
  if (written === undefined) throw new AppError('stale')
  await appendEvent(tx, { ...at, kind: action?.id ?? 'reject', actor: session.actor.id, from: record.state, to: state, reason: inEnglish(reason), ip: session.ip, at: now })
  await notifyOwner(tx, command, requests, written, reason)
}

/** Notifies the requester why the request will not be decided. */
async function notifyOwner(tx: Tx, command: CommandContext, requests: CompiledType, { key, owner }: StoredRecord, reason: () => string): Promise<void> {
  if (owner === undefined) return
  const { session, engine, services, now } = command
  const company = session.company.code
  const { id } = requests.manifest
  const contacts = await contactsOf(tx, engine.catalogue.organisation, company, [owner], 'notice')
  await deliver(tx, { company, kind: 'notice', at: now, services, by: session.actor.id, document: { type: id, key } }, contacts.values(), () => {
    const title = t('{title} {key} has ended', { title: titleFor(requests, session), key })
    return { title, text: `${title}: ${reason()}`, path: cardPath(engine.catalogue.pages, id, key) }
  })
}
