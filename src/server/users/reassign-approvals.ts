/** Reassigns a person's open approvals to a colleague, by an administrator: a person who has left cannot delegate any more. */
import type { ReassignAnswer } from '../../contract/index.ts'
import { ALWAYS, approvalAt, approvalOfEntry, handOver, type CompiledType } from '../../core/index.ts'
import { toState, writeRound } from '../commands/approval-round.ts'
import { typeOf, type CommandContext } from '../commands/context.ts'
import { notify } from '../commands/notify.ts'
import { excludedFromDeciding, eligibleApprovers, type EntryWithRecord } from '../commands/take-over.ts'
import { AppError } from '../errors.ts'
import { requireStepUpForDecision } from '../sign-in/step-up.ts'
import { readRound, undecidedEntries } from '../store/approvals/approval-entries.ts'
import type { Tx } from '../store/connection/database.ts'
import { delegationNote, holdersBefore } from '../store/approvals/delegated-entries.ts'
import { lockDocument, updateDocument } from '../store/documents/documents.ts'
import { appendEvent, trailOf } from '../store/audit/events.ts'
import { leadsOthers, withOrganisation } from '../store/approvals/organisation.ts'
import { readUserFacts } from '../store/users/user-list.ts'
import { contactsOf } from '../store/users/contacts.ts'
import { isApprover, numberOf, type User } from '../store/users/users.ts'
import { noteUser } from './user-events.ts'

/** Per call; further entries are reported as left, and the call is repeated. */
const MAX_AT_ONCE = 200

export interface Reassigned extends ReassignAnswer { /** Why the first entry that could not be moved was not. */ problem: string | undefined }

/**
 * Moves the undecided entries of the session's company that the person holds, or will hold. Nobody moves them to themselves: whoever
 * chooses the approver and decides would need no second person. @throws AppError delegate-unknown, delegate-is-approver, reassign-to-self
 */
export async function reassignApprovals(tx: Tx, command: CommandContext, user: User, to: string, reason: string | null): Promise<Reassigned> {
  const { services, session } = command
  const from = numberOf(user)
  const company = session.company.code
  if (to === from) throw new AppError('delegate-is-approver')
  if (to === numberOf(session.actor)) throw new AppError('reassign-to-self')
  const isActive = await withOrganisation(tx, command.engine.catalogue, company, (organisation) => organisation.isActive(to))
  if (!isActive || !(await contactsOf(tx, command.engine.catalogue.organisation, company, [to], 'delegated')).has(to)) throw new AppError('delegate-unknown', { to })
  const leads = (await leadsOthers(tx, command.engine.catalogue, company, to)) ?? (await isApprover(tx, to))
  let moved = 0
  let problem: string | undefined
  for (const entry of await undecidedEntries(tx, company, from, MAX_AT_ONCE)) {
    const refusal = await move(tx, command, { ...entry, from, to, leads, reason })
    if (refusal === undefined) moved += 1
    else problem ??= `${entry.key}: ${refusal}`
  }
  const left = (await readUserFacts(tx, [user.id], [company])).get(user.id)?.waiting[company] ?? 0
  if (moved > 0) await noteUser(tx, services, session, user, { kind: 'reassigned', changes: { approvals: { from, to, count: moved } }, reason })
  return { moved, left, problem }
}

interface Move { entryNo: number; type: string; key: string; from: string; to: string; /** Whether the colleague leads people or a department. */ leads: boolean; reason: string | null }

/** Returns why the entry could not be moved; undefined if it was. */
async function move(tx: Tx, command: CommandContext, { entryNo, type: typeId, key, from, to, leads, reason }: Move): Promise<string | undefined> {
  const { session, now, engine } = command
  if (!engine.has(typeId)) return 'the document type is not installed.'
  const type: CompiledType = typeOf(engine, typeId)
  const at = { company: session.company.code, type: typeId, key }
  const record = await lockDocument(tx, at, ALWAYS)
  const rows = await readRound(tx, at)
  if (record === undefined) return 'the document is gone.'
  const entry = rows.find((row) => row.entry_no === entryNo)
  // Choosing who decides requires the same proof of identity as deciding.
  requireStepUpForDecision(session, type.manifest, entry?.amount ?? null, now)
  const refusal = entry === undefined ? undefined : await whyCannotTakeOver(tx, command, { type, record, entry }, to)
  if (refusal !== undefined) return refusal.message
  const heldBy = await holdersBefore(tx, trailOf(type.manifest, at), entryNo)
  const states = rows.map((row) => ({ ...toState(type, row), ...(row.entry_no === entryNo && { heldBy }) }))
  const outcome = handOver(states, entryNo, { number: to, isActive: true })
  if (!outcome.ok) return outcome.message
  const lacking = entry === undefined ? undefined : await whatApproverLacks(tx, command, { type, record, entry }, { to, leads })
  if (lacking !== undefined) return lacking.message
  const open = await writeRound(tx, command, rows, outcome)
  const written = await updateDocument(tx, type.manifest, at, record.rev, { state: record.state, owner: record.owner, data: record.data, by: session.actor.id, at: now })
  if (written === undefined) throw new AppError('stale')
  await appendEvent(tx, {
    ...at, kind: 'delegated', actor: session.actor.id, onBehalfOf: from, from: record.state, to: record.state, reason, ip: session.ip, at: now,
    changes: delegationNote({ entryNo, from, to }),
  })
  if (entry?.status === 'Open') await notify(tx, command, { kind: 'delegated', type, record: written, to: [to], open })
  return undefined
}

/**
 * What the colleague would need to be given the entry by an administrator, although approvers may delegate to anyone: the role of a step
 * that a role decides, otherwise people or a department of their own. The account's own mark is not enough, since the administrator sets it.
 */
async function whatApproverLacks(tx: Tx, command: CommandContext, { type, record, entry }: EntryWithRecord, { to, leads }: Pick<Move, 'to' | 'leads'>): Promise<AppError | undefined> {
  const approval = approvalOfEntry(type.manifest, entry) ?? approvalAt(type.manifest, record.state)
  const approver = approval?.steps.find(({ id }) => id === entry.step)?.approver
  if (approver?.kind === 'role') {
    const holders = await withOrganisation(tx, command.engine.catalogue, command.session.company.code, (organisation) => organisation.withRole(approver.role))
    return holders.includes(to) ? undefined : new AppError('delegate-lacks-role')
  }
  return leads ? undefined : new AppError('delegate-leads-nobody')
}

/** Why the colleague cannot take the entry, regardless of who else decides in its round. */
async function whyCannotTakeOver(tx: Tx, command: CommandContext, held: EntryWithRecord, to: string): Promise<AppError | undefined> {
  if ((await eligibleApprovers(tx, command, held, [to])).length > 0) return undefined
  return new AppError((await excludedFromDeciding(tx, command, held)).includes(to) ? 'delegate-is-excepted' : 'delegate-lacks-role')
}
