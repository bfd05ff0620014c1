/** The approvals of a type: its own, and those of later stages. */
import type { ResolvedAction, ResolvedApproval, ResolvedDocumentType } from '../manifest/resolve/resolved.ts'

type Approving = Pick<ResolvedDocumentType, 'approval' | 'approvals'>

/** All approvals, the type's own first. */
export function approvalsOf({ approval, approvals }: Approving): ResolvedApproval[] {
  return [...(approval === undefined ? [] : [approval]), ...Object.values(approvals)]
}

/** The approval that a document in the state waits for; the type's own if no approval waits in that state. */
export function approvalAt(manifest: Approving, state: string): ResolvedApproval | undefined {
  return approvalsOf(manifest).find((one) => one.pending === state) ?? manifest.approval
}

/** The approval that an action starts; undefined if it starts none. */
export function approvalStartedBy(manifest: Approving, { startsApproval, starts }: Pick<ResolvedAction, 'startsApproval' | 'starts'>): ResolvedApproval | undefined {
  if (!startsApproval) return undefined
  return starts === undefined ? manifest.approval : manifest.approvals[starts]
}
