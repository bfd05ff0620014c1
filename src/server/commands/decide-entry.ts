import {
  ALWAYS, advance, approvalAt, isDelegateFor, reasonIssue, placeDelegate, shownText, type Advance, type CompiledType, type Consequences, type Decision, type DecisionKind, type DecisionRefusal, type Doc, type EntryState,
  type FieldIssue, type JsonObject, type ResolvedApproval, type RuleContext, type StoredRecord, type Target
} from '../../core/index.ts'
import { AppError, invalidDocument } from '../errors.ts'
import { runSliced } from '../in-pieces.ts'
import { readRound, type EntryRow, type OpenEntry } from '../store/approvals/approval-entries.ts'
import { lockDocument, updateDocument, type DocumentAddress } from '../store/documents/documents.ts'
import { delegationNote, holdersBefore } from '../store/approvals/delegated-entries.ts'
import { appendEvent, trailOf, type Trail } from '../store/audit/events.ts'
import type { Db, Tx } from '../store/connection/database.ts'
import { withOrganisation } from '../store/approvals/organisation.ts'
import { loadRecords, refKey } from '../store/lists/references.ts'
import { acceptInput } from './accept-input.ts'
import { applyConsequences, stateOf, withSets } from './action-consequences.ts'
import { amountAsked, toState, writeRound } from './approval-round.ts'
import { changesBetween } from './changes.ts'
import { docOf } from './check-document.ts'
import { inState } from './in-state.ts'
import { actionContext, approverNumber, contextWithRefs, titleFor, typeOf, type CommandContext, type LoadedContext } from './context.ts'
import { prepareWrite } from './prepare-write.ts'
import { notify } from './notify.ts'
import { permitAction, relationToRecord } from './permit-action.ts'
import { applyAndFollow, runOnOthers } from './run-action.ts'
import { redactedFor } from './projection-context.ts'
import { excludedFromDeciding, eligibleApprovers } from './take-over.ts'
import { requireStepUpForDecision } from '../sign-in/step-up.ts'
import { visibleEntries } from './visible-entries.ts'

/** What a client sends with a decision. */
export interface DecisionRequest {
  reason: string | undefined
  /** The colleague to delegate to; if absent, the organisation determines who. */
  to: string | undefined
  /** The values of the action's dialog, by field name. */
  input: JsonObject
  /** The whole body: the dialog's fields may stand next to the entry's number. */
  body: JsonObject
}
export interface DecisionCase extends DecisionRequest { kind: DecisionKind; entryNo: number; /** The revision of the entry. */ rev: number | undefined }
export interface Decided { type: CompiledType; record: StoredRecord; entry: EntryRow; /** What the decision left for a colleague. */ warnings: FieldIssue[] }

const EVENTS: Record<DecisionKind, string> = { approve: 'approved', reject: 'rejected', delegate: 'delegated', return: 'returned' }

/** The document that the entry belongs to, and whether the person deciding still works here. */
export interface FoundDecision { type: CompiledType; at: DocumentAddress; isStillHere: boolean }

/** Identifies the document in the queue of decisions: many may arrive for one document at the same moment. */
export function queueKey({ company, type, key }: DocumentAddress): string {
  return `${company}\n${type}\n${key}`
}

/**
 * Finds the entry to decide and throws if anything already rules the decision out. Takes no locks, so that of several people deciding at
 * once, those who are too late need not wait for their turn to be refused.
 */
export async function findDecision(db: Db, command: CommandContext, decision: DecisionCase): Promise<FoundDecision> {
  const company = command.session.company.code
  const [found] = await visibleEntries(db, command, { company, entryNo: decision.entryNo })
  if (!found) throw new AppError('not-found')
  const { row: entry, record, isStillHere } = found
  const type = typeOf(command.engine, entry.type)
  requireDecidable(command, decision, { type, record, entry, isStillHere, excluded: await excludedFromDeciding(db, command, { type, record, entry }) })
  return { type, at: { company, type: entry.type, key: entry.document_key }, isStillHere }
}

/**
 * Decides one approval entry, as the manifest's action of that name allows. It locks the document first, and thereby its round: of two
 * people deciding at the same time, the second is refused.
 */
export async function decideEntry(tx: Tx, command: CommandContext, decision: DecisionCase, found?: FoundDecision): Promise<Decided> {
  const { type, at, isStillHere } = found ?? (await findDecision(tx, command, decision))
  const record = await lockDocument(tx, at, ALWAYS)
  const rows = await readRound(tx, at, decision.entryNo)
  const entry = rows.find((row) => row.entry_no === decision.entryNo)
  if (!record || !entry) throw new AppError('entry-not-open')
  const loaded = await contextWithRefs(tx, command, type, [docOf(type, record)])
  const excluded = await excludedFromDeciding(tx, command, { type, record, entry }, loaded.ctx)
  const { me, isDelegate, reason } = requireDecidable(command, decision, { type, record, entry, isStillHere, excluded })
  const move = await toMove(tx, command, decision, me, entry, excluded)
  const to = move.kind === 'delegate' ? move.to : undefined
  await requireRole(tx, command, { type, record, entry, delegate: isDelegate ? me : undefined, to, ctx: loaded.ctx })
  const states = withDelegate(rows.map((row) => toState(type, row)), entry, isDelegate ? me : undefined)
  const outcome = advance(await withHolders(tx, trailOf(type.manifest, at), states, move), move)
  if (!outcome.ok) throw refusalOf(outcome.refusal, outcome.message, decision.to)
  // To delegate is to choose who decides, so it requires the same confirmation as approving.
  if (decision.kind === 'approve' || decision.kind === 'delegate') requireStepUpForDecision(command.session, type.manifest, entry.amount, command.now)
  const permitted = await permit(tx, command, { type, record, decision, reason, to, loaded })
  const open = await writeRound(tx, command, rows, outcome, { entryNo: entry.entry_no, comment: reason ?? null, onBehalfOf: isDelegate ? entry.approver : null })
  const { written, warnings } = await conclude(tx, command, { type, record, entry, onBehalfOf: isDelegate ? entry.approver : entry.original_approver, outcome, open, decision, reason, to, ...permitted })
  return { type, record: written, entry, warnings }
}

/** @throws AppError if the delegate acting now, or the colleague who takes the entry over, lacks the role that the step requires */
async function requireRole(
  tx: Tx, command: CommandContext, { type, record, entry, delegate, to, ctx }: { type: CompiledType; record: StoredRecord; entry: EntryRow; delegate: string | undefined; to: string | undefined; ctx: RuleContext }
): Promise<void> {
  const named = [delegate, to].filter((one) => one !== undefined)
  if (named.length === 0) return
  const able = await eligibleApprovers(tx, command, { type, record, entry }, named, ctx)
  if (delegate !== undefined && !able.includes(delegate)) throw new AppError('acting-delegate-lacks-role')
  if (to !== undefined && !able.includes(to)) throw new AppError('delegate-lacks-role')
}

interface Decidable { me: string; /** They decide as a delegate, not as the approver. */ isDelegate: boolean; reason: string | undefined }

/**
 * @throws AppError with the reason why the current user may not decide on the entry, or why nobody can any longer. An employee who has left
 * cannot decide, even if their account is still active.
 */
function requireDecidable(
  command: CommandContext, decision: DecisionCase,
  { type, record, entry, isStillHere, excluded }: { type: CompiledType; record: StoredRecord; entry: EntryRow; isStillHere: boolean; excluded: string[] }
): Decidable {
  const { session } = command
  const me = approverNumber(session)
  if (entry.sender === me) throw new AppError('self-approval')
  if (excluded.includes(me)) throw new AppError('about-yourself')
  const isDelegate = isDelegateFor(session.actor.delegations ?? [], entry, me)
  if (entry.approver !== me && !isDelegate) throw new AppError('not-the-approver')
  if (!isStillHere) throw new AppError('approver-left')
  // Another approver was faster: reloading would not help, nor would a reason, so this comes before the checks of both.
  if (entry.status !== 'Open') throw new AppError('entry-not-open')
  if (decision.rev !== undefined && decision.rev !== entry.rev) throw new AppError('stale')
  const reason = reasonOf(type, record.key, decision)
  if (decision.kind === 'return' && approvalAt(type.manifest, record.state)?.returned === undefined) throw new AppError('return-not-offered', { title: titleFor(type, session) })
  return { me, isDelegate, reason }
}

/** Returns the round with the delegate as the approver of the entry that they decide. */
function withDelegate(states: EntryState[], { entry_no: entryNo }: EntryRow, delegate: string | undefined): EntryState[] {
  if (delegate === undefined) return states
  const placed = placeDelegate(states, entryNo, delegate)
  if (placed.ok) return placed.entries
  throw placed.refusal === 'delegateToApprover' ? new AppError('decides-already') : refusalOf(placed.refusal, placed.message, undefined)
}

interface Permitted { before: Doc; /** With the dialog's input, lists and figures: for checks, `sets` and `posts`. */ ctx: RuleContext }

/** Returns the context of the action's checks. @throws AppError if the action's `from`, who, `when` or dialog input refuses the decision */
async function permit(
  tx: Tx, command: CommandContext,
  { type, record, decision, reason, to, loaded }: { type: CompiledType; record: StoredRecord; decision: DecisionCase; reason: string | undefined; to: string | undefined; loaded: LoadedContext }
): Promise<Permitted> {
  const before = docOf(type, record)
  const redacted = await redactedFor(tx, command, type, record)
  const known = { ...loaded.ctx, redacted }
  const relation = relationToRecord(command.session, record.owner, true)
  await permitAction(type, command, decision.kind, { doc: before, ctx: known, relation, isNew: false })
  const isOwnChoice = to !== undefined && decision.to === undefined
  const accepted = await acceptInput(tx, command, type, {
    action: decision.kind, sent: sentInput(type, decision, reason), doc: before, ctx: known, ...(isOwnChoice && { computed: { to } })
  })
  const input = { reason: reason ?? '', ...accepted }
  const { ctx } = await actionContext(tx, command, type, before, { prev: before, input, redacted, known: loaded.records }, decision.kind)
  return { before, ctx }
}

/** Collects the dialog's fields. Every decision may carry a reason and a colleague, even if its dialog does not ask for them. */
function sentInput({ manifest }: CompiledType, { kind, input, body, to }: DecisionCase, reason: string | undefined): JsonObject {
  const fields = manifest.actions[kind]?.input?.fields ?? {}
  const own = { reason: reason ?? null, to: to ?? null }
  const sent = { ...body, ...input, ...own }
  const isKnown = (name: string): boolean => Object.hasOwn(fields, name)
  const isStray = (name: string): boolean => Object.hasOwn(input, name) && !['reason', 'comment', 'to'].includes(name)
  return Object.fromEntries(Object.entries(sent).filter(([name]) => isKnown(name) || isStray(name)))
}

/** Adds the entry's earlier holders, so that it cannot be delegated back to them. */
async function withHolders(tx: Tx, trail: Trail, states: EntryState[], move: Move): Promise<EntryState[]> {
  if (move.kind !== 'delegate') return states
  const heldBy = await holdersBefore(tx, trail, move.entryNo)
  return states.map((state) => (state.entryNo === move.entryNo ? { ...state, heldBy } : state))
}

type Move = Exclude<Decision, { kind: 'cancel' }>

/** Returns the trimmed reason. @throws AppError with the same issue that the dialog shows */
function reasonOf({ manifest }: CompiledType, no: string, { kind, reason = '' }: DecisionCase): string | undefined {
  const issue = reasonIssue(manifest, kind, no, reason)
  if (issue?.rule === 'required') throw new AppError('reason-missing', { message: issue.message }, [issue])
  if (issue?.rule === 'maxLength') throw new AppError('reason-too-long', { message: issue.message }, [issue])
  if (issue !== undefined) throw invalidDocument([issue])
  return shownText(reason) || undefined
}

/** `excluded` are the people who must not decide. */
async function toMove(tx: Tx, command: CommandContext, { kind, entryNo, to }: DecisionCase, by: string, entry: EntryRow, excluded: string[]): Promise<Move> {
  if (kind !== 'delegate') return { kind, entryNo, by }
  const { engine, session } = command
  const named = to ?? (await substituteOf(tx, command, entry.approver))
  return withOrganisation(tx, engine.catalogue, session.company.code, (organisation) => {
    const chosen = named ?? organisation.manager(entry.approver) ?? organisation.administrator
    if (excluded.includes(chosen)) throw new AppError('delegate-is-excepted')
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
  type: CompiledType; record: StoredRecord; entry: EntryRow; onBehalfOf: string | null; outcome: Extract<Advance, { ok: true }>; open: OpenEntry[]; decision: DecisionCase; reason: string | undefined
  to: string | undefined; before: Doc; ctx: RuleContext
}

/** Moves the document to the state that the round leads to, writes the event and notifies those affected. */
async function conclude(tx: Tx, command: CommandContext, conclusion: Conclusion): Promise<{ written: StoredRecord; warnings: FieldIssue[] }> {
  const { type, record, onBehalfOf, outcome, decision, reason, before, ctx } = conclusion
  const { session, now } = command
  const { manifest } = type
  const at = { company: session.company.code, type: manifest.id, key: record.key }
  const due = consequencesOf(type, conclusion)
  const approval = approvalAt(manifest, record.state)
  let left = before
  for (const { consequences } of due) left = await withSets(type, consequences, left, ctx)
  const state = (await stateOf(type, targetAfter(approval, outcome.outcome), left, ctx)) ?? record.state
  const issues = await runSliced(type.findingActionIssues(decision.kind, before, left, ctx))
  if (issues.length > 0) throw invalidDocument(issues, manifest.actions[decision.kind]?.failure ?? '')
  const doc = await inState(type, left, state, ctx)
  if (decision.kind === 'approve' && approval !== undefined) requireForEntered(command, type, conclusion.entry, amountAsked(command, type, approval, { record, doc }, conclusion.entry))
  await prepareWrite(tx, command, manifest, record, { ...record, state, data: doc })
  const written = await updateDocument(tx, manifest, at, record.rev, { state, owner: record.owner, data: doc, by: session.actor.id, at: now })
  if (!written) throw new AppError('stale')
  for (const { name, consequences } of due) await applyConsequences(tx, command, consequences, { type, action: name, record: written, doc, ctx })
  if (outcome.outcome === 'approved') await applyAndFollow(tx, command, type, written)
  const warnings = outcome.outcome === 'pending' ? [] : await runOnOthers(tx, command, type, { runs: due.flatMap(({ consequences }) => consequences.runs) }, { doc, ctx })
  await appendEvent(tx, {
    ...at, kind: EVENTS[decision.kind], actor: session.actor.id, onBehalfOf, from: record.state, to: state, reason: reason ?? null, ip: session.ip, at: now,
    changes: { ...changesBetween(manifest, { ...before, [manifest.stateField]: state }, doc), ...delegationChange(conclusion) }
  })
  await notifyOfDecision(tx, command, conclusion, written)
  return { written, warnings }
}

/**
 * The amount may have been entered with the decision itself: what depends on the amount is asked again.
 * @throws AppError if it requires step-up, or is more than the delegate acting now may decide on
 */
function requireForEntered({ session, now }: CommandContext, type: CompiledType, entry: EntryRow, amount: number | null): void {
  if (amount === entry.amount) return
  requireStepUpForDecision(session, type.manifest, amount, now)
  const me = approverNumber(session)
  if (entry.approver !== me && !isDelegateFor(session.actor.delegations ?? [], { ...entry, amount }, me)) throw new AppError('acting-delegate-limit')
}

/** The entry's former and new holder, for the audit trail. */
function delegationChange({ entry, to }: Conclusion): JsonObject {
  return to === undefined ? {} : delegationNote({ entryNo: entry.entry_no, from: entry.approver, to })
}

/**
 * The consequences of the decision: none while other entries are pending, then those of its action, followed by those of the approval as a
 * whole.
 */
function consequencesOf({ manifest }: CompiledType, { outcome, decision, record }: Conclusion): { name: string; consequences: Consequences }[] {
  if (outcome.outcome === 'pending') return []
  const action = manifest.actions[decision.kind]
  const own = action === undefined ? [] : [{ name: action.id, consequences: action }]
  const approval = approvalAt(manifest, record.state)
  return outcome.outcome === 'approved' && approval !== undefined ? [...own, { name: 'approved', consequences: approval }] : own
}

function targetAfter(approval: ResolvedApproval | undefined, outcome: string): Target | undefined {
  if (outcome === 'approved') return approval?.approved
  if (outcome === 'rejected') return approval?.rejected
  return outcome === 'returned' ? approval?.returned : undefined
}

async function notifyOfDecision(tx: Tx, command: CommandContext, { type, entry, outcome, open, decision, reason }: Conclusion, record: StoredRecord): Promise<void> {
  const notice = { type, record, reason }
  const owner = record.owner ?? entry.sender
  if (outcome.outcome === 'approved') return notify(tx, command, { ...notice, kind: 'approved', to: [owner] })
  if (outcome.outcome === 'rejected') return notify(tx, command, { ...notice, kind: 'rejected', to: [owner] })
  if (outcome.outcome === 'returned') return notify(tx, command, { ...notice, kind: 'returned', to: [owner] })
  const changed = outcome.entries.filter((one) => (decision.kind === 'delegate' ? one.entryNo === decision.entryNo : outcome.opened.includes(one.entryNo)))
  return notify(tx, command, { ...notice, kind: decision.kind === 'delegate' ? 'delegated' : 'assigned', to: changed.map((one) => one.approver), open })
}
