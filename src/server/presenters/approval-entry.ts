import { approvalAt, approvalOfEntry, entryTone, mayDecideFor, recordDoc, redactedDoc, type Catalogue, type CompiledType, type ResolvedApproval, type ResolvedDocumentType, type ResolvedField, type StoredRecord, t } from '../../core/index.ts'
import type { ApprovalEntry } from '../../contract/index.ts'
import { approverNumber, plainContext, seesEverywhere, titleFor, type CommandContext } from '../commands/context.ts'
import { currencyOf, formatField, type FormatContext } from '../print/format.ts'
import type { LabelReader } from './labels.ts'
import type { ListedEntry } from '../store/approvals/approval-entries.ts'

/** The document of an entry, for its summary. */
export interface EntryDocument {
  record: StoredRecord
  /** Whether this or another entry of the document names the current user. */
  isAssigned: boolean
  /** Also returns the columns of the type's own approvals page. */
  hasColumns?: boolean
  /** Labels of what the document refers to; without them, codes are shown. */
  labels?: LabelReader
}

/** The header fields that entries of the document show. */
export function fieldsOfEntry({ manifest }: CompiledType, record: StoredRecord): ResolvedField[] {
  const names = [manifest.label, ...(approvalAt(manifest, record.state)?.summary ?? []), ...Object.keys(manifest.approval?.columns ?? {})]
  return [...new Set(names)].flatMap((name) => manifest.shape.fields[name] ?? [])
}

/** An approval entry in wire form; it includes a summary if `document` is given. */
export function presentEntry(command: CommandContext, entry: ListedEntry, type: CompiledType, document?: EntryDocument): ApprovalEntry {
  const { engine, session } = command
  const title = titleFor(type, session)
  const decidedAt = entry.decided_at?.toISOString() ?? null
  // An open entry that the current user may decide as a delegate is decided on behalf of its holder.
  const onBehalfOf = entry.on_behalf_of ?? (mayDecideFor(session.actor.delegations ?? [], entry, approverNumber(session), session.actor.roles) ? entry.approver : null)
  const approval = approvalOfEntry(type.manifest, entry)
  const needed = entry.quorum ?? (entry.mode === 'any' ? 1 : undefined)
  return {
    entryNo: entry.entry_no,
    documentNo: entry.document_key,
    documentType: entry.type,
    recordToApprove: `${title}: ${entry.document_key}`,
    approveForType: title,
    approverID: entry.approver,
    approverName: entry.approver_name ?? entry.approver,
    ...emailOf(command, entry),
    senderID: entry.sender,
    senderName: entry.sender_name ?? entry.sender,
    status: entry.status as ApprovalEntry['status'],
    tone: entryTone(type.manifest, entry.status),
    sequenceNo: entry.sequence,
    stepTitle: t(entry.step_title),
    ...(needed !== undefined && { needs: needed }),
    stage: t(approval?.title ?? ''),
    ...(document && entry.status === 'Open' && askedBy(type.manifest, approval)),
    originalApproverID: entry.original_approver,
    onBehalfOf,
    onBehalfName: entry.on_behalf_of === null && onBehalfOf !== null ? (entry.approver_name ?? entry.approver) : (entry.on_behalf_name ?? entry.on_behalf_of),
    dateTimeSentForApproval: entry.sent_at.toISOString(),
    dueDate: entry.due_at.toISOString().slice(0, 10),
    decidedAt,
    approvalComments: entry.comment === null ? [] : [{ comment: entry.comment, userID: entry.approver, at: decidedAt ?? entry.sent_at.toISOString() }],
    summary: document ? summaryOf(command, type, document) : [],
    ...(document && headOf(command, type, document, entry.sender_name)),
    ...(document?.hasColumns === true && { columns: columnsOf(command, type, document) }),
    link: linkTo(engine.catalogue, entry.type, entry.document_key, entry.approver),
    _rev: entry.rev
  }
}

function emailOf(command: CommandContext, { approver_email: email }: ListedEntry): Pick<ApprovalEntry, 'approverEmail'> {
  const { employees } = command.engine.catalogue.organisation
  const isShown = email && employees?.email !== undefined && seesEverywhere(command, command.engine.type(employees.type), employees.email)
  return isShown ? { approverEmail: email } : {}
}

/** Without it, a request to take something back would look like one for it. */
function askedBy(manifest: ResolvedDocumentType, approval: ResolvedApproval | undefined): Pick<ApprovalEntry, 'asked'> {
  const state = approval === undefined || approval === manifest.approval ? undefined : manifest.states[approval.pending]
  return state === undefined ? {} : { asked: { label: t(state.label), tone: state.tone, ...(state.icon !== undefined && { icon: state.icon }) } }
}

/** The summary, without fields that are redacted for the current user. */
function summaryOf(command: CommandContext, type: CompiledType, document: EntryDocument): ApprovalEntry['summary'] {
  const shown = shownValues(command, type, document)
  return (approvalAt(type.manifest, document.record.state)?.summary ?? []).flatMap((name) => shown(name) ?? [])
}

/** What identifies the document to an approver: its purpose and its amount. */
function headOf(command: CommandContext, type: CompiledType, document: EntryDocument, senderName: string | null): Pick<ApprovalEntry, 'purpose' | 'amount'> {
  const { manifest } = type
  const shown = shownValues(command, type, document)
  const summary = approvalAt(manifest, document.record.state)?.summary ?? []
  const texts = [manifest.label, ...summary].filter((name) => isPurpose(manifest, name))
  const purpose = texts.map((name) => shown(name)?.value ?? '').find((value) => value !== '' && value !== senderName)
  const money = summary.find((name) => manifest.shape.fields[name]?.money !== undefined && shown(name) !== undefined)
  const amount = money === undefined ? undefined : amountOf(command, type, document, money)
  return { ...(purpose !== undefined && { purpose }), ...(amount && { amount }) }
}

/** Whether a field can tell what a document is about: a text that is neither its number nor its owner, who are shown beside it. */
function isPurpose({ shape, key, owner }: ResolvedDocumentType, name: string): boolean {
  const field = shape.fields[name]
  return field?.type === 'string' && field.format === undefined && name !== key && name !== owner
}

function amountOf({ session: { company } }: CommandContext, { manifest }: CompiledType, { record }: EntryDocument, name: string): ApprovalEntry['amount'] {
  const field = manifest.shape.fields[name]
  const doc = recordDoc(manifest, record)
  const value = doc[name]
  return field === undefined || typeof value !== 'number' ? undefined : { value, currency: currencyOf(field, { doc, companyCurrency: company.currency }) }
}

/** The cells of the type's own approvals page; empty where the document has no value, or where it is redacted for the current user. */
function columnsOf(command: CommandContext, type: CompiledType, document: EntryDocument): NonNullable<ApprovalEntry['columns']> {
  const shown = shownValues(command, type, document)
  return Object.values(type.manifest.approval?.columns ?? {}).map(({ field, title, truncate }) => (
    { ...(shown(field) ?? { value: '' }), field, label: t(title), ...(truncate !== undefined && { truncate }) }
  ))
}

/** Returns a function that formats a field for display; undefined for redacted fields. */
function shownValues(command: CommandContext, type: CompiledType, { record, isAssigned, labels = () => undefined }: EntryDocument): (name: string) => ApprovalEntry['summary'][number] | undefined {
  const { actor, company } = command.session
  const { manifest } = type
  const redacted = type.redacted(record, actor, { ctx: plainContext(command), assigned: new Set(isAssigned ? [record.key] : []) })
  const doc = redactedDoc(manifest, record, redacted)
  // The unredacted document, so that an amount is never shown in a currency other than its own.
  const context: FormatContext = { doc: recordDoc(manifest, record), companyCurrency: company.currency, timeZone: company.timeZone, labelOf: labels, manifest }
  return (name) => {
    const field = manifest.shape.fields[name]
    const value = doc[name]
    if (!field || value === undefined || value === null) return undefined
    const tone = type.tone(name, doc, plainContext(command))
    const about = { label: t(field.title), ...(isWarning(tone) && { tone }) }
    // Dates stay in their stored form: each client formats them for its locale.
    if (field.format === 'date' || field.format === 'date-time') return { ...about, value: String(value), format: field.format }
    const isPlainNumber = field.money === undefined && typeof value === 'number'
    return { ...about, value: formatField(field, value, context), ...(isPlainNumber && { format: 'number' }) }
  }
}

const isWarning = (tone: string | undefined): tone is 'warning' | 'danger' => tone === 'warning' || tone === 'danger'

/** Path of the page on which an approver decides. */
export function linkTo(catalogue: Catalogue, type: string, key: string, approver: string): string {
  const page = Object.values(catalogue.pages).find((one) => one.screen === 'approval' && (one.type === undefined || one.type === type))
  const values: Record<string, string> = { type, key, documentNo: key, approverID: approver }
  return (page?.path ?? '/approvals/card/:type/:key').replace(/:(\w+)\??/g, (_, name: string) => encodeURIComponent(values[name] ?? key))
}
