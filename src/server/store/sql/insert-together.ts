/** Inserts rows into several tables with one statement. */
import { Statement } from './statement.ts'
import type { Db, Tx } from './tables.ts'

type Table = 'decision_links' | 'events' | 'idempotency' | 'notifications' | 'outbox'

export interface Insert {
  into: Table
  /** No values that a driver could reject itself, since the commit may be sent right after the rows. */
  row: Record<string, string | number | boolean | Date | readonly string[] | readonly number[] | null>
  /** SQL after the values: what to do if the row already exists. */
  otherwise?: string
  /** Receives the named columns once the row is written. */
  returning?: { columns: string[]; receive: (row: Record<string, unknown>) => void }
}

interface Written { part: string; written: Record<string, unknown> }

/** The most rows per statement: PostgreSQL accepts at most 65,535 values in one. */
const MAX_AT_ONCE = 500

/** Inserts the rows. Rows of the same kind are inserted in order, because the ids of events show what happened first. */
export async function insertTogether(db: Db, inserts: readonly Insert[]): Promise<void> {
  for (let from = 0; from < inserts.length; from += MAX_AT_ONCE) {
    const { statement, text, receive } = compose(inserts.slice(from, from + MAX_AT_ONCE))
    receive(await statement.run<Written>(db, text))
  }
}

/** Like `insertTogether`, but resolves as soon as the rows are sent; `written` rejects if the database refuses them. */
export async function sendTogether(tx: Tx, inserts: readonly Insert[]): Promise<{ written: Promise<void> }> {
  if (inserts.length === 0) return { written: Promise.resolve() }
  const { statement, text, receive } = compose(inserts)
  const { rows } = await statement.send<Written>(tx, text)
  return { written: rows.then(receive) }
}

function compose(inserts: readonly Insert[]): { statement: Statement; text: string; receive: (rows: Written[]) => void } {
  const s = new Statement()
  const parts = kindsOf(inserts).map((alike, index) => ({ name: `w${index}`, sql: insertSql(alike, s), alike }))
  const heard = parts.filter(({ alike }) => alike[0]?.returning !== undefined)
  const answer = heard.map(({ name }) => `select '${name}' as part, to_jsonb(${name}) as written from ${name}`).join(' union all ')
  const receive = (rows: Written[]): void => {
    for (const { name, alike } of heard) {
      for (const [index, { written }] of rows.filter(({ part }) => part === name).entries()) alike[index]?.returning?.receive(written)
    }
  }
  return { statement: s, text: `with ${parts.map(({ name, sql }) => `${name} as (${sql})`).join(', ')} ${answer === '' ? 'select 1 where false' : answer}`, receive }
}

/** Groups the rows so that one `insert` can write each group. */
function kindsOf(inserts: readonly Insert[]): Insert[][] {
  const kinds = new Map<string, Insert[]>()
  for (const insert of inserts) {
    const kind = `${insert.into} ${Object.keys(insert.row).join()} ${insert.otherwise ?? ''}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), insert])
  }
  return [...kinds.values()]
}

function insertSql(alike: Insert[], s: Statement): string {
  const [first] = alike
  if (first === undefined) return ''
  const columns = Object.keys(first.row)
  const rows = alike.map(({ row }) => `(${columns.map((column) => s.value(row[column])).join(', ')})`)
  const returning = first.returning === undefined ? '' : ` returning ${first.returning.columns.join(', ')}`
  return `insert into ${first.into} (${columns.join(', ')}) values ${rows.join(', ')}${first.otherwise === undefined ? '' : ` ${first.otherwise}`}${returning}`
}
