import { t, texts } from '../texts.ts'
import { delegated, delegationRefusal, type DelegationRefusal } from '../delegation/delegate-entry.ts'
import { isInRound, type EntryState } from './entry-state.ts'
import type { ResolvedStepEntry } from './resolve-steps.ts'

/** `by` is the person who decides. */
export type Decision =
  | { kind: 'approve' | 'reject' | 'return'; entryNo: number; by: string }
  | { kind: 'delegate'; entryNo: number; by: string; to: string; toIsActive: boolean }
  /** The sender withdraws the document. */
  | { kind: 'cancel' }

export type DecisionRefusal = 'unknownEntry' | 'notOpen' | 'notYours' | 'requester' | DelegationRefusal

export type RoundOutcome = 'pending' | 'approved' | 'rejected' | 'returned' | 'canceled'

export type Advance =
  | { ok: true; entries: EntryState[]; outcome: RoundOutcome; /** Numbers of the entries that were opened. */ opened: number[]; /** Numbers of the entries whose state changed. */ changed: number[] }
  | { ok: false; refusal: DecisionRefusal; message: string }

/** Messages for people, by refusal. */
export const DECISION_REFUSALS: Record<DecisionRefusal, string> = texts({
  unknownEntry: 'There is no such approval entry.',
  notOpen: 'This has already been decided, or is not open for a decision yet.',
  notYours: 'Sorry, you cannot approve this document. Please contact the sender/admin for more information.',
  requester: 'You cannot decide on your own document.',
  delegateToRequester: 'You cannot delegate a document to the person who sent it.',
  delegateToSelf: 'You already hold this entry.',
  delegateToInactive: 'This person no longer works here.',
  delegateToApprover: 'This person already decides on this request.',
  delegateLoop: 'This person has already delegated it.',
})

/** The entries of a new round, those of the first sequence open; numbered from 1 in order. */
export function openRound(steps: ResolvedStepEntry[], sender: string): EntryState[] {
  const first = Math.min(...steps.map((step) => step.sequence))
  const entries = steps.flatMap((step) => step.approvers.map((approver): Omit<EntryState, 'entryNo'> => ({
    step: step.step, title: step.title, sequence: step.sequence, mode: step.mode, approver, sender,
    status: step.sequence === first ? 'Open' : 'Created', dueDays: step.dueDays, ...(step.quorum === undefined ? {} : { quorum: step.quorum }),
  })))
  return entries.map((entry, index) => ({ entryNo: index + 1, ...entry }))
}

/**
 * A round after a decision. Approving opens the next sequence once the current one is complete; rejecting and returning end the round;
 * delegating puts another person in the entry. An entry is decided once.
 * @param entries the entries of one round.
 */
export function advance(entries: readonly EntryState[], decision: Decision): Advance {
  if (decision.kind === 'cancel') return done(entries, entries.map(cancelUndecided), 'canceled')
  const entry = entries.find((one) => one.entryNo === decision.entryNo)
  const refusal = refusalOf(entries, entry, decision)
  if (refusal !== undefined || entry === undefined) return refuse(refusal ?? 'unknownEntry')
  switch (decision.kind) {
    case 'approve': return approve(entries, entry)
    case 'reject': return done(entries, endAt(entries, entry), 'rejected')
    case 'return': return done(entries, endAt(entries, entry), 'returned')
    case 'delegate': return done(entries, replace(entries, delegated(entry, decision.to)), 'pending')
  }
}

/** Reassigns an undecided entry to a colleague without its holder asking for it. An administrator does this when someone has left. */
export function handOver(entries: readonly EntryState[], entryNo: number, to: { number: string; isActive: boolean }): Advance {
  const entry = entries.find((one) => one.entryNo === entryNo)
  if (entry === undefined) return refuse('unknownEntry')
  if (entry.status !== 'Open' && entry.status !== 'Created') return refuse('notOpen')
  const refusal = delegationRefusal(entries, entry, { to: to.number, toIsActive: to.isActive })
  return refusal === undefined ? done(entries, replace(entries, delegated(entry, to.number)), 'pending') : refuse(refusal)
}

/**
 * Puts a delegate into an entry in its holder's place, so that they can decide it; the entry keeps its original holder. A person who takes
 * part in the same round does not decide twice.
 */
export function placeDelegate(entries: readonly EntryState[], entryNo: number, by: string): Advance {
  const entry = entries.find((one) => one.entryNo === entryNo)
  if (entry === undefined) return refuse('unknownEntry')
  if (entry.status !== 'Open') return refuse('notOpen')
  if (by === entry.sender) return refuse('requester')
  if (isInRound(entries, entry, by)) return refuse('delegateToApprover')
  return done(entries, replace(entries, { ...entry, approver: by, originalApprover: entry.originalApprover ?? entry.approver }), 'pending')
}

function refusalOf(entries: readonly EntryState[], entry: EntryState | undefined, decision: Exclude<Decision, { kind: 'cancel' }>): DecisionRefusal | undefined {
  if (entry === undefined) return 'unknownEntry'
  if (decision.by === entry.sender) return 'requester'
  if (decision.by !== entry.approver) return 'notYours'
  if (entry.status !== 'Open') return 'notOpen'
  if (decision.kind !== 'delegate') return undefined
  return delegationRefusal(entries, entry, decision)
}

function approve(before: readonly EntryState[], entry: EntryState): Advance {
  const decided = endStepIfComplete(replace(before, { ...entry, status: 'Approved' }), entry)
  if (decided.some((one) => one.status === 'Open')) return done(before, decided, 'pending')
  const waiting = decided.filter((one) => one.status === 'Created').map((one) => one.sequence)
  if (waiting.length === 0) return done(before, decided, 'approved')
  const next = Math.min(...waiting)
  return done(before, decided.map((one) => (one.status === 'Created' && one.sequence === next ? { ...one, status: 'Open' as const } : one)), 'pending')
}

/** Once the entry's step has the approvals it needs, nobody else is asked. */
function endStepIfComplete(entries: EntryState[], entry: EntryState): EntryState[] {
  const isSameStep = (one: EntryState): boolean => one.step === entry.step && one.sequence === entry.sequence
  if (!isComplete(entries.filter(isSameStep))) return entries
  return entries.map((one) => (isSameStep(one) ? cancelUndecided(one) : one))
}

function isComplete(group: readonly EntryState[]): boolean {
  const [first] = group
  if (first === undefined) return false
  const needed = first.quorum ?? (first.mode === 'all' ? group.length : 1)
  return group.filter((one) => one.status === 'Approved').length >= needed
}

function endAt(entries: readonly EntryState[], entry: EntryState): EntryState[] {
  return entries.map((one) => (one.entryNo === entry.entryNo ? { ...one, status: 'Rejected' as const } : cancelUndecided(one)))
}

function cancelUndecided(entry: EntryState): EntryState {
  return entry.status === 'Open' || entry.status === 'Created' ? { ...entry, status: 'Canceled' } : entry
}

function replace(entries: readonly EntryState[], changed: EntryState): EntryState[] {
  return entries.map((one) => (one.entryNo === changed.entryNo ? changed : one))
}

function done(before: readonly EntryState[], entries: EntryState[], outcome: RoundOutcome): Advance {
  const changes = entries.map((entry, index) => ({ entry, was: before[index] })).filter(({ entry, was }) => entry !== was)
  const opened = changes.filter(({ entry, was }) => entry.status === 'Open' && was?.status === 'Created')
  return { ok: true, entries, outcome, opened: opened.map(({ entry }) => entry.entryNo), changed: changes.map(({ entry }) => entry.entryNo) }
}

function refuse(refusal: DecisionRefusal): Advance {
  return { ok: false, refusal, message: t(DECISION_REFUSALS[refusal]) }
}
