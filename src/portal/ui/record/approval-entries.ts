import type { ApprovalEntry, WireRecord } from '../../../contract/index.ts'

/** The record's approval entries, without the canceled ones. */
export function entriesOf(record: WireRecord | undefined): ApprovalEntry[] {
  return sentEntries(record).filter((entry) => entry.status !== 'Canceled')
}

/** The open entry that the user can decide: their own, otherwise, as a delegate, the first open one. */
export function openEntryOf(record: WireRecord | undefined, employee: string | undefined): ApprovalEntry | undefined {
  const open = sentEntries(record).filter((entry) => entry.status === 'Open')
  return open.find((entry) => entry.approverID === employee) ?? open[0]
}

function sentEntries(record: WireRecord | undefined): ApprovalEntry[] {
  const entries = record?.['approvalEntry'] ?? record?.['approvalEntries']
  return Array.isArray(entries) ? (entries as unknown as ApprovalEntry[]) : []
}
