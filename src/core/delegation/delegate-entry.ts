/** An approval entry that its holder, or an administrator, gives to a colleague. */
import { isInRound, type EntryState } from '../workflow/entry-state.ts'

export type DelegationRefusal = 'delegateToRequester' | 'delegateToSelf' | 'delegateToInactive' | 'delegateToApprover' | 'delegateLoop'

/** Why the entry cannot be given to the person; undefined if it can. */
export function delegationRefusal(entries: readonly EntryState[], entry: EntryState, { to, toIsActive }: { to: string; toIsActive: boolean }): DelegationRefusal | undefined {
  if (to === entry.sender) return 'delegateToRequester'
  if (to === entry.approver) return 'delegateToSelf'
  if (!toIsActive) return 'delegateToInactive'
  if (to === entry.originalApprover || entry.heldBy?.includes(to) === true) return 'delegateLoop'
  return isOnStep(entries, entry, to) || isInRound(entries, entry, to) ? 'delegateToApprover' : undefined
}

function isOnStep(entries: readonly EntryState[], entry: EntryState, person: string): boolean {
  return entries.some((one) => one.approver === person && one.step === entry.step && one.sequence === entry.sequence && one.status !== 'Canceled')
}

/** The entry in the hands of the person; it keeps everyone who held it before. */
export function delegated(entry: EntryState, to: string): EntryState {
  return { ...entry, approver: to, originalApprover: entry.originalApprover ?? entry.approver, heldBy: [...(entry.heldBy ?? []), entry.approver] }
}
