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
  /** What is decided about, where the type has approvals of several stages; empty where it does not say. */
  stage: string
  originalApproverID: string | null
  onBehalfOf: string | null
  onBehalfName?: string | null
  dateTimeSentForApproval: string
  dueDate: string
  decidedAt: string | null
  approvalComments: { comment: string; userID: string; at: string }[]
  /** Summary fields of the manifest: caption and shown value; `format` stands with dates, which are YYYY-MM-DD or instants. */
  summary: { label: string; value: string; format?: 'date' | 'date-time' }[]
  /** Cells of the type's own approvals page, where one type was asked for that has columns of its own. */
  columns?: { field: string; label: string; value: string; format?: 'date' | 'date-time'; truncate?: number }[]
  /** Where the portal opens it. */
  link: string
  _rev: number
}
/** POST approvals/approve | approvals/reject (reason, at most 250 characters) | approvals/delegate (to) | approvals/return (reason). */
export interface DecisionRequest { entryNo: number; reason?: string; comment?: string; to?: string; _rev?: number }

/** A page of entries. A server that answers `data` alone gives all of them. */
export interface ApprovalsAnswer {
  data: ApprovalEntry[]
  /** `next` marks the following page; null on the last. */
  page: { next: string | null; count: number }
  /** How many of each type there are, whichever type was asked for; on the first page. */
  groups?: { documentType: string; title: string; count: number }[]
  message: string
}
/** POST approvals/bulk: approves entries of one document type, each by itself. */
export interface BulkRequest { entries: { entryNo: number; _rev?: number }[] }
/** What became of one entry. */
export interface BulkRow { entryNo: number; documentNo: string; isDone: boolean; code: string; message: string }
/** As JSON all at once; as `application/x-ndjson` a line for each row as it is done, and this without rows in the end. */
export interface BulkAnswer { data: { rows: BulkRow[]; done: number; refused: number }; message: string }

/** GET approvals/mail/{token}: what the mailed link is about. */
export interface MailDecisionAnswer {
  title: string; documentNo: string; senderName: string; approverName: string; stepTitle: string; dueDate: string
  summary: ApprovalEntry['summary']
  /** Where the portal opens the document. */
  link: string
  expiresAt: string
  /** What can be decided here; what asks for more is decided in the portal. */
  decisions: ('approve' | 'reject')[]
}
/** POST approvals/mail/{token}. */
export interface MailDecisionRequest { decision: 'approve' | 'reject'; reason?: string }

/** GET hrmis/employee_statement?no&from&to: the PDF in base64. */
export interface StatementAnswer { statementB64: string; fileName: string; from: string; to: string }
