/** Pages of approval entries: waiting, sent, delegated or decided. */
import type { FastifyRequest } from 'fastify'
import { described, ENTRY_ORDERS, ENTRY_SCOPES, ENTRY_STATUSES, integer, narrowed, object, optional, text as anyText, enumOf } from '../../contract/index.ts'
import type { ApprovalsAnswer } from '../../contract/index.ts'
import { entrySearch } from '../approvals/entry-search.ts'
import { approverNumber, contextForMany, holderOf, titleFor, type CommandContext } from '../commands/context.ts'
import { visibleEntries, visiblePage } from '../commands/visible-entries.ts'
import { AppError } from '../errors.ts'
import { mapSliced } from '../in-pieces.ts'
import { fieldsOfEntry, presentEntry } from '../presenters/approval-entry.ts'
import { readLabels } from '../presenters/labels.ts'
import { countEntries, type EntryCriteria, type EntryOrder } from '../store/approvals/approval-entries.ts'
import { queryOf } from './documents/request.ts'

export const MAX_ENTRIES = 200
const DAY_MS = 24 * 60 * 60_000
const MAX_AGE_DAYS = 3650
const SCOPES: readonly string[] = ENTRY_SCOPES
const STATUSES: readonly string[] = ENTRY_STATUSES
const ORDERS: readonly string[] = ENTRY_ORDERS
const DECIDED = ['Approved', 'Rejected', 'Delegated', 'Canceled']

/** The query parameters. */
export const ENTRIES_ASKED = object({
  approverID: optional(described(anyText, 'Ignored: the list never holds entries of other approvers.')),
  status: optional(described(enumOf(ENTRY_STATUSES), 'Entries in this status.')),
  documentNo: optional(described(anyText, 'Entries of one document.')),
  entryNo: optional(described(integer, 'The entry of this number, with its document as a PDF (`pdfAttachment`); nothing else narrows it.')),
  documentType: optional(described(anyText, 'Entries of one document type; then with the columns of its own approvals page.')),
  search: optional(described(anyText, 'Words, each of which the number, people, document type or a summary text must contain.')),
  age: optional(described(narrowed(integer, { minimum: 0, maximum: MAX_AGE_DAYS }), 'Sent at least so many days ago.')),
  order: optional(described(enumOf(ENTRY_ORDERS), 'Overdue entries first, then those due today, then the others; among each by due date, by amount in the company’s currency (largest first), by the time they were sent, or by document type. By default, the newest come first.')),
  late: optional(described(enumOf(['1']), '1: only what is overdue.')),
  cursor: optional(described(anyText, 'The page after the one whose `next` this is.')),
  limit: optional(described(narrowed(integer, { minimum: 1, maximum: MAX_ENTRIES }), `How many entries a page has; ${MAX_ENTRIES} by default. A page of large documents has fewer.`)),
  scope: optional(described(enumOf(ENTRY_SCOPES), 'Which of them; by default the open ones waiting for the caller.')),
})

/** Reads a cursor, the number of an entry. @throws AppError invalid-cursor */
export function entryBefore(cursor: string | undefined): number | undefined {
  if (cursor === undefined || cursor === '') return undefined
  if (!/^\d{1,15}$/.test(cursor)) throw new AppError('invalid-cursor')
  return Number(cursor)
}

/** The page that the query asks for; for a single document, all of its entries. */
export async function entriesFor(request: FastifyRequest, form: 'flat' | 'nested' = 'flat'): Promise<ApprovalsAnswer> {
  const command = contextForMany(request.server.services, request.session)
  const db = request.server.services.database.kysely
  const query = queryOf(request)
  const asked = criteriaOf(command, query, form)
  const { newest: limit } = asked
  const isPaged = limit !== undefined
  const { organisation } = command.engine.catalogue
  const [{ entries: page, next }, groups] = await Promise.all([
    isPaged ? visiblePage(db, command, asked, limit) : visibleEntries(db, command, asked).then((entries) => ({ entries, next: undefined })),
    isPaged && asked.before === undefined ? countEntries(db, organisation, asked) : undefined,
  ])
  const hasColumns = asked.type !== undefined
  const labels = await readLabels(db, command, page.map(({ row, record }) => ({ fields: fieldsOfEntry(command.engine.type(row.type), record), doc: record.data })))
  return {
    data: await mapSliced(page, ({ row, ...document }) => presentEntry(command, row, command.engine.type(row.type), { ...document, hasColumns, labels })),
    page: { next: next === undefined ? null : String(next), count: groups === undefined ? page.length : countOf(groups, asked.type) },
    ...(groups && { groups: groups.filter(({ type }) => command.engine.has(type)).map(({ type, count }) => ({ documentType: type, title: titleFor(command.engine.type(type), command.session), count })) }),
    message: '',
  }
}

function countOf(groups: { type: string; count: number }[], type: string | undefined): number {
  return groups.filter((group) => type === undefined || group.type === type).reduce((sum, { count }) => sum + count, 0)
}

/** Entries assigned to others can be queried only by document; an `approverID` other than the caller's is ignored. */
function criteriaOf(command: CommandContext, query: Record<string, string>, form: 'flat' | 'nested'): EntryCriteria {
  const company = command.session.company.code
  const me = approverNumber(command.session)
  const { status, documentNo, documentType, scope } = query
  if (scope !== undefined && !SCOPES.includes(scope)) throw new AppError('invalid-filter', { field: 'scope' })
  if (status !== undefined && status !== '' && !STATUSES.includes(status)) throw new AppError('invalid-filter', { field: 'status' })
  const shared = {
    company,
    ...(documentType !== undefined && documentType !== '' && { type: documentType }),
    ...(documentNo !== undefined && documentNo !== '' && { key: documentNo }),
    ...(status !== undefined && status !== '' && { statuses: [status] }),
  }
  if (form === 'nested' || (scope === undefined && shared.key !== undefined)) {
    if (shared.key === undefined) throw new AppError('key-missing', { field: 'documentNo' })
    return shared
  }
  const narrowed = { ...shared, ...narrowing(command, query), newest: limitOf(query['limit']) }
  if (scope === 'sent') return { ...narrowed, sender: me, latestOnly: true }
  if (scope === 'delegated') return { statuses: ['Open'], ...narrowed, delegatedTo: holderOf(command.session) }
  if (scope === 'history') return { statuses: DECIDED, ...narrowed, decidedBy: me }
  return { statuses: ['Open'], ...narrowed, approver: me }
}

/** Search, age, lateness, order and cursor. */
function narrowing(command: CommandContext, { search, age, late, order, cursor }: Record<string, string>): Pick<EntryCriteria, 'search' | 'sentBefore' | 'dueBefore' | 'order' | 'before'> {
  const sought = entrySearch(command, search ?? '')
  const days = wholeNumber(age, 'age', MAX_AGE_DAYS)
  if (late !== undefined && late !== '' && late !== '1') throw new AppError('invalid-filter', { field: 'late' })
  if (order !== undefined && order !== '' && !ORDERS.includes(order)) throw new AppError('invalid-filter', { field: 'order' })
  const before = entryBefore(cursor)
  return {
    ...(sought !== undefined && { search: sought }),
    ...(days !== undefined && { sentBefore: new Date(command.now.getTime() - days * DAY_MS) }),
    ...(late === '1' && { dueBefore: new Date(`${command.session.today}T00:00:00Z`) }),
    ...(order !== undefined && order !== '' && { order: { by: order as EntryOrder['by'], today: command.session.today } }),
    ...(before !== undefined && { before }),
  }
}

function wholeNumber(text: string | undefined, field: string, max: number): number | undefined {
  if (text === undefined || text === '') return undefined
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > max) throw new AppError('invalid-filter', { field })
  return value
}

function limitOf(text: string | undefined): number {
  if (text === undefined || text === '') return MAX_ENTRIES
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_ENTRIES) throw new AppError('invalid-request', { reason: `"limit" must be a whole number from 1 to ${MAX_ENTRIES}.` })
  return limit
}
