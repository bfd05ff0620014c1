import type { ApprovalEntry } from '../../../contract/index.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

/** The status of an approval entry as a badge, coloured as its manifest says; without a colour where another server sends none. */
export function EntryStatus({ entry: { status, tone } }: { entry: ApprovalEntry }) {
  return <StatusBadge label={status} tone={tone} />
}
