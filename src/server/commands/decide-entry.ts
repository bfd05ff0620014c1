import { ALWAYS, advance, type Advance, type CompiledType, type Consequences, type DecisionRefusal, type StoredRecord } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import { listEntries, lockRound, type EntryRow } from '../store/approval-entries.ts'
import { lockDocument, updateDocument } from '../store/documents.ts'
import { appendEvent } from '../store/events.ts'
import type { Tx } from '../store/database.ts'
import { withOrganisation } from '../store/organisation.ts'
import { loadRecords, refKey } from '../store/references.ts'
import { bringAbout, withSets } from './action-consequences.ts'
import { toState, writeRound } from './approval-round.ts'
import { docOf } from './check-document.ts'
import { approverNumber, fullContext, titleFor, typeOf, type CommandContext } from './context.ts'
import { notify } from './notify.ts'

export type DecisionKind = 'approve' | 'reject' | 'delegate' | 'return'
export interface DecisionCase { kind: DecisionKind; entryNo: number; reason: string | undefined; to: string | undefined; rev: number | undefined }
export interface Decided { type: CompiledType; record: StoredRecord; entry: EntryRow }

const LONGEST_REASON = 250
const EVENTS: Record<DecisionKind, string> = { approve: 'approved', reject: 'rejected', delegate: 'delegated', return: 'returned' }

/** Decides one approval entry. The document and its round are locked first, so of two people deciding at once one comes second and is told. */
export async function decideEntry(tx: Tx, command: CommandContext, decision: DecisionCase): Promise<Decided> {
  const { session, engine } = command
  const company = session.company.code
  const [found] = await listEntries(tx, engine.catalogue.organisation, { company, entryNo: decision.entryNo })
  if (!found) throw new AppError('not-found')
  const type = typeOf(engine, found.type)
  const at = { company, type: found.type, key: found.document_key }
  const record = await lockDocument(tx, at, ALWAYS)
  const rows = await lockRound(tx, at)
  const entry = rows.find((row) => row.entry_no === decision.entryNo)
  if (!record || !entry) throw new AppError('entry-not-open')
  const me = approverNumber(session)
  if (entry.sender !== me && entry.approver !== me) throw new AppError('not-the-approver')
  if (decision.rev !== undefined && decision.rev !== entry.rev) throw new AppError('stale')
  const reason = reasonOf(decision)
  if (decision.kind === 'return' && type.manifest.approval?.returned === undefined) throw new AppError('return-not-offered', { title: titleFor(type, session) })
  const outcome = advance(rows.map((row) => toState(type, row)), await toDecision(tx, command, decision, me, entry))
  if (!outcome.ok) throw refusalOf(outcome.refusal, outcome.message, decision.to)
  await writeRound(tx, command, rows, outcome, { entryNo: entry.entry_no, comment: reason ?? null })
  const written = await conclude(tx, command, { type, record, entry, outcome, decision, reason })
  return { type, record: written, entry }
}

function reasonOf({ kind, reason }: DecisionCase): string | undefined {
  const text = reason?.trim()
  if ((kind === 'reject' || kind === 'return') && (text === undefined || text === '')) throw new AppError('reason-missing')
  if (text !== undefined && text.length > LONGEST_REASON) throw new AppError('reason-too-long', { limit: LONGEST_REASON })
  if (text?.includes('\0')) throw new AppError('invalid-request', { reason: 'the reason holds characters that cannot be stored.' })
  return text === '' ? undefined : text
}

async function toDecision(tx: Tx, command: CommandContext, { kind, entryNo, to }: DecisionCase, by: string, entry: EntryRow): Promise<Parameters<typeof advance>[1]> {
  if (kind !== 'delegate') return { kind, entryNo, by }
  const { engine, session } = command
  const named = to ?? (await substituteOf(tx, command, entry.approver))
  return withOrganisation(tx, engine.catalogue, session.company.code, (organisation) => {
    const chosen = named ?? organisation.manager(entry.approver) ?? organisation.administrator
    return { kind, entryNo, by, to: chosen, toIsActive: organisation.isActive(chosen) }
  })
}

async function substituteOf(tx: Tx, { engine, session }: CommandContext, employee: string): Promise<string | undefined> {
  const { employees } = engine.catalogue.organisation
  if (employees?.substitute === undefined) return undefined
  const records = await loadRecords(tx, session.company.code, [{ type: employees.type, key: employee }])
  const substitute = records.get(refKey(employees.type, employee))?.data[employees.substitute]
  return typeof substitute === 'string' ? substitute : undefined
}

function refusalOf(refusal: DecisionRefusal, message: string, to: string | undefined): AppError {
  switch (refusal) {
    case 'unknownEntry': return new AppError('not-found')
    case 'notOpen': return new AppError('entry-not-open')
    case 'requester': return new AppError('self-approval')
    case 'notYours': return new AppError('not-the-approver')
    case 'delegateToRequester': return new AppError('delegate-is-requester')
    case 'delegateToInactive': return new AppError('delegate-unknown', { to })
    case 'delegateToSelf':
    case 'delegateToApprover': return new AppError('delegate-is-approver')
    case 'delegateLoop': return new AppError('invalid-document', { message })
  }
}

interface Conclusion {
  type: CompiledType; record: StoredRecord; entry: EntryRow; outcome: Extract<Advance, { ok: true }>; decision: DecisionCase; reason: string | undefined
}

/** Moves the document where the round leads, writes the event and tells whom it concerns. */
async function conclude(tx: Tx, command: CommandContext, given: Conclusion): Promise<StoredRecord> {
  const { type, record, entry, outcome, decision, reason } = given
  const { session, now } = command
  const { manifest } = type
  const at = { company: session.company.code, type: manifest.id, key: record.key }
  const before = docOf(type, record)
  const due = consequencesOf(type, given)
  const { ctx } = await fullContext(tx, command, type, before, { prev: before, input: { reason: reason ?? '' } })
  const state = stateAfter(type, outcome.outcome) ?? record.state
  const left = due.reduce((one, { consequences }) => withSets(type, consequences, one, ctx), before)
  const doc = { ...left, [manifest.stateField]: state }
  const written = await updateDocument(tx, manifest, at, record.rev, { state, owner: record.owner, data: doc, by: session.actor.id, at: now })
  if (!written) throw new AppError('stale')
  for (const { name, consequences } of due) await bringAbout(tx, command, consequences, { type, action: name, record: written, doc, ctx })
  await appendEvent(tx, {
    ...at, kind: EVENTS[decision.kind], actor: session.actor.id, onBehalfOf: entry.original_approver, from: record.state, to: state, reason: reason ?? null, ip: session.ip, at: now
  })
  await tell(tx, command, given, written)
  return written
}

/** What the decision brings about: nothing while others have to decide, then what the manifest says of it, and of the approval as a whole. */
function consequencesOf({ manifest }: CompiledType, { outcome, decision }: Conclusion): { name: string; consequences: Consequences }[] {
  if (outcome.outcome === 'pending') return []
  const action = manifest.actions[decision.kind]
  const own = action === undefined ? [] : [{ name: action.id, consequences: action }]
  return outcome.outcome === 'approved' && manifest.approval !== undefined ? [...own, { name: 'approved', consequences: manifest.approval }] : own
}

function stateAfter({ manifest }: CompiledType, outcome: string): string | undefined {
  if (outcome === 'approved') return manifest.approval?.approved
  if (outcome === 'rejected') return manifest.approval?.rejected
  return outcome === 'returned' ? manifest.approval?.returned : undefined
}

async function tell(tx: Tx, command: CommandContext, { type, entry, outcome, decision, reason }: Conclusion, record: StoredRecord): Promise<void> {
  const notice = { type, record, doc: record.data, reason }
  const owner = record.owner ?? entry.sender
  if (outcome.outcome === 'approved') return notify(tx, command, { ...notice, kind: 'approved', to: [owner] })
  if (outcome.outcome === 'rejected') return notify(tx, command, { ...notice, kind: 'rejected', to: [owner] })
  if (outcome.outcome === 'returned') return notify(tx, command, { ...notice, kind: 'returned', to: [owner] })
  const changed = outcome.entries.filter((one) => (decision.kind === 'delegate' ? one.entryNo === decision.entryNo : outcome.opened.includes(one.entryNo)))
  return notify(tx, command, { ...notice, kind: decision.kind === 'delegate' ? 'delegated' : 'assigned', to: changed.map((one) => one.approver) })
}
