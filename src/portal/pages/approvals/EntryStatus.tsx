import type { ApprovalEntry } from '../../../contract/index.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

/** The status of an approval entry as a badge, coloured as its manifest says; without a colour where another server sends none. An open one is pending to people. */
export function EntryStatus({ entry: { status, tone } }: { entry: ApprovalEntry }) {
  return <StatusBadge label={status === 'Open' ? 'Pending Approval' : status} tone={tone} />
}
