/** The approvals of a type: its own, and further ones of later stages. */
import type { ResolvedAction, ResolvedApproval, ResolvedDocumentType } from '../manifest/resolve/resolved.ts'

type Approving = Pick<ResolvedDocumentType, 'approval' | 'approvals'>

/** All approvals, the type's own first. */
export function approvalsOf({ approval, approvals }: Approving): ResolvedApproval[] {
  return [...(approval === undefined ? [] : [approval]), ...Object.values(approvals)]
}

/** The approval whose decisions a document in the state waits for; the type's own where the state tells of none. */
export function approvalAt(manifest: Approving, state: string): ResolvedApproval | undefined {
  return approvalsOf(manifest).find((one) => one.pending === state) ?? manifest.approval
}

/** The approval that an action starts; undefined for one that starts none. */
export function approvalStartedBy(manifest: Approving, { startsApproval, starts }: Pick<ResolvedAction, 'startsApproval' | 'starts'>): ResolvedApproval | undefined {
  if (!startsApproval) return undefined
  return starts === undefined ? manifest.approval : manifest.approvals[starts]
}
