/** What rules read besides the document: referenced records, lists of masters, and figures over other documents. */
import { ALWAYS, allOf, recordDoc, type Catalogue, type FieldOperand, type FigureOperands, type FigureValue, type JsonObject, type RowPredicate, type StoredRecord } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { decidesForSql, type Holder } from '../users/delegates.ts'
import { RECORD_COLUMNS, toRecord, type RecordRow } from '../documents/documents.ts'
import { literal } from '../sql/field-sql.ts'
import { operand, predicateSql } from '../documents/predicate-sql.ts'
import { Statement } from '../sql/statement.ts'

/** The most rows of a list. */
const MAX_LISTED = 1_000

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

/** The documents that match a condition, and the figure to compute over them. `empty` is its value if there are none. */
export interface FigureQuery extends FigureOperands { of: string; where: RowPredicate; empty: FigureValue }

/** The most groups of a figure; further groups, in sort order, are left out. */
const MAX_GROUPS = 200

/** Reads one figure. */
export async function lookUp(db: Db, company: string, query: FigureQuery): Promise<FigureValue> {
  return (await lookUpAll(db, company, [query]))[0] ?? query.empty
}

/**
 * A document with many lines needs a thousand figures, and the embedded database blocks all other work while it plans and runs a statement.
 */
const MAX_PER_STATEMENT = 60

/**
 * All figures, in the order of the argument, in as few statements as the limit per statement allows. Identical figures are computed once.
 */
export async function lookUpAll(db: Db, company: string, queries: FigureQuery[]): Promise<FigureValue[]> {
  const names = queries.map((one) => (one.where.kind === 'never' ? undefined : nameOf(one)))
  const distinct = new Map(queries.flatMap((one, place) => (names[place] === undefined ? [] : [[names[place], one] as const])))
  const [keys, distinctQueries] = [[...distinct.keys()], [...distinct.values()]]
  const known = new Map<string | undefined, FigureValue>()
  for (let from = 0; from < distinctQueries.length; from += MAX_PER_STATEMENT) {
    const values = await figuresOf(db, company, distinctQueries.slice(from, from + MAX_PER_STATEMENT))
    for (const [place, value] of values.entries()) known.set(keys[from + place], value)
  }
  return queries.map(({ empty }, place) => known.get(names[place]) ?? empty)
}

async function figuresOf(db: Db, company: string, queries: FigureQuery[]): Promise<FigureValue[]> {
  const s = new Statement()
  const at = s.value(company)
  const figures = queries.map((one) => {
    const rows = `documents d where d.company = ${at} and d.type = ${literal(one.of)} and ${predicateSql(one.where, s, { type: one.of, company: at })}`
    return one.per === undefined ? ofAll(one, rows) : byGroup(one, one.per, rows)
  })
  // As JSON, because the number of result columns is limited.
  const [row] = await s.run<{ figures: FigureValue[] }>(db, `select to_jsonb(array[${figures.join(', ')}]) as figures`)
  return row?.figures ?? []
}

function nameOf({ of, where, figure, field, by, per }: FigureQuery): string {
  return JSON.stringify([of, figure, field?.name, by?.name, per?.name, where])
}

function ofAll(query: FigureQuery, rows: string): string {
  const { figure, field, by } = query
  if (field === undefined || by === undefined) return `(select to_jsonb(${figureSql(query)}) from ${rows})`
  const direction = figure === 'latest' ? 'desc' : 'asc'
  return `(select to_jsonb(${given(field)}) from ${rows} and ${given(by)} is not null order by ${given(by)} ${direction}, d.key collate "C" ${direction} limit 1)`
}

function byGroup(query: FigureQuery, per: FieldOperand, rows: string): string {
  return `(select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('group', g.name, 'value', g.value)) order by g.name nulls first), '[]')
    from (select ${given(per)} as name, ${figureSql(query)} as value from ${rows} group by 1 order by 1 nulls first limit ${MAX_GROUPS}) g)`
}

function figureSql({ figure, field }: FigureQuery): string {
  if (field === undefined) return 'count(*)'
  return figure === 'sum' ? `coalesce(sum(${given(field)}), 0)` : `${figure}(${given(field)})`
}

/** A field for comparisons: NULL if empty, text by code point on every database. */
function given(field: FieldOperand): string {
  return field.type === 'string' ? `(nullif(${operand(field)}, '') collate "C")` : operand(field)
}
