/** Rows of several tables inserted by one statement. */
import { Statement } from './statement.ts'
import type { Db, Tx } from './tables.ts'

type Table = 'decision_links' | 'events' | 'idempotency' | 'notifications' | 'outbox'

export interface Insert {
  into: Table
  /** Nothing that a driver could refuse by itself, as the commit may be on its way behind the rows. */
  row: Record<string, string | number | boolean | Date | null>
  /** What follows the values: what happens where the row is there already. */
  otherwise?: string
  /** Is given the columns named when the row is written. */
  returning?: { columns: string[]; receive: (row: Record<string, unknown>) => void }
}

interface Written { part: string; written: Record<string, unknown> }

/** Most rows of one statement: PostgreSQL takes 65,535 values with one. */
const MAX_AT_ONCE = 500

/** Inserts the rows; those of one kind in their order: the numbers of events tell what came first. */
export async function insertTogether(db: Db, inserts: readonly Insert[]): Promise<void> {
  for (let from = 0; from < inserts.length; from += MAX_AT_ONCE) {
    const { statement, text, receive } = compose(inserts.slice(from, from + MAX_AT_ONCE))
    receive(await statement.run<Written>(db, text))
  }
}

/** The same, answering as soon as the rows are on their way; `written` rejects where the database refuses them. */
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

/** The rows by what one `insert` can write. */
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
