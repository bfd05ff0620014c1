import type { Tone } from '../core/index.ts'

/** An approval entry on the wire (names of the specification). */
export interface ApprovalEntry {
  entryNo: number
  documentNo: string
  documentType: string
  /** `<Document type title>: <documentNo>`; the part before the first colon names the type. */
  recordToApprove: string
  approveForType: string
  approverID: string
  approverName: string
  senderID: string
  senderName: string
  /** The colour of the status, as the type's states have it. */
  tone: Tone
  status: 'Created' | 'Open' | 'Approved' | 'Rejected' | 'Canceled' | 'Delegated'
  sequenceNo: number
  stepTitle: string
  originalApproverID: string | null
  onBehalfOf: string | null
  dateTimeSentForApproval: string
  dueDate: string
  decidedAt: string | null
  approvalComments: { comment: string; userID: string; at: string }[]
  /** Summary fields of the manifest: caption and shown value; `format` stands with dates, which are YYYY-MM-DD or instants. */
  summary: { label: string; value: string; format?: 'date' | 'date-time' }[]
  /** Where the portal opens it. */
  link: string
  _rev: number
}
/** POST approvals/approve | approvals/reject (reason, at most 250 characters) | approvals/delegate (to) | approvals/return (reason). */
export interface DecisionRequest { entryNo: number; reason?: string; comment?: string; to?: string; _rev?: number }
