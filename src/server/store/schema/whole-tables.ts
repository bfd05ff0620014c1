/** Whole tables, for backups: read row by row from one snapshot, and restored unchanged. */
import { sql } from 'kysely'
import type { Database, Db, Tx } from '../connection/database.ts'
import { inSavepoint } from '../transactions/savepoint.ts'
import { Statement } from '../sql/statement.ts'
import type { Tables } from '../sql/tables.ts'
import { liftTimeLimit } from '../connection/time-limit.ts'
import { UnusableDatabaseError } from '../connection/unusable.ts'

export type TableName = keyof Tables

/** Runs `work` on a snapshot of the database, for as long as it takes, concurrently with writers. */
export async function inSnapshot<T>({ kysely }: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return kysely.transaction().setIsolationLevel('repeatable read').execute(async (tx) => {
    await disableTimeouts(tx)
    return work(tx)
  })
}

/** Disables the timeouts that apply to requests for this transaction. */
export async function disableTimeouts(tx: Tx): Promise<void> {
  await liftTimeLimit(tx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
}

/** The number of the last migration. */
export async function schemaNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ schema: number | null }>`select max(number) as schema from migrations`.execute(db)
  return rows[0]?.schema ?? 0
}

/** Whether a server has ever used the database. */
export async function isInstalled(db: Db): Promise<boolean> {
  // Other products also have a table with this name.
  const { rows } = await sql<{ has: boolean }>`select exists (select from pg_attribute where attrelid = to_regclass('public.migrations') and attname = 'number' and not attisdropped) as has`.execute(db)
  return rows[0]?.has === true
}

/** Whether the database contains anything but empty tables. */
export async function isUsed(db: Db): Promise<boolean> {
  if (!(await isInstalled(db))) return false
  const { rows: used } = await sql<{ used: boolean }>`select exists (select from users) or exists (select from documents) or exists (select from events) as used`.execute(db)
  return used[0]?.used === true
}

/**
 * @throws UnusableDatabaseError if there is a table that is not in `ours`; before the product is installed, every table counts as foreign
 */
export async function requireOwnTables(db: Db, ours: readonly string[] = []): Promise<void> {
  const known = (await isInstalled(db)) ? [...ours] : []
  const { rows } = await sql<{ name: string; database: string }>`
    select c.oid::regclass::text as name, current_database() as database from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(current_schemas(false)) and c.relkind in ('r', 'p', 'f') and not c.relispartition and c.relname <> all(${known}::text[])
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1 limit 1`.execute(db)
  const [found] = rows
  if (found !== undefined) throw new UnusableDatabaseError(`The database "${found.database}" contains tables of something else, such as ${found.name}. Name a database of its own in DATABASE_URL, in which there is nothing yet.`)
}

/** The names of the table's columns. */
export async function columnsOf(tx: Tx, table: TableName): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(tx)
  return new Set(rows.map(({ name }) => name))
}

/** Yields each row of the table as JSON text, fetching `atATime` rows at once. */
export async function* rowsAsJson(tx: Tx, table: TableName, atATime: number): AsyncGenerator<string> {
  await sql`declare kept cursor for select to_jsonb(t)::text as line from ${sql.table(table)} t`.execute(tx)
  for (;;) {
    const { rows } = await sql.raw<{ line: string }>(`fetch ${atATime} from kept`).execute(tx)
    if (rows.length === 0) break
    for (const { line } of rows) yield line
  }
  await sql`close kept`.execute(tx)
}

/** Inserts rows unchanged, with their original ids. If one is refused, none is inserted, and the transaction can continue. */
export async function insertAllOrNone(tx: Tx, table: TableName, lines: string[]): Promise<void> {
  await inSavepoint(tx, () => insertRows(tx, table, lines))
}

async function insertRows(tx: Tx, table: TableName, lines: string[]): Promise<void> {
  const s = new Statement()
  await s.run(tx, `insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, ${s.value(`[${lines.join(',')}]`)}::jsonb)`)
}

/** Makes the ids that the table generates continue after its highest. */
export async function continueNumbers(tx: Tx, table: TableName, column: string): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(${table}, ${column}), greatest((select max(${sql.ref(column)}) from ${sql.table(table)}), 1))`.execute(tx)
}
