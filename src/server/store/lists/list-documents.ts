/**
 * Pages of a list. Row rule, filters and order are all in the SQL statement. A page is found by its boundary row (keyset paging), so the
 * thousandth page costs no more than the first. A rule with alternatives (`own or assigned`) runs as one subquery per alternative, each
 * with its own index, and the results are merged.
 */
import { createHash } from 'node:crypto'
import { wireState, type FieldPaths, type ResolvedDocumentType, type ResolvedField, type RowPredicate, type StoredRecord } from '../../../core/index.ts'
import { AppError } from '../../errors.ts'
import { recallCount, rememberCount } from './count-memory.ts'
import { decodeCursor, encodeCursor, fitsSort, type Cursor } from '../sql/cursor.ts'
import type { Db } from '../connection/database.ts'
import { holdsSql, type Holder } from '../users/delegates.ts'
import { RECORD_COLUMNS, toRecord, type RecordRow } from '../documents/documents.ts'
import { fieldSql, firstDaySql, lastDaySql, literal, sortSql, sqlTypeOf, wireStateSql } from '../sql/field-sql.ts'
import { MAX_COUNTED, boundedCount } from '../sql/max-counted.ts'
import { bytesSql, cutSql } from '../sql/page-bytes.ts'
import { alternatives, predicateSql } from '../documents/predicate-sql.ts'
import { Statement, containsPattern } from '../sql/statement.ts'

export type ListFilter =
  | { field: ResolvedField; kind: 'equals'; value: string | number | boolean; /** For the state field filtered by its wire status: the states with that status. */ states?: string[] }
  | { field: ResolvedField; kind: 'from' | 'to'; value: string | number }
  | { field: ResolvedField; kind: 'in'; value: string[] }
  | { field: ResolvedField; kind: 'rows'; value: RowPredicate }
  | { /** The first day. */ field: ResolvedField; kind: 'overlaps'; end: ResolvedField; /** The lines that have the days; the record itself if absent. */ array?: string; /** The first and the last moment as they are stored: from the first to the last, both included. */ value: [from: string, to: string] }

export interface SortField {
  field: ResolvedField
  descending: boolean
  /** Labels shown in place of values, by value: the list is ordered by them, unless it has more rows than are counted, which only an index orders in time. */
  labels?: Readonly<Record<string, string>>
}

export interface ListCriteria {
  manifest: ResolvedDocumentType
  company: string
  /** Rows that the current user may list. */
  rows: RowPredicate
  /** One or several fields; rows that are equal in all of them are ordered by key. */
  sort: SortField[]
  filters: ListFilter[]
  search: string | undefined
  /** Fields excluded from the search, since hits in them would disclose redacted values. */
  unsearched?: FieldPaths
  /** Columns of the current user's list: the search matches numbers only in these. */
  listedColumns: readonly string[]
  cursor: string | undefined
  limit: number
  /** The user whose open approval entries are marked in each row. */
  holder: Holder
}

export interface ListRow { record: StoredRecord; hasOpenEntry: boolean }
export interface ListPage { rows: ListRow[]; next: string | null; previous: string | null; count: number; more: boolean }

/**
 * One page with its cursors and the count of the whole list, at most 10,000. It has fewer rows than asked for if their data would exceed
 * MAX_PAGE_BYTES.
 */
export async function listDocuments(db: Db, criteria: ListCriteria): Promise<ListPage> {
  const list = listIdentity(criteria)
  const cursor = criteria.cursor === undefined ? undefined : decodeCursor(criteria.cursor, list)
  const counted = cursor?.count ?? recallCount<number>(db, countIdentity(criteria, 'all')) ?? (criteria.sort.some(({ labels }) => labels !== undefined) ? await countAll(db, criteria) : undefined)
  const ordered = counted !== undefined && counted > MAX_COUNTED ? { ...criteria, sort: criteria.sort.map(({ field, descending }) => ({ field, descending })) } : criteria
  const found = await selectPage(db, ordered, cursor, counted === undefined)
  const page = found.slice(0, criteria.limit)
  const hasMore = found.length > page.length || found[0]?.is_cut === true
  if (cursor?.direction === 'previous') page.reverse()
  // Later pages carry the count from the first.
  const count = counted ?? found[0]?.total ?? 0
  if (counted === undefined) rememberCount(db, countIdentity(criteria, 'all'), count, count)
  return {
    rows: page.map((row) => ({ record: toRecord(row), hasOpenEntry: row.has_open })),
    ...markers(page, cursor, hasMore, list, count),
    ...boundedCount(count)
  }
}

/** The first rows of a list, without cursors and count; fewer if their data would exceed MAX_PAGE_BYTES. */
export async function firstDocuments(db: Db, criteria: ListCriteria): Promise<ListRow[]> {
  const found = await selectPage(db, criteria, undefined, false)
  return found.slice(0, criteria.limit).map((row) => ({ record: toRecord(row), hasOpenEntry: row.has_open }))
}

/** The number of records in each of the states, at most 10,000 each; filters on the state are ignored. */
export async function countByState(db: Db, criteria: ListCriteria, states: string[]): Promise<Record<string, number>> {
  const identity = countIdentity(criteria, states.join())
  const remembered = recallCount<Record<string, number>>(db, identity)
  if (remembered) return remembered
  const statement = new Statement()
  const withoutState = { ...criteria, filters: criteria.filters.filter((one) => one.field.name !== criteria.manifest.stateField) }
  const wanted = statement.value(states, 'text[]')
  // What falls into the days of a calendar is little and found once; of a whole list, each state has an index.
  const text = criteria.filters.some(({ kind }) => kind === 'overlaps')
    ? `select c.state, count(*) as count from (${branches(withoutState, statement, [`d.state = any(${wanted})`], 'd.key, d.state', '')}) c group by c.state`
    : `select s.state, (select count(*) from (${branches(withoutState, statement, ['d.state = s.state'], 'd.key', `limit ${MAX_COUNTED}`)}) c) as count from unnest(${wanted}) as s(state)`
  const rows = await statement.run<{ state: string; count: number }>(db, text)
  const counts = Object.fromEntries(rows.map((row) => [row.state, row.count]))
  rememberCount(db, identity, counts, rows.reduce((sum, row) => sum + row.count, 0))
  return counts
}

/** Identifies what is counted, as text: the same for every order and page of a list. */
function countIdentity(criteria: ListCriteria, what: string): string {
  const { manifest, company, rows, filters, search } = criteria
  const searched = search === undefined ? [] : [search, [...searchedFields(criteria), ...searchedFigures(criteria)].map((field) => field.name)]
  return JSON.stringify([what, manifest.id, manifest.hash, company, rows, filters.map((one) => [one.field.name, one.kind, one.value]), searched])
}

async function countAll(db: Db, criteria: ListCriteria): Promise<number> {
  const statement = new Statement()
  const [row] = await statement.run<{ total: number }>(db, `select ${countSql(criteria, statement, statement.value(criteria.company))} as total`)
  const total = row?.total ?? 0
  rememberCount(db, countIdentity(criteria, 'all'), total, total)
  return total
}

/** The count of the whole list, stopping at one above the maximum. */
function countSql(criteria: ListCriteria, statement: Statement, company: string): string {
  return `(select count(*) from (${branches(criteria, statement, [], 'd.key', `limit ${MAX_COUNTED + 1}`, company)}) c)`
}

/** The count of the whole list as a column; evaluated once per statement, not per row. */
function totalSql(criteria: ListCriteria, statement: Statement, company: string): string {
  return `, ${countSql(criteria, statement, company)} as total`
}

/** `sort_values` are those of the fields that the list is sorted by, each as the database writes it. */
type PageRow = RecordRow & { sort_values: string[]; has_open: boolean; total?: number; /** Rows that belong to the page were left out, because it is full. */ is_cut: boolean }

async function selectPage(db: Db, criteria: ListCriteria, cursor: Cursor | undefined, isCounted: boolean): Promise<PageRow[]> {
  const { manifest, limit } = criteria
  const statement = new Statement()
  const company = statement.value(criteria.company)
  const columnsSorted = sortColumns(criteria, cursor, statement)
  if (cursor && !isOfOrder(cursor, columnsSorted)) throw new AppError('invalid-cursor')
  const boundary = cursor && boundarySql(cursor, columnsSorted, statement)
  const columns = `${RECORD_COLUMNS}, array[${columnsSorted.map(({ sql }) => `${sql}::text`).join(', ')}] as sort_values, ${hasOpenSql(criteria, statement, company)} as has_open${isCounted ? totalSql(criteria, statement, company) : ''}`
  const orderBy = `order by ${columnsSorted.map(({ sql, direction }) => `${sql} ${direction}`).join(', ')}`
  const terms = alternatives(criteria.rows)
  const only = terms.length === 1 ? terms[0] : undefined
  if (only) {
    const where = conditions(criteria, statement, company, [predicateSql(only, statement, { type: manifest.id, company }), ...(boundary ? [boundary] : [])])
    return statement.run(db, withinBytes(`select ${columns} from documents d where ${where} ${orderBy} limit ${limit + 1}`))
  }
  const keys = branches(criteria, statement, boundary ? [boundary] : [], `d.key, ${columnsSorted.map(({ sql }, index) => `${sql} as by_${index}`).join(', ')}`, `${orderBy} limit ${limit + 1}`, company)
  const orderOf = (table: string): string => columnsSorted.map(({ direction }, index) => `${table}by_${index} ${direction}`).join(', ')
  return statement.run(
    db,
    withinBytes(`with page as (select * from (${keys}) merged order by ${orderOf('')} limit ${limit + 1})
     select ${columns} from page join documents d on d.company = ${company} and d.type = ${literal(manifest.id)} and d.key = page.key
     order by ${orderOf('page.')}`)
  )
}

interface SortColumn { sql: string; type: 'text' | 'numeric'; direction: 'asc' | 'desc' }

/** What the page is ordered by, down to the key, in the direction in which it is read. */
function sortColumns({ manifest, sort }: ListCriteria, cursor: Cursor | undefined, statement: Statement): SortColumn[] {
  const isBackwards = cursor?.direction === 'previous'
  const shown = (labels: SortField['labels']): string | undefined => labels && statement.value(JSON.stringify(labels), 'jsonb')
  const columns = sort.map(({ field, descending, labels }): SortColumn => ({ ...sortSql(manifest, field, 'd.', shown(labels)), direction: descending === isBackwards ? 'asc' : 'desc' }))
  const byKey = columns.findIndex(({ sql }) => sql === KEY_SQL)
  // The key decides: nothing after it could.
  return byKey >= 0 ? columns.slice(0, byKey + 1) : [...columns, { sql: KEY_SQL, type: 'text', direction: columns[0]?.direction ?? 'asc' }]
}

/** Limits the rows, which have a column `data`, in their order to MAX_PAGE_BYTES. */
function withinBytes(rows: string): string {
  return `with found as materialized (select r.*, row_number() over () as place from (${rows}) r), ${cutSql('found', bytesSql('p.data'))}
    select found.*, cut.place is not null as is_cut from found cross join cut where cut.place is null or found.place < cut.place order by found.place`
}

/** SQL: the columns of all records that the criteria find, in no order. */
export function foundSql(criteria: ListCriteria, statement: Statement, columns: string): string {
  return branches(criteria, statement, [], columns, '')
}

/** One subquery per alternative of the row rule, merged without duplicates. */
function branches(
  criteria: ListCriteria, statement: Statement, extra: string[], columns: string, tail: string, company = statement.value(criteria.company)
): string {
  const scope = { type: criteria.manifest.id, company }
  const shared = conditions(criteria, statement, company, extra)
  const selects = alternatives(criteria.rows).map(
    (term) => `(select ${columns} from documents d where ${shared} and ${predicateSql(term, statement, scope)} ${tail})`
  )
  return selects.join(' union ')
}

function conditions(criteria: ListCriteria, statement: Statement, company: string, extra: string[]): string {
  const { manifest, filters, search } = criteria
  return [
    `d.company = ${company}`, `d.type = ${literal(manifest.id)}`,
    ...filters.map((filter) => filterSql(manifest, filter, statement, company)),
    ...(search === undefined ? [] : [searchSql(criteria, search, statement)]),
    ...extra
  ].join(' and ')
}

function filterSql(manifest: ResolvedDocumentType, filter: ListFilter, statement: Statement, company: string): string {
  const type = sqlTypeOf(filter.field)
  const field = fieldSql(manifest, filter.field, 'd.')
  if (filter.kind === 'equals' && filter.states !== undefined) return `${field} ${statement.oneOf(filter.states)}`
  if (filter.kind === 'rows') return predicateSql(filter.value, statement, { type: manifest.id, company })
  if (filter.kind === 'overlaps') return overlapSql(manifest, filter, statement)
  if (filter.kind === 'in') return `${field} = any(${statement.value(filter.value, 'text[]')})`
  const collation = type === 'text' && filter.kind !== 'equals' ? ' collate "C"' : ''
  const operator = { equals: '=', from: '>=', to: '<=' }[filter.kind]
  return `${field}${collation} ${operator} ${statement.value(filter.value, type)}${collation}`
}

/** A record without a first day has no place in time: its empty text is below every date. */
function overlapSql(manifest: ResolvedDocumentType, { field, end, array, value: [from, to] }: Extract<ListFilter, { kind: 'overlaps' }>, statement: Statement): string {
  if (array !== undefined) {
    const lines = `d.data->${literal(array)}`
    const [begun, ended] = [firstDaySql(field, 'l.'), lastDaySql({ field, end }, 'l.')]
    return `exists (select 1 from jsonb_array_elements(case jsonb_typeof(${lines}) when 'array' then ${lines} else '[]'::jsonb end) l(data) where ${begun} > '' and ${begun} <= ${statement.value(to, 'text')} and ${ended} >= ${statement.value(from, 'text')})`
  }
  const first = sortSql(manifest, field, 'd.').sql
  return `${first} > '' and ${first} <= ${statement.value(to, 'text')} and ${lastDaySql({ field, end }, 'd.')} >= ${statement.value(from, 'text')}`
}

/**
 * Matches texts that contain the search term; if the term reads as a number, also equal amounts and figures in the current user's columns.
 */
function searchSql(criteria: ListCriteria, search: string, statement: Statement): string {
  const { manifest } = criteria
  if (manifest.list.search.length === 0) return 'true'
  const fields = searchedFields(criteria)
  const figure = figureIn(search)
  const figures = figure === undefined ? [] : searchedFigures(criteria)
  if (fields.length + figures.length === 0) return 'false'
  const pattern = statement.value(containsPattern(search.toLowerCase()), 'text')
  const hits = fields.map((field) => `lower(${wireStateSql(manifest, field, 'd.')}::text) like ${pattern}`)
  const equals = figures.map((field) => `${fieldSql(manifest, field, 'd.')} = ${statement.value(figure ?? 0, 'numeric')}`)
  return `(${[...hits, ...equals].join(' or ')})`
}

/** Parses a number as people write it or copy it from a list: 1500, 1,500, 1500.00, KES 1,500.00. */
function figureIn(search: string): number | undefined {
  const [, digits] = /^(?:[A-Za-z]{3}\s*)?(-?(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,4})(?:\.\d{1,6})?)$/.exec(search) ?? []
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''))
}

function searchedFields({ manifest: { list, shape }, unsearched }: ListCriteria): ResolvedField[] {
  return list.search.flatMap((name) => (unsearched?.has(name) === true ? [] : (shape.fields[name] ?? [])))
}

function searchedFigures({ manifest: { shape }, unsearched, listedColumns }: ListCriteria): ResolvedField[] {
  return listedColumns.flatMap((name) => (unsearched?.has(name) === true ? [] : (shape.fields[name] ?? []))).filter((field) => sqlTypeOf(field) === 'numeric')
}

function hasOpenSql(criteria: ListCriteria, statement: Statement, company: string): string {
  if (!criteria.manifest.approval) return 'false'
  const holds = holdsSql('o', criteria.holder, statement)
  return `exists (select 1 from approval_entries o where o.company = ${company} and o.type = ${literal(criteria.manifest.id)} ` +
    `and o.document_key = d.key and ${holds})`
}

const KEY_SQL = 'd.key'

/** Whether each value of the cursor can be compared as its column; the last one is the key. */
function isOfOrder({ values, key }: Cursor, columns: SortColumn[]): boolean {
  return values.length === columns.length && values.at(-1) === key && columns.every(({ type }, index) => fitsSort(values[index] ?? '', type))
}

/** SQL: the rows beyond the cursor's. */
function boundarySql({ values }: Cursor, columns: SortColumn[], statement: Statement): string {
  const limits = columns.map(({ type }, index) => `${statement.value(values[index] ?? '', type)}${type === 'text' ? ' collate "C"' : ''}`)
  const runs = groupsOf(columns)
  // Columns with the same direction are compared as one row, which an index can serve.
  const compare = ([from, to]: [number, number], operator: string): string => `(${columns.slice(from, to).map(({ sql }) => sql).join(', ')}) ${operator} (${limits.slice(from, to).join(', ')})`
  const beyond = ([from]: [number, number]): string => (columns[from]?.direction === 'asc' ? '>' : '<')
  return runs.reduceRight((rest, run) => (rest === '' ? compare(run, beyond(run)) : `(${compare(run, `${beyond(run)}=`)} and (${compare(run, beyond(run))} or ${rest}))`), '')
}

/** The positions of neighbouring columns with the same direction: from the first to before the last. */
function groupsOf(columns: SortColumn[]): [number, number][] {
  const starts = columns.flatMap(({ direction }, index) => (columns[index - 1]?.direction === direction ? [] : [index]))
  return starts.map((start, index) => [start, starts[index + 1] ?? columns.length])
}

function markers(
  page: PageRow[], cursor: Cursor | undefined, hasMore: boolean, list: string, count: number
): { next: string | null; previous: string | null } {
  const isBackwards = cursor?.direction === 'previous'
  const last = page.at(-1) ?? boundaryRow(cursor)
  const first = page[0] ?? boundaryRow(cursor)
  const hasNext = isBackwards || hasMore
  const hasPrevious = isBackwards ? hasMore : cursor !== undefined
  return {
    next: hasNext && last ? encodeCursor({ direction: 'next', values: last.sort_values, key: last.key, list, count }) : null,
    previous: hasPrevious && first ? encodeCursor({ direction: 'previous', values: first.sort_values, key: first.key, list, count }) : null
  }
}

function boundaryRow(cursor: Cursor | undefined): { key: string; sort_values: string[] } | undefined {
  return cursor && { key: cursor.key, sort_values: cursor.values }
}

/** A short hash of the order and filters, in the client's terms (wire statuses): a cursor is valid only for the list it was made for. */
function listIdentity({ manifest, sort, filters, search }: ListCriteria): string {
  const valueOnWire = ({ field, kind, value }: ListFilter): unknown => (kind === 'in' && field.name === manifest.stateField ? [...new Set(value.map((state) => wireState(manifest, state)))] : value)
  const asked = [manifest.id, sort.map(({ field, descending }) => [field.name, descending, field.type]), filters.map((one) => [one.field.name, one.kind, valueOnWire(one)]), search ?? null]
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 10)
}
