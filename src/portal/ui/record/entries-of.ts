import type { ApprovalEntry, WireRecord } from '../../../contract/index.ts'

/** The record's approval entries, without the canceled ones. */
export function entriesOf(record: WireRecord | undefined): ApprovalEntry[] {
  const given = record?.['approvalEntry'] ?? record?.['approvalEntries']
  return (Array.isArray(given) ? (given as unknown as ApprovalEntry[]) : []).filter((entry) => entry.status !== 'Canceled')
}
