/**
 * Aggregates over many documents, computed by the database: counts and exact sums, by month or week, state and value of a field. The result is
 * small, a few hundred rows, however many documents there are.
 */
import type { ResolvedDocumentType, ResolvedField, RowPredicate } from '../../../core/index.ts'
import { recallCount, rememberCount } from './count-memory.ts'
import type { Db } from '../connection/database.ts'
import { fieldSql, literal, sortSql } from '../sql/field-sql.ts'
import { alternatives, predicateSql } from '../documents/predicate-sql.ts'
import { Statement } from '../sql/statement.ts'

/** The most groups returned; beyond that, the smallest are left out. */
const MAX_GROUPS = 20_000

export interface FigureSource {
  manifest: ResolvedDocumentType
  company: string
  /** Documents that count. */
  rows: RowPredicate
  states: string[] | undefined
}

export interface FigureCriteria extends FigureSource {
  /** A date or date-time field, and the boundaries of consecutive months or weeks in its stored form: one more than there are of these. */
  period: { field: ResolvedField; borders: string[] } | undefined
  /** The field to group by. */
  by: ResolvedField | undefined
  /** The fields to sum. */
  sums: ResolvedField[]
}

/**
 * `part` is the month or week, counted from 1 within the period; it is 0 without a period or when grouped by a field. `sums` are in the order of those in the criteria.
 */
export interface Figure { part: number; state: string; value: string | null; count: number; sums: number[] }

type Row = { part: number; state: string; value: string | null; count: number } & Record<`sum${number}`, number>

/** Aggregates the documents by part of the period, state and value; groups without documents are left out. */
export async function documentFigures(db: Db, criteria: FigureCriteria): Promise<Figure[]> {
  const { manifest, period, by, sums } = criteria
  const s = new Statement()
  const company = s.value(criteria.company)
  const borders = period && s.value(period.borders, 'text[]')
  const day = period && sortSql(manifest, period.field, 'd.').sql
  const columns = [
    'd.key', 'd.state',
    // When grouped by a field, the parts of the period are not needed.
    ...(day === undefined || borders === undefined || by !== undefined ? ['0 as part'] : [`width_bucket(${day}, ${borders}) as part`]),
    `${by === undefined ? 'null' : `${fieldSql(manifest, by, 'd.')}::text`} as value`,
    ...sums.map((field, index) => `${fieldSql(manifest, field, 'd.')} as sum${index}`),
  ]
  const within = day === undefined || borders === undefined ? [] : [`${day} >= (${borders})[1] and ${day} < (${borders})[${period?.borders.length ?? 1}]`]
  const text =
    `select part, state, value, count(*) as count${sums.map((_, index) => `, coalesce(sum(sum${index}), 0) as sum${index}`).join('')}
     from (${select(criteria, s, company, columns, within)}) r group by part, state, value order by count desc, part, state, value limit ${MAX_GROUPS}`
  // A company's figures for a year are the same for everyone who may see them, so they can be cached.
  const name = text + JSON.stringify(s.values)
  const known = recallCount<Row[]>(db, name)
  const rows = known ?? (await s.run<Row>(db, text))
  if (known === undefined) rememberCount(db, name, rows, rows.reduce((sum, { count }) => sum + count, 0))
  return rows.map((row) => ({ part: row.part, state: row.state, value: row.value, count: row.count, sums: sums.map((_, index) => row[`sum${index}`] ?? 0) }))
}

/** The years that contain at least one document. A year is given by its boundaries in the date field's stored form. */
export async function yearsWithDocuments(db: Db, source: FigureSource, field: ResolvedField, years: { year: number; from: string; to: string }[]): Promise<number[]> {
  const s = new Statement()
  const company = s.value(source.company)
  const day = sortSql(source.manifest, field, 'd.').sql
  const given = [s.value(years.map(({ year }) => year), 'int[]'), s.value(years.map(({ from }) => from), 'text[]'), s.value(years.map(({ to }) => to), 'text[]')]
  const one = select(source, s, company, ['d.key'], [`${day} >= y.start and ${day} < y.finish`], 'limit 1')
  const rows = await s.run<{ year: number }>(db, `select y.year from unnest(${given.join(', ')}) as y(year, start, finish) where exists (${one})`)
  return rows.map((row) => row.year)
}

/**
 * One subquery per alternative of the row rule, so that each uses its own index. The union removes duplicates, since the key is among the
 * columns.
 */
function select(source: FigureSource, s: Statement, company: string, columns: string[], conditions: string[], tail = ''): string {
  const { manifest, states, rows } = source
  const shared = [
    `d.company = ${company}`, `d.type = ${literal(manifest.id)}`, ...conditions,
    ...(states === undefined ? [] : [`d.state = any(${s.value(states, 'text[]')})`]),
  ].join(' and ')
  const scope = { type: manifest.id, company }
  return alternatives(rows).map((term) => `(select ${columns.join(', ')} from documents d where ${shared} and ${predicateSql(term, s, scope)} ${tail})`).join(' union ')
}
