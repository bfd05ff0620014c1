import { recordDoc, type Catalogue, type CompiledType, type Json, type StoredRecord } from '../../core/index.ts'
import type { ApprovalEntry } from '../../contract/index.ts'
import type { EntryRow } from '../store/approval-entries.ts'

/** An approval entry as it travels; `record` gives the summary when it is at hand. */
export function presentEntry(catalogue: Catalogue, entry: EntryRow, title: string, type?: CompiledType, record?: StoredRecord): ApprovalEntry {
  const decidedAt = entry.decided_at?.toISOString() ?? null
  return {
    entryNo: entry.entry_no,
    documentNo: entry.document_key,
    documentType: entry.type,
    recordToApprove: `${title}: ${entry.document_key}`,
    approveForType: title,
    approverID: entry.approver,
    approverName: entry.approver_name ?? entry.approver,
    senderID: entry.sender,
    senderName: entry.sender_name ?? entry.sender,
    status: entry.status as ApprovalEntry['status'],
    sequenceNo: entry.sequence,
    stepTitle: entry.step_title,
    originalApproverID: entry.original_approver,
    onBehalfOf: entry.on_behalf_of,
    dateTimeSentForApproval: entry.sent_at.toISOString(),
    dueDate: entry.due_at.toISOString().slice(0, 10),
    decidedAt,
    approvalComments: entry.comment === null ? [] : [{ comment: entry.comment, userID: entry.approver, at: decidedAt ?? entry.sent_at.toISOString() }],
    summary: type && record ? summaryOf(type, record) : [],
    link: linkTo(catalogue, entry.type, entry.document_key, entry.approver),
    _rev: entry.rev
  }
}

function summaryOf({ manifest }: CompiledType, record: StoredRecord): { label: string; value: string }[] {
  const doc = recordDoc(manifest, record)
  return (manifest.approval?.summary ?? []).flatMap((name) => {
    const field = manifest.shape.fields[name]
    const value = doc[name]
    if (!field || field.internal || value === undefined || value === null) return []
    const currency = field.money ? doc[field.money] : undefined
    return [{ label: field.title, value: shown(value, field.money !== undefined, typeof currency === 'string' ? currency : '') }]
  })
}

function shown(value: Json, isMoney: boolean, currency: string): string {
  if (isMoney && typeof value === 'number') return `${currency} ${value.toLocaleString('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`.trim()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Path of the page on which an approver decides. */
export function linkTo(catalogue: Catalogue, type: string, key: string, approver: string): string {
  const page = Object.values(catalogue.pages).find((one) => one.screen === 'approval' && (one.type === undefined || one.type === type))
  const values: Record<string, string> = { type, key, documentNo: key, approverID: approver }
  return (page?.path ?? '/approvals/card/:type/:key').replace(/:(\w+)\??/g, (_, name: string) => encodeURIComponent(values[name] ?? key))
}
