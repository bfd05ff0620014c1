/** Petty cash as an engineer would write it without the engine: database rows, wire format and permissions. */

export interface Line {
  line_no: number; document_type?: string; expense_code?: string; description?: string; amount?: number; invoiceRef?: string; from?: string; to?: string
  transportCode?: string; allocationCode?: string; posting_date?: string; dimensionSpeedkeyCode?: string; fundNo?: string
  shortcutDimension1Code?: string; shortcutDimension2Code?: string; shortcutDimension3Code?: string; shortcutDimension4Code?: string
  globalDimension5Code?: string; globalDimension6Code?: string; globalDimension7Code?: string; globalDimension8Code?: string
}
export interface RequestData extends Omit<Line, 'line_no' | 'from' | 'to' | 'amount' | 'expense_code' | 'invoiceRef' | 'transportCode' | 'allocationCode'> {
  employee_name?: string; payee_name?: string; currencyCode?: string; reference_no?: string; total_amount?: number; exchangeRate?: number; amountLCY?: number
  paid_on?: string; paid_from?: string; payment_reference?: string; paid_by?: string; invoiceKeys?: string[]; pettyCashLinesAPI?: Line[]
}
export interface RequestRow { key: string; state: string; owner: string | null; rev: number; data: RequestData }
export interface FileRow { id: string; name: string; media_type: string; size: number }
export interface EntryRow {
  entry_no: number; approver: string; approver_name: string | null; approver_email: string | null; mode: string; sender: string; sender_name: string | null; status: string; sequence: number; step_title: string
  original_approver: string | null; on_behalf_of: string | null; sent_at: Date; due_at: Date; decided_at: Date | null; comment: string | null; rev: number
}
export interface Person { id: string; name: string; employee: string | null; roles: string[]; isApprover: boolean; company: string; timeZone: string; requestCeiling: number; dailyCeiling: number }

/** The fields that leave the server; JSON omits empty ones. */
export function toWire({ key, state, owner, rev, data }: RequestRow): object {
  return {
    no: key, status: state, employee_no: owner ?? undefined, employee_name: data.employee_name, payee_name: data.payee_name, document_type: data.document_type,
    description: data.description, posting_date: data.posting_date, currencyCode: data.currencyCode, reference_no: data.reference_no,
    pettyCashLinesAPI: (data.pettyCashLinesAPI ?? []).map((line) => lineToWire(key, line)),
    total_amount: data.total_amount, exchangeRate: data.exchangeRate, amountLCY: data.amountLCY,
    paid_on: data.paid_on, paid_from: data.paid_from, payment_reference: data.payment_reference, paid_by: data.paid_by, ...dimensions(data), _rev: rev
  }
}

function lineToWire(key: string, line: Line): object {
  return {
    line_no: line.line_no, document_no: key, document_type: line.document_type, expense_code: line.expense_code, description: line.description, amount: line.amount,
    invoiceRef: line.invoiceRef, from: line.from, to: line.to, transportCode: line.transportCode, allocationCode: line.allocationCode,
    posting_date: line.posting_date, ...dimensions(line)
  }
}

function dimensions(data: RequestData | Line): object {
  return {
    dimensionSpeedkeyCode: data.dimensionSpeedkeyCode, fundNo: data.fundNo,
    shortcutDimension1Code: data.shortcutDimension1Code, shortcutDimension2Code: data.shortcutDimension2Code,
    shortcutDimension3Code: data.shortcutDimension3Code, shortcutDimension4Code: data.shortcutDimension4Code,
    globalDimension5Code: data.globalDimension5Code, globalDimension6Code: data.globalDimension6Code,
    globalDimension7Code: data.globalDimension7Code, globalDimension8Code: data.globalDimension8Code
  }
}

type Who = 'owner' | 'approver' | 'payer'
const ACTIONS: { id: string; from: string[]; who: Who }[] = [
  { id: 'save', from: ['Open'], who: 'owner' }, { id: 'send', from: ['Open'], who: 'owner' }, { id: 'cancel', from: ['Pending Approval'], who: 'owner' },
  { id: 'reopen', from: ['Rejected'], who: 'owner' }, { id: 'pay', from: ['Released'], who: 'payer' }, { id: 'delete', from: ['Open'], who: 'owner' },
  { id: 'account', from: ['Advanced'], who: 'owner' }, { id: 'retire', from: ['Advanced'], who: 'payer' },
  { id: 'approve', from: ['Pending Approval'], who: 'approver' }, { id: 'reject', from: ['Pending Approval'], who: 'approver' }, { id: 'delegate', from: ['Pending Approval'], who: 'approver' }
]

/** What the person may do with the request now, and the reasons against the rest. */
export function actionsOf(row: RequestRow, person: Person, hasOpenEntry: boolean): { allowed: string[]; refused: Record<string, string> } {
  const allowed: string[] = []
  const refused: Record<string, string> = {}
  const isOwner = person.employee !== null && row.owner === person.employee
  const isEntitled: Record<Who, boolean> = {
    owner: isOwner, approver: hasOpenEntry && !isOwner, payer: person.roles.includes('finance') || person.roles.includes('custodian')
  }
  for (const { id, from, who } of ACTIONS) {
    if (!from.includes(row.state)) refused[id] = 'state'
    else if (!isEntitled[who]) refused[id] = 'who'
    else if (who === 'payer' && isOwner) refused[id] = 'when'
    else allowed.push(id)
  }
  return { allowed, refused }
}

/** The request with its files, approval entries and available actions. */
export function toRecord(row: RequestRow, files: FileRow[], entries: EntryRow[], person: Person): object {
  const self = `/api/v1/documents/petty-cash/${encodeURIComponent(row.key)}`
  const hasOpenEntry = entries.some((entry) => entry.status === 'Open' && entry.approver === person.employee)
  const { allowed, refused } = actionsOf(row, person, hasOpenEntry)
  const shown = entries.map((entry) => entryToWire(row.key, entry))
  return {
    ...toWire(row),
    attachments: files.map((file) => ({ id: file.id, fileName: file.name, mediaType: file.media_type, size: file.size, attachment: `${self}/files/${file.id}` })),
    approvalEntry: shown, approvalEntries: shown, _actions: allowed, _refused: refused,
    _links: { self, events: `${self}/events`, print: { document: `${self}/print/document` } }
  }
}

const TONES: Record<string, string> = { Open: 'progress', Approved: 'success', Rejected: 'danger' }

function entryToWire(no: string, entry: EntryRow): object {
  const decidedAt = entry.decided_at?.toISOString() ?? null
  return {
    entryNo: entry.entry_no, documentNo: no, documentType: 'petty-cash', recordToApprove: `Petty Cash: ${no}`, approveForType: 'Petty Cash',
    approverID: entry.approver, approverName: entry.approver_name ?? entry.approver, ...(entry.approver_email !== null && { approverEmail: entry.approver_email }), senderID: entry.sender, senderName: entry.sender_name ?? entry.sender,
    status: entry.status, tone: TONES[entry.status] ?? 'neutral', sequenceNo: entry.sequence, stepTitle: entry.step_title, ...(entry.mode === 'any' && { needs: 1 }), stage: '', originalApproverID: entry.original_approver, onBehalfOf: entry.on_behalf_of, onBehalfName: entry.on_behalf_of,
    dateTimeSentForApproval: entry.sent_at.toISOString(), dueDate: entry.due_at.toISOString().slice(0, 10), decidedAt,
    approvalComments: entry.comment === null ? [] : [{ comment: entry.comment, userID: entry.approver, at: decidedAt ?? entry.sent_at.toISOString() }],
    summary: [], link: `/approvals/card/petty-cash/${encodeURIComponent(no)}`, _rev: entry.rev
  }
}
