/** The rows of a calendar, such as people: which come first, how many there are, and how many events each day has. */
import type { ResolvedField } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { fieldSql, firstDaySql, lastDaySql, literal } from '../sql/field-sql.ts'
import { Statement } from '../sql/statement.ts'
import { foundSql, type ListCriteria, type ListFilter } from './list-documents.ts'

export interface CalendarRows {
  /** The records of the first rows, which are ordered as a list is by their name. */
  keys: string[]
  rows: number
  /** The events of each day that any take. */
  days: Record<string, number>
}

export interface CalendarDays { row: ResolvedField; /** What a row is called; the value of `row` if absent. */ name?: ResolvedField | undefined; overlap: Extract<ListFilter, { kind: 'overlaps' }>; /** The first and the last day. */ from: string; to: string; timeZone: string; /** The states in which a record takes its days; absent for all. */ counted?: string[] }

/** Reads all of it in one statement, over everything that the criteria find. */
export async function readCalendarRows(db: Db, criteria: ListCriteria, { row, name = row, overlap, from, to, timeZone, counted }: CalendarDays, most: number): Promise<CalendarRows> {
  const s = new Statement()
  const { manifest } = criteria
  const { array } = overlap
  // Records without a value share a row.
  const who = `coalesce((${fieldSql(manifest, row, 'd.')})::text, '')`
  const called = `coalesce((${fieldSql(manifest, name, 'd.')})::text, '')`
  const found = foundSql(criteria, s, `d.key, ${who} as who, ${called} as called, ${counted === undefined ? 'true' : `d.state ${s.oneOf(counted)}`} as is_counted, ${array === undefined ? dayColumns(overlap, s, timeZone, 'd.') : `d.data->${literal(array)} as lines`}`)
  const events = array === undefined ? 'found' : `(select ${dayColumns(overlap, s, timeZone, 'l.')}, f.is_counted from found f cross join lateral jsonb_array_elements(f.lines) l(data))`
  const [answer] = await s.run<{ keys: string[]; rows: number; days: Record<string, number> }>(
    db,
    `with found as materialized (${found}), people as (select who, min(called collate "C") as called from found group by who),
       days as materialized (select to_char(day, 'YYYY-MM-DD') collate "C" as day from generate_series(${s.value(from, 'date')}, ${s.value(to, 'date')}, '1 day') day)
     select (select count(*) from people) as rows,
       (select coalesce(jsonb_agg(f.key), '[]') from found f where f.who in (select who from people order by lower(called) collate "C", called collate "C", who collate "C" limit ${s.value(most, 'int')})) as keys,
       (select coalesce(jsonb_object_agg(c.day, c.events), '{}') from (
         select days.day, sum(e.events)::int as events
         from days join (select first, last, count(*) as events from ${events} e where is_counted and first > '' group by first, last) e on e.first <= days.day and e.last >= days.day group by days.day
       ) c) as days`
  )
  return answer ?? { keys: [], rows: 0, days: {} }
}

/** The first and the last day of a record or a line; a moment has its day on the company's clock. */
function dayColumns({ field, end }: CalendarDays['overlap'], s: Statement, timeZone: string, table: string): string {
  const dayOf = (value: string): string => (field.format === 'date-time' ? `(to_char(nullif(${value}, '')::timestamptz at time zone ${s.value(timeZone, 'text')}, 'YYYY-MM-DD') collate "C")` : value)
  return `${dayOf(firstDaySql(field, table))} as first, ${dayOf(lastDaySql({ field, end }, table))} as last`
}
