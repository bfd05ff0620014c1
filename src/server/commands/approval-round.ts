/**
 * Approval rounds: started by the action that sends a document for approval, advanced by decisions, cancelled when the sender takes it
 * back.
 */
import { APPROVER, EMPLOYEE, EVERYONE, NoApproverError, advance, approvalsOf, dueDate, excludedApprovers, openRound, resolveSteps, type Advance, type CompiledType, type Doc, type EntryState, type ResolvedApproval, type RuleContext, type StoredRecord } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import { insertRound, readRound, updateEntries, type DecisionNote, type EntryRow, type OpenEntry } from '../store/approvals/approval-entries.ts'
import { settleNotices } from '../store/delivery/notifications.ts'
import type { Tx } from '../store/connection/database.ts'
import { holidaysOf } from '../store/approvals/holidays.ts'
import { withOrganisation } from '../store/approvals/organisation.ts'
import { approverNumber, plainContext, type CommandContext } from './context.ts'

/**
 * Inserts the entries of a new round and returns those that are open first. An empty result means that no step applies and the document is
 * approved at once.
 */
export async function startRound(
  tx: Tx, command: CommandContext, type: CompiledType, approval: ResolvedApproval, { record, doc, ctx }: { record: StoredRecord; doc: Doc; ctx: RuleContext }
): Promise<OpenEntry[]> {
  const { session, now } = command
  const steps = await withOrganisation(tx, command.engine.catalogue, session.company.code, (organisation) => stepsOf(() => resolveSteps(type, approval, doc, ctx, organisation)))
  if (steps.length === 0) return []
  const sender = record.owner ?? approverNumber(session)
  const entries = openRound(steps, sender)
  const rolesAsked = new Map(steps.map(({ step, roles }) => [step, roles]))
  const excluded = excludedApprovers(type, approval, doc, ctx)
  const at = { company: session.company.code, type: type.manifest.id, key: record.key }
  const due = await dueDates(tx, command)
  return insertRound(tx, { ...at, sender, sentAt: now }, entries.map(({ step, title, approver, sequence, mode, quorum, status, dueDays }) => {
    const asked = { step, approver, roles: rolesAsked.get(step) ?? null }
    return { ...asked, approval: approval.id, sequence, stepTitle: title, mode, quorum, status, dueAt: due(dueDays), amount: amountAsked(command, type, approval, { record, doc }, asked), excepted: [...excluded] }
  }))
}

/** Whom an entry asks: its approver, as its step says, and the roles of which the document names one; null if it names none. */
interface Asked { step: string; approver: string; roles: readonly string[] | null }

/**
 * The amount by which an entry is ordered, delegated and confirmed; null if the type declares none, or if whom the entry asks does not see
 * it. Otherwise they would learn it: by the limits of a delegation, for example, to which the entry falls or does not.
 */
export function amountAsked(command: CommandContext, type: CompiledType, approval: ResolvedApproval, { record, doc }: { record: StoredRecord; doc: Doc }, { step, approver, roles }: Asked): number | null {
  const { amount } = approval
  if (amount === undefined) return null
  if (!Object.values(type.manifest.permissions).some(({ hide }) => hide.includes(amount))) return amountOf(approval, doc)
  const relation = approval.steps.find(({ id }) => id === step)?.approver
  const asked = relation?.kind === 'role' ? [relation.role] : (roles ?? [])
  const actor = { id: '', email: '', name: '', company: command.session.company.code, employee: approver, roles: [EVERYONE, EMPLOYEE, APPROVER, ...asked], isNavuser: false, isApprover: true }
  const hidden = type.redacted({ ...record, data: doc }, actor, { ctx: plainContext(command), assigned: new Set([record.key]) })
  return hidden.has(amount) ? null : amountOf(approval, doc)
}

/** The document's amount in the company's currency; null if the type declares no amount. */
export function amountOf({ amount }: ResolvedApproval, doc: Doc): number | null {
  const value = amount === undefined ? undefined : doc[amount]
  return typeof value === 'number' ? value : null
}

function stepsOf<T>(resolve: () => T): T {
  try {
    return resolve()
  } catch (error) {
    if (error instanceof NoApproverError) throw new AppError('invalid-document', { message: error.message })
    throw error
  }
}

/** When an entry is due that is opened today, by the working days that its step allows. */
async function dueDates(tx: Tx, { engine, session: { company, today } }: CommandContext): Promise<(days: number) => Date> {
  const { organisation } = engine.catalogue
  const holidays = await holidaysOf(tx, organisation, { company: company.code, from: today }, organisation.holidays?.date ?? '')
  const dates = holidays.map(({ date }) => date)
  return (days) => new Date(`${dueDate(today, days, dates)}T00:00:00Z`)
}

/** Cancels the undecided entries of the record's round. */
export async function cancelRound(tx: Tx, command: CommandContext, type: CompiledType, key: string): Promise<void> {
  const rows = await readRound(tx, { company: command.session.company.code, type: type.manifest.id, key })
  const states = rows.map((row) => toState(type, row))
  await writeRound(tx, command, rows, advance(states, { kind: 'cancel' }))
}

/** Maps a stored entry to the core's workflow state. */
export function toState({ manifest }: CompiledType, row: EntryRow): EntryState {
  const steps = approvalsOf(manifest).flatMap((one) => one.steps)
  return {
    entryNo: row.entry_no, step: row.step, title: row.step_title, sequence: row.sequence, mode: row.mode === 'all' ? 'all' : 'any', approver: row.approver,
    sender: row.sender, status: row.status as EntryState['status'], dueDays: steps.find((step) => step.id === row.step)?.dueDays ?? 3,
    ...(row.quorum !== null && { quorum: row.quorum }), ...(row.original_approver !== null && { originalApprover: row.original_approver })
  }
}

/**
 * Writes what a decision changed; the decided entry gets the comment, and notices that ask to decide what is decided, cancelled or handed
 * over now are read. Returns the entries of the round that are open afterwards.
 */
export async function writeRound(tx: Tx, command: CommandContext, rows: EntryRow[], outcome: Advance, note?: DecisionNote): Promise<OpenEntry[]> {
  if (!outcome.ok) return []
  const { now, session } = command
  const before = new Map(rows.map((row) => [row.entry_no, row]))
  const changed = new Set(outcome.changed)
  const [first] = rows
  const due = outcome.opened.length === 0 ? undefined : await dueDates(tx, command)
  await updateEntries(tx, outcome.entries.filter(({ entryNo }) => changed.has(entryNo)).map((entry) => ({
    entryNo: entry.entryNo, status: entry.status, approver: entry.approver, originalApprover: entry.originalApprover ?? before.get(entry.entryNo)?.original_approver ?? null,
    ...(entry.status !== 'Open' && entry.status !== 'Created' && { decidedAt: now }),
    ...(due !== undefined && outcome.opened.includes(entry.entryNo) && { sentAt: now, dueAt: due(entry.dueDays) })
  })), note)
  if (first !== undefined && changed.size > 0) await settleNotices(tx, { company: session.company.code, type: first.type, key: first.document_key }, { entries: outcome.changed }, now)
  return outcome.entries.filter(({ status }) => status === 'Open').map(({ entryNo, approver }) => ({ entryNo, approver, rev: (before.get(entryNo)?.rev ?? 0) + (changed.has(entryNo) ? 1 : 0) }))
}
