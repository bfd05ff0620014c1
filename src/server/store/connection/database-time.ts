/** The database's clock. */
import { sql } from 'kysely'
import type { Db } from './database.ts'

/** The database's current time, not the start time of the transaction. */
export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The database returned no time.')
  return row.at
}
