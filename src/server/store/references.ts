/** What rules read beside the document: referred records, lists of masters, figures over other documents. */
import { ALWAYS, allOf, recordDoc, type Catalogue, type JsonObject, type RowPredicate, type StoredRecord } from '../../core/index.ts'
import type { Db } from './database.ts'
import { standsInSql, type Holder } from './deputies.ts'
import { RECORD_COLUMNS, toRecord, type RecordRow } from './documents.ts'
import { dataValue, literal } from './field-sql.ts'
import { predicateSql } from './predicate-sql.ts'
import { Statement } from './statement.ts'

/** Most rows of a list. */
const MOST_LISTED = 1_000

/** Records by `refKey(type, key)`. */
export type LoadedRecords = Map<string, StoredRecord>

/** The key under which a loaded record of a type stands. */
export function refKey(type: string, key: string): string {
  return `${type}\n${key}`
}

/** The records that exist among those asked for; one query. */
export async function loadRecords(db: Db, company: string, refs: { type: string; key: string }[]): Promise<LoadedRecords> {
  if (refs.length === 0) return new Map()
  const s = new Statement()
  const rows = await s.run<RecordRow & { type: string }>(
    db,
    `select d.type, ${RECORD_COLUMNS} from unnest(${s.value(refs.map((ref) => ref.type), 'text[]')}, ${s.value(refs.map((ref) => ref.key), 'text[]')}) as r(type, key)
     join documents d on d.company = ${s.value(company)} and d.type = r.type and d.key = r.key`
  )
  return new Map(rows.map((row) => [refKey(row.type, row.key), toRecord(row)]))
}

/** Which of the records have an approval entry naming the person, or one that they decide in somebody's place; by refKey. */
export async function assignedKeys(db: Db, company: string, refs: { type: string; key: string }[], holder: Holder): Promise<Set<string>> {
  if (refs.length === 0) return new Set()
  const s = new Statement()
  const rows = await s.run<{ type: string; key: string }>(
    db,
    `select distinct a.type, a.document_key as key from unnest(${s.value(refs.map((ref) => ref.type), 'text[]')}, ${s.value(refs.map((ref) => ref.key), 'text[]')}) as r(type, key)
     join approval_entries a on a.company = ${s.value(company)} and a.type = r.type and a.document_key = r.key
     where (${s.value(holder.number)} in (a.approver, a.original_approver) or ${standsInSql('a', holder, s)})`
  )
  return new Set(rows.map((row) => refKey(row.type, row.key)))
}

/** Rows of a master that pass both the list's condition and what the person may list, by inner names. */
export async function loadList(db: Db, catalogue: Catalogue, company: string, of: string, conditions: RowPredicate[]): Promise<JsonObject[]> {
  const manifest = catalogue.types[of]
  return manifest ? (await listRecords(db, company, of, conditions)).map((record) => recordDoc(manifest, record)) : []
}

/** The same as stored records. */
export async function listRecords(db: Db, company: string, of: string, conditions: RowPredicate[]): Promise<StoredRecord[]> {
  const s = new Statement()
  const scope = { type: of, company: s.value(company) }
  const rows = await s.run<RecordRow>(
    db,
    `select ${RECORD_COLUMNS} from documents d where d.company = ${scope.company} and d.type = ${literal(of)}
       and ${predicateSql(allOf(conditions.length > 0 ? conditions : [ALWAYS]), s, scope)} order by d.key limit ${MOST_LISTED}`
  )
  return rows.map(toRecord)
}

/** How many documents meet the condition, or the exact sum of an amount over them. */
export async function lookUp(db: Db, company: string, of: string, where: RowPredicate, sum: string | undefined): Promise<number> {
  const s = new Statement()
  const scope = { type: of, company: s.value(company) }
  const figure = sum === undefined ? 'count(*)' : `coalesce(sum(${dataValue(sum, 'numeric', 'd.')}), 0)`
  const rows = await s.run<{ figure: number }>(
    db, `select ${figure} as figure from documents d where d.company = ${scope.company} and d.type = ${literal(of)} and ${predicateSql(where, s, scope)}`
  )
  return rows[0]?.figure ?? 0
}
