/** How an approval entry is called and coloured, on screen and on paper alike. */
import type { ResolvedApproval, ResolvedDocumentType, ResolvedState } from '../manifest/resolve/resolved.ts'
import { approvalAt, approvalsOf } from './approvals.ts'
import { entryTone } from './entry-tone.ts'

type Approving = Pick<ResolvedDocumentType, 'states' | 'approval' | 'approvals'>

/** Who is asked now holds the document in the state that it waits in, and is shown as that state is; who is asked later waits. */
export function entryLook(manifest: Approving, status: string, state: string): Pick<ResolvedState, 'label' | 'tone'> {
  const approval = approvalAt(manifest, state)
  const waiting = status === 'Open' && approval ? manifest.states[approval.pending] : undefined
  return { label: waiting?.label ?? (status === 'Created' ? 'Waiting' : status), tone: entryTone(manifest, waiting?.name ?? status) }
}

/** The approval that an entry belongs to. One of before this was kept belongs to the only one that there is; undefined where there are several, which may have steps of one name. */
export function approvalOfEntry(manifest: Approving, { approval }: { approval: string | null }): ResolvedApproval | undefined {
  const all = approvalsOf(manifest)
  if (approval !== null) return all.find(({ id }) => id === approval)
  return all.length === 1 ? all[0] : undefined
}
