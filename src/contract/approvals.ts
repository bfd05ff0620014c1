import { MAX_REASON_LENGTH } from '../core/index.ts'
import { answerOf, Tone } from './envelope.ts'
import { described, boolean, instant, integer, list, nullable, named, narrowed, number, object, optional, text, enumOf, withPropertiesOf, type TypeOf } from './schema.ts'

export const ENTRY_STATUSES = ['Created', 'Open', 'Approved', 'Rejected', 'Canceled', 'Delegated'] as const
/** Values of `scope` in a list of entries. Without it, the list holds the open entries that wait for the current user. */
export const ENTRY_SCOPES = ['mine', 'sent', 'delegated', 'history'] as const
/** Orders of a list of entries that are to be decided. Overdue entries come first in each of them, then those due today. */
export const ENTRY_ORDERS = ['due', 'amount', 'sent', 'type'] as const

const Format = optional(described(enumOf(['date', 'date-time', 'number']), 'Present for dates, whose value is in stored form, and for numbers that are no amounts.'))
const Warns = optional(described(enumOf(['warning', 'danger']), 'Present for values that warn, by their `x-tone`.'))
const Summary = described(list(object({ label: text, value: text, format: Format, tone: Warns })), 'Summary fields of the manifest: caption and displayed value.')

/** An approval entry on the wire; the field names are those that existing callers read. */
export const ApprovalEntry = named('ApprovalEntry', object({
  entryNo: integer, documentNo: text, documentType: text,
  recordToApprove: described(text, '`<Document type title>: <documentNo>`; the part before the first colon names the type.'),
  approveForType: text, approverID: text, approverName: text, approverEmail: optional(described(text, 'In the entries of a record. Absent if none is recorded, or if the caller may not see it.')), senderID: text, senderName: text,
  tone: described(Tone, 'Colour of the status, taken from the states of the document type.'),
  status: enumOf(ENTRY_STATUSES), sequenceNo: integer, stepTitle: text,
  needs: optional(described(integer, 'So many of those who are asked in the step have to approve; absent if all of them have to.')),
  stage: described(text, 'Title of the approval that the entry belongs to, for types with approvals of several stages; empty if it has none.'),
  asked: optional(described(object({ label: text, tone: Tone, icon: optional(text) }), 'In a list, of an open entry of another approval than the type’s own, such as that of a cancellation: the state in which the document waits.')),
  originalApproverID: nullable(text), onBehalfOf: nullable(text), onBehalfName: optional(nullable(text)),
  dateTimeSentForApproval: text, dueDate: text, decidedAt: nullable(text),
  approvalComments: list(object({ comment: text, userID: text, at: text })),
  summary: Summary,
  purpose: optional(described(text, 'What the document is about: the value of its label, otherwise the first text of the summary. Absent if it has none, or if it is redacted for the caller.')),
  amount: optional(described(object({ value: number, currency: text }), 'The amount to decide on: the first one of the summary, in the document’s own currency. Absent if it has none, or if it is redacted for the caller.')),
  columns: optional(described(list(object({ field: text, label: text, value: text, format: Format, tone: Warns, truncate: optional(integer) })), 'Cells of the type’s own approvals page, if the call is for one type that declares such columns.')),
  link: described(text, 'Where the portal shows it.'), _rev: integer,
  pdfAttachment: optional(nullable(described(narrowed(text, { contentEncoding: 'base64', contentMediaType: 'application/pdf' }), 'The document as a printed form, if the entry was asked for by its number; null if it has none.'))),
}))
export type ApprovalEntry = TypeOf<typeof ApprovalEntry>

/** Body of a decision: approve, reject (with `reason`), return (with `reason`) or delegate (with `to`). */
export const DecisionRequest = named('Decision', described(object({
  entryNo: optional(integer), code: optional(text), reason: optional(narrowed(text, { maxLength: MAX_REASON_LENGTH })), comment: optional(text),
  to: optional(described(text, 'Employee number to delegate to.')), _rev: optional(integer),
}), 'Names the entry by its number, or by the code of the document whose open entry it is.'))
export type DecisionRequest = TypeOf<typeof DecisionRequest>

/** A page of entries. A server that sends `data` without `page` has sent all of them. */
export const ApprovalsAnswer = object({
  data: list(ApprovalEntry),
  page: object({ next: described(nullable(text), 'Cursor of the next page; null on the last one.'), count: integer }),
  groups: optional(described(list(object({ documentType: text, title: text, count: integer })), 'Number of entries of each type, regardless of the requested type; on the first page only.')),
  message: text,
})
export type ApprovalsAnswer = TypeOf<typeof ApprovalsAnswer>

export const MAX_AT_ONCE = 200
/** Approves several entries of one document type, each independently of the others. */
export const BulkRequest = object({ entries: narrowed(list(object({ entryNo: integer, _rev: optional(integer) })), { minItems: 1, maxItems: MAX_AT_ONCE }) })
export type BulkRequest = TypeOf<typeof BulkRequest>
/** The outcome for one entry. */
const BulkRow = object({ entryNo: integer, documentNo: text, isDone: boolean, code: text, message: text, warnings: optional(described(list(text), 'Of an approval, if any; the message contains them, too.')) })
export type BulkRow = TypeOf<typeof BulkRow>
/**
 * As JSON, sent once when all entries are done. As `application/x-ndjson`, one line per row as it is done, and a last line with this
 * response, its `rows` empty.
 */
export const BulkAnswer = answerOf(object({ rows: list(BulkRow), done: integer, refused: integer }))
export type BulkAnswer = TypeOf<typeof BulkAnswer>

/** The approval entry that the link in a mail leads to. */
export const MailDecisionAnswer = object({
  title: text, documentNo: text, senderName: text, approverName: text, stepTitle: text, dueDate: text, summary: Summary,
  link: described(text, 'Where the portal shows the document.'), expiresAt: instant,
  decisions: described(list(enumOf(['approve', 'reject'])), 'Decisions that can be made here; those that need more input are made in the portal.'),
})
export type MailDecisionAnswer = TypeOf<typeof MailDecisionAnswer>
export const MailDecisionRequest = object({ decision: enumOf(['approve', 'reject']), reason: optional(narrowed(text, { maxLength: MAX_REASON_LENGTH })) })
export type MailDecisionRequest = TypeOf<typeof MailDecisionRequest>

/** A file attached to a record. */
export const Attachment = named('Attachment', object({
  id: text, fileName: text, mediaType: text, size: described(integer, 'In bytes.'), attachment: described(text, 'Address of the file.'),
}))
export type Attachment = TypeOf<typeof Attachment>

/** The most bytes of files that a list of them carries. */
export const MAX_CARRIED_BYTES = 10_000_000

/** A file attached to a document to decide on. */
export const ApprovalAttachment = named('ApprovalAttachment', withPropertiesOf(Attachment, object({
  fileExtension: described(text, 'In lower case, without a dot.'),
  base64Attachment: optional(nullable(described(narrowed(text, { contentEncoding: 'base64' }), 'The content, of the first files that have 10 MB at most together; null for the others, which `attachment` leads to.'))),
})))
export type ApprovalAttachment = TypeOf<typeof ApprovalAttachment>

/** A statement as a base64-encoded PDF. */
export const StatementAnswer = object({ statementB64: text, fileName: text, from: text, to: text })
export type StatementAnswer = TypeOf<typeof StatementAnswer>
