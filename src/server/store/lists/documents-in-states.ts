/** The records of a type that are in some of its states, with when they were last changed. */
import type { ResolvedDocumentType, RowPredicate, StoredRecord } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { RECORD_COLUMNS, toRecord, type RecordRow } from '../documents/documents.ts'
import { predicateSql } from '../documents/predicate-sql.ts'
import { literal } from '../sql/field-sql.ts'
import { bytesSql, cutSql } from '../sql/page-bytes.ts'
import { Statement } from '../sql/statement.ts'

export interface StatesCriteria {
  manifest: ResolvedDocumentType
  company: string
  /** The condition besides the states. */
  rows: RowPredicate
  states: string[]
  /** Those in a final state only if they were changed since then: what is over for long waits for nobody. */
  finalSince: Date
  /** At most so many, and fewer if their data would exceed MAX_PAGE_BYTES. */
  limit: number
}
export interface RecordInState { record: StoredRecord; changedAt: Date }

/** The records last changed come first; `isMore`: there are more than the limit allows. */
export async function documentsInStates(db: Db, { manifest, company, rows, states, finalSince, limit }: StatesCriteria): Promise<{ found: RecordInState[]; isMore: boolean }> {
  const s = new Statement()
  const at = s.value(company)
  const final = states.filter((name) => manifest.states[name]?.final === true)
  const isRecent = final.length === 0 ? '' : ` and (d.updated_at >= ${s.value(finalSince, 'timestamptz')} or not d.state ${s.oneOf(final)})`
  const matching = `select ${RECORD_COLUMNS}, d.updated_at, row_number() over (order by d.updated_at desc, d.key desc) as place from documents d
    where d.company = ${at} and d.type = ${literal(manifest.id)} and d.state ${s.oneOf(states)}${isRecent} and ${predicateSql(rows, s, { type: manifest.id, company: at })}
    order by d.updated_at desc, d.key desc limit ${limit + 1}`
  const read = await s.run<RecordRow & { updated_at: Date; is_cut: boolean }>(
    db,
    `with page as materialized (${matching}), ${cutSql('page', bytesSql('p.data'))}
     select page.*, cut.place is not null as is_cut from page cross join cut where cut.place is null or page.place < cut.place order by page.place`,
  )
  return { found: read.slice(0, limit).map((row) => ({ record: toRecord(row), changedAt: row.updated_at })), isMore: read.length > limit || read[0]?.is_cut === true }
}
