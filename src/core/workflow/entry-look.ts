/** How an approval entry is called and coloured, on screen and on paper alike. */
import type { ResolvedApproval, ResolvedDocumentType, ResolvedState } from '../manifest/resolved.ts'
import { approvalAt, approvalsOf } from './approvals.ts'
import { entryTone } from './entry-tone.ts'

type Approving = Pick<ResolvedDocumentType, 'states' | 'approval' | 'approvals'>

/** Who is asked now holds the document in the state that it waits in, and is shown as that state is; who is asked later waits. */
export function entryLook(manifest: Approving, status: string, state: string): Pick<ResolvedState, 'label' | 'tone'> {
  const approval = approvalAt(manifest, state)
  const waiting = status === 'Open' && approval ? manifest.states[approval.pending] : undefined
  return { label: waiting?.label ?? (status === 'Created' ? 'Waiting' : status), tone: entryTone(manifest, waiting?.name ?? status) }
}

/** The approval that an entry belongs to. An entry of before this was kept belongs to the only one that has its step; undefined where several have. */
export function approvalOfEntry(manifest: Approving, { approval, step }: { approval: string | null; step: string }): ResolvedApproval | undefined {
  const named = approvalsOf(manifest).filter((one) => (approval === null ? one.steps.some(({ id }) => id === step) : one.id === approval))
  return named.length === 1 ? named[0] : undefined
}
