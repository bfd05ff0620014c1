import type { ApprovalEntry, WireRecord } from '../../../contract/index.ts'

/** The open entry that the person decides: their own, else, in somebody's place, the first one open. */
export function openEntryOf(record: WireRecord | undefined, employee: string | undefined): ApprovalEntry | undefined {
  const given = record?.['approvalEntry'] ?? record?.['approvalEntries']
  const open = (Array.isArray(given) ? (given as unknown as ApprovalEntry[]) : []).filter((entry) => entry.status === 'Open')
  return open.find((entry) => entry.approverID === employee) ?? open[0]
}
