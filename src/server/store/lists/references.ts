/** What rules read besides the document: referenced records and lists of masters. */
import { ALWAYS, allOf, recordDoc, type Catalogue, type JsonObject, type RowPredicate, type StoredRecord } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { decidesForSql, type Holder } from '../users/delegates.ts'
import { RECORD_COLUMNS, toRecord, type RecordRow } from '../documents/documents.ts'
import { literal } from '../sql/field-sql.ts'
import { predicateSql } from '../documents/predicate-sql.ts'
import { Statement } from '../sql/statement.ts'

/** The most rows of a list. */
export const MAX_LISTED = 1_000

/** Records by `refKey(type, key)`. */
export type LoadedRecords = Map<string, StoredRecord>

/** The map key of a loaded record. */
export function refKey(type: string, key: string): string {
  return `${type}\n${key}`
}

/** The referenced records that exist, in one query. */
export async function loadRecords(db: Db, company: string, refs: { type: string; key: string }[]): Promise<LoadedRecords> {
  if (refs.length === 0) return new Map()
  const s = new Statement()
  const at = s.value(company)
  const keysOf = (type: string): string => s.oneOf(refs.flatMap((ref) => (ref.type === type ? [ref.key] : [])))
  const rows = await s.run<RecordRow & { type: string }>(
    db,
    [...new Set(refs.map((ref) => ref.type))].sort().map((type) => `select d.type, ${RECORD_COLUMNS} from documents d where d.company = ${at} and d.type = ${literal(type)} and d.key ${keysOf(type)}`).join(' union all ')
  )
  return new Map(rows.map((row) => [refKey(row.type, row.key), toRecord(row)]))
}

/** The records, by refKey, that have an approval entry naming the person, or one that they decide as a delegate. */
export async function assignedKeys(db: Db, company: string, refs: { type: string; key: string }[], holder: Holder): Promise<Set<string>> {
  if (refs.length === 0) return new Set()
  const s = new Statement()
  const rows = await s.run<{ type: string; key: string }>(
    db,
    `select distinct a.type, a.document_key as key from unnest(${s.value(refs.map((ref) => ref.type), 'text[]')}, ${s.value(refs.map((ref) => ref.key), 'text[]')}) as r(type, key)
     join approval_entries a on a.company = ${s.value(company)} and a.type = r.type and a.document_key = r.key
     where (${s.value(holder.number)} in (a.approver, a.original_approver) or ${decidesForSql('a', holder, s)})`
  )
  return new Set(rows.map((row) => refKey(row.type, row.key)))
}

export interface ListAsked { name: string; of: string; conditions: RowPredicate[] }

/**
 * Rows of masters that match both the list's condition and the current user's permissions, by inner field names; all lists in one
 * statement.
 */
export async function loadLists(db: Db, catalogue: Catalogue, company: string, lists: ListAsked[]): Promise<Record<string, JsonObject[]>> {
  const found: Record<string, JsonObject[]> = Object.fromEntries(lists.map(({ name }) => [name, []]))
  if (lists.length === 0) return found
  const s = new Statement()
  const at = s.value(company)
  const rows = await s.run<RecordRow & { list: string }>(db, lists.map(({ name, of, conditions }) => `(select ${literal(name)} as list, ${listSql(s, at, of, conditions)})`).join(' union all '))
  const types = new Map(lists.map(({ name, of }) => [name, catalogue.types[of]]))
  for (const { list, ...row } of rows) {
    const manifest = types.get(list)
    if (manifest) found[list]?.push(recordDoc(manifest, toRecord(row)))
  }
  return found
}

/** The same for one list, as stored records. */
export async function listRecords(db: Db, company: string, of: string, conditions: RowPredicate[]): Promise<StoredRecord[]> {
  const s = new Statement()
  const rows = await s.run<RecordRow>(db, `select ${listSql(s, s.value(company), of, conditions)}`)
  return rows.map(toRecord)
}

function listSql(s: Statement, company: string, of: string, conditions: RowPredicate[]): string {
  return `${RECORD_COLUMNS} from documents d where d.company = ${company} and d.type = ${literal(of)}
    and ${predicateSql(allOf(conditions.length > 0 ? conditions : [ALWAYS]), s, { type: of, company })} order by d.key limit ${MAX_LISTED}`
}

/** The keys and owners of the documents that match the condition, in key order. */
export async function recordsWhere(db: Db, company: string, of: string, where: RowPredicate): Promise<{ key: string; owner: string | null }[]> {
  const s = new Statement()
  const scope = { type: of, company: s.value(company) }
  return s.run(
    db, `select d.key, d.owner from documents d where d.company = ${scope.company} and d.type = ${literal(of)} and ${predicateSql(where, s, scope)} order by d.key`
  )
}

/** The keys of the documents that match the condition and come after `after`, in key order by code point. */
export async function keysAfter(db: Db, company: string, of: string, where: RowPredicate, { after, limit }: { after: string; limit: number }): Promise<string[]> {
  const s = new Statement()
  const scope = { type: of, company: s.value(company) }
  const rows = await s.run<{ key: string }>(
    db, `select d.key from documents d where d.company = ${scope.company} and d.type = ${literal(of)} and d.key collate "C" > ${s.value(after, 'text')} and ${predicateSql(where, s, scope)} order by d.key collate "C" limit ${limit}`
  )
  return rows.map(({ key }) => key)
}
