export type EntryStatus = 'Created' | 'Open' | 'Approved' | 'Rejected' | 'Canceled' | 'Delegated'

/** One approver's entry in a round of approval. */
export interface EntryState {
  entryNo: number
  step: string
  title: string
  sequence: number
  mode: 'any' | 'all'
  quorum?: number
  approver: string
  /** The holder before it was delegated. */
  originalApprover?: string
  /** Everyone who held it before it was delegated or reassigned, oldest first. */
  heldBy?: string[]
  /** The requester. */
  sender: string
  status: EntryStatus
  dueDays: number
}

/** Whether the person also decides elsewhere in the round: each step is for a different person. */
export function isInRound(entries: readonly EntryState[], entry: EntryState, person: string): boolean {
  return entries.some((one) => one.entryNo !== entry.entryNo && one.approver === person && decidesInRound(one))
}

/**
 * Whether the holder of an entry with this status decides in the round, or has decided. False if they are no longer asked or delegated it.
 */
export function decidesInRound({ status }: { status: string }): boolean {
  return status !== 'Canceled' && status !== 'Delegated'
}
