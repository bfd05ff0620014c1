/** One approval entry by its number, with its document as a printed form, which a page of entries never carries. */
import type { FastifyRequest } from 'fastify'
import { MAX_CARRIED_BYTES, type ApprovalsAnswer } from '../../contract/index.ts'
import { commandContext } from '../commands/context.ts'
import { visibleEntries } from '../commands/visible-entries.ts'
import { AppError } from '../errors.ts'
import { fieldsOfEntry, presentEntry } from '../presenters/approval-entry.ts'
import { readLabels } from '../presenters/labels.ts'
import { entriesFor } from './approval-entries.ts'
import { firstPrint } from './documents/read-routes.ts'
import { queryOf, wholeNumberOf } from './documents/request.ts'

/** Whether the request asks for one entry. */
export function isForOne({ query }: FastifyRequest): boolean {
  const { entryNo } = (query ?? {}) as { entryNo?: unknown }
  return entryNo !== undefined && entryNo !== ''
}

/** The page of entries that the query asks for, or the one that it names by `entryNo`. @throws AppError not-found if the current user may not see it */
export async function entriesOrOne(request: FastifyRequest): Promise<ApprovalsAnswer> {
  if (!isForOne(request)) return entriesFor(request)
  const command = commandContext(request.server.services, request.session)
  const db = request.server.services.database.kysely
  const entryNo = wholeNumberOf(queryOf(request)['entryNo'])
  if (entryNo === undefined || entryNo < 1) throw new AppError('invalid-filter', { field: 'entryNo' })
  const [found] = await visibleEntries(db, command, { company: command.session.company.code, entryNo })
  if (found === undefined) throw new AppError('not-found')
  const { row, ...document } = found
  const type = command.engine.type(row.type)
  const labels = await readLabels(db, command, [{ fields: fieldsOfEntry(type, document.record), doc: document.record.data }])
  const form = await firstPrint(db, request, { command, type, record: document.record })
  const pdfAttachment = form === undefined || form.content.length > MAX_CARRIED_BYTES ? null : form.content.toString('base64')
  return { data: [{ ...presentEntry(command, row, type, { ...document, hasColumns: true, labels }), pdfAttachment }], page: { next: null, count: 1 }, message: '' }
}
