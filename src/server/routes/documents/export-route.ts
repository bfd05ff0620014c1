/** A list as a file for spreadsheets. */
import { Readable } from 'node:stream'
import type { ClientManifest } from '../../../contract/index.ts'
import type { CompiledType, ResolvedEndpoint } from '../../../core/index.ts'
import { contextForMany, contextWithRefs, plainContext, typeOf, type CommandContext } from '../../commands/context.ts'
import { docOf } from '../../commands/check-document.ts'
import { AppError } from '../../errors.ts'
import { mapSliced } from '../../in-pieces.ts'
import { manifestsFor } from '../../portal/manifests-for.ts'
import { csvHeading, csvLine, type CsvColumn } from '../../presenters/csv.ts'
import { addLabels, orderedAsShown } from '../../presenters/labels.ts'
import { needsRefs } from '../../presenters/record.ts'
import { appendEvent } from '../../store/audit/events.ts'
import type { Db } from '../../store/connection/database.ts'
import { listDocuments, type ListCriteria, type ListRow } from '../../store/lists/list-documents.ts'
import { listCriteria } from './list-criteria.ts'
import type { Handler } from './read-routes.ts'
import { queryOf } from './request.ts'

/** The most rows of a file; who needs more narrows the list. */
export const MAX_EXPORTED = 10_000
/** Few, because other requests wait while the rows of a page are read. */
const ROWS_AT_ONCE = 200

interface Exported { db: Db; command: CommandContext; type: CompiledType; criteria: ListCriteria; columns: CsvColumn[] }

/**
 * The rows that a list with this query has for the current user, as CSV, with the columns that they see there or those of them that
 * `columns` names. Recorded in the audit trail.
 */
export function exportHandler(typeId: string, endpoint: ResolvedEndpoint): Handler {
  return async (request, reply) => {
    const command = contextForMany(request.server.services, request.session)
    const type = typeOf(command.engine, typeId)
    const db = request.server.services.database.kysely
    const { cursor: _, columns: asked = '', ...query } = queryOf(request)
    const wanted = listCriteria(command, type, { ...query, limit: String(ROWS_AT_ONCE) }, Object.keys(endpoint.fixedQuery))
    if (wanted.rows.kind === 'never') throw new AppError('forbidden')
    const criteria = await orderedAsShown(db, command, type, wanted)
    const columns = columnsOf(command, type, asked.split(',').filter((name) => name !== ''))
    const first = await listDocuments(db, criteria)
    if (first.more) throw new AppError('too-many-rows', { max: MAX_EXPORTED })
    const { session: { company, actor, ip } } = command
    await appendEvent(db, { company: company.code, type: typeId, key: null, kind: 'exported', actor: actor.id, changes: { rows: first.count, columns: columns.map(({ field }) => field.name) }, ip, at: command.now })
    const name = `${type.manifest.title.many} ${command.session.today}.csv`
    return reply
      .header('content-disposition', `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('cache-control', 'private, no-store')
      .type('text/csv; charset=utf-8')
      .send(Readable.from(written({ db, command, type, criteria, columns }, first)))
  }
}

/** The columns that the person's list shows or offers, each amount followed by its currency. */
function columnsOf({ engine, session }: CommandContext, type: CompiledType, asked: string[]): CsvColumn[] {
  const sent = manifestsFor(engine, session.actor).get(type.manifest.id)
  if (sent === undefined) throw new AppError('forbidden')
  const { list, shape } = JSON.parse(sent.text) as ClientManifest
  const all = Object.values(list.columns).flatMap(({ field: name, title, offered }) => {
    const field = shape.fields[name]
    return field === undefined ? [] : [{ title, field, offered }]
  })
  const unknown = asked.find((wire) => all.every(({ field }) => field.wire !== wire))
  if (unknown !== undefined) throw new AppError('invalid-request', { reason: `the list has no column "${unknown}".` })
  // Each is written for every row: nobody chooses how often.
  const twice = asked.find((wire, index) => asked.indexOf(wire) !== index)
  if (twice !== undefined) throw new AppError('invalid-request', { reason: `"columns" names "${twice}" twice.` })
  const chosen = asked.length === 0 ? all.filter(({ offered }) => offered !== true) : asked.flatMap((wire) => all.filter(({ field }) => field.wire === wire))
  return chosen.flatMap(({ title, field }): CsvColumn[] => {
    const currency = field.money === undefined ? undefined : shape.fields[field.money]
    const isThere = currency === undefined || chosen.some((one) => one.field.name === currency.name)
    return isThere ? [{ title, field }] : [{ title, field }, { title: `${title}: ${currency.title}`, field: currency }]
  })
}

async function* written(exported: Exported, first: { rows: ListRow[]; next: string | null }): AsyncGenerator<string> {
  const { db, criteria, columns } = exported
  yield csvHeading(columns)
  let page = first
  for (let count = 0; count < MAX_EXPORTED;) {
    yield (await linesOf(exported, page.rows)).join('')
    count += page.rows.length
    if (page.next === null) return
    page = await listDocuments(db, { ...criteria, cursor: page.next })
  }
}

async function linesOf({ db, command, type, columns }: Exported, rows: ListRow[]): Promise<string[]> {
  const { ctx } = needsRefs(type) ? await contextWithRefs(db, command, type, rows.map(({ record }) => docOf(type, record))) : { ctx: plainContext(command) }
  const sent = await mapSliced(rows, ({ record, hasOpenEntry }) => ({ doc: record.data, wire: type.project(record, command.session.actor, { ctx, assigned: new Set(hasOpenEntry ? [record.key] : []) }) }))
  if (columns.some(({ field }) => field.type === 'array')) await addLabels(db, command, type, sent)
  return mapSliced(sent, ({ wire }) => csvLine(type.manifest, columns, wire))
}
