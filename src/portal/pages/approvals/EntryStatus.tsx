import type { ApprovalEntry } from '../../../contract/index.ts'
import type { Tone } from '../../../core/index.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

const TONES: Record<ApprovalEntry['status'], Tone> = { Created: 'neutral', Open: 'progress', Approved: 'success', Rejected: 'danger', Canceled: 'neutral', Delegated: 'info' }

/** The status of an approval entry as a badge. */
export function EntryStatus({ status }: { status: ApprovalEntry['status'] }) {
  return <StatusBadge label={status} tone={TONES[status]} />
}
