/** Documents by the value of a date field, for jobs that run a number of days before or after it. */
import type { ResolvedDocumentType, ResolvedField, StoredRecord } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { RECORD_COLUMNS, toRecord, type RecordRow } from './documents.ts'
import { fieldSql, literal } from '../sql/field-sql.ts'
import { Statement } from '../sql/statement.ts'

export interface DueCriteria { manifest: ResolvedDocumentType; company: string; date: ResolvedField; dates: string[]; states?: string[] }

/** The documents whose date is one of those given, optionally only in some states. */
export async function documentsDue(db: Db, { manifest, company, date, dates, states }: DueCriteria): Promise<StoredRecord[]> {
  const s = new Statement()
  const inStates = states === undefined ? '' : ` and d.state = any(${s.value(states, 'text[]')})`
  const rows = await s.run<RecordRow>(
    db,
    `select ${RECORD_COLUMNS} from documents d where d.company = ${s.value(company)} and d.type = ${literal(manifest.id)}
       and ${fieldSql(manifest, date, 'd.')} = any(${s.value(dates, 'text[]')})${inStates} order by d.key`
  )
  return rows.map(toRecord)
}

/** The documents whose moment lies between two others, both included, optionally only in some states; the latest first. */
export async function documentsSince(db: Db, { manifest, company, date, from, until, states, limit }: Omit<DueCriteria, 'dates'> & { from: string; until: string; limit: number }): Promise<StoredRecord[]> {
  const s = new Statement()
  const inStates = states === undefined ? '' : ` and d.state = any(${s.value(states, 'text[]')})`
  const moment = fieldSql(manifest, date, 'd.')
  const rows = await s.run<RecordRow>(
    db,
    `select ${RECORD_COLUMNS} from documents d where d.company = ${s.value(company)} and d.type = ${literal(manifest.id)}
       and ${moment} >= ${s.value(from, 'text')} and ${moment} <= ${s.value(until, 'text')}${inStates} order by ${moment} desc, d.key limit ${limit}`
  )
  return rows.map(toRecord)
}
