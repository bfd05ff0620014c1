/** A backup into an empty database: at the schema that it was taken at, then brought to this version's. */
import type { Catalogue } from '../../core/index.ts'
import type { Database, Tx } from '../store/database.ts'
import { migrate, migrateTables } from '../store/migrations.ts'
import { continueNumbers, insertRows, isUsed, requireOwnTables, takeTime } from '../store/whole-tables.ts'
import { createTypePartitions } from '../store/type-partitions.ts'
import { readLines, type CheckedBackup } from './backup.ts'
import { KEPT_TABLES, NUMBERED, OUR_TABLES, type KeptTable } from './kept-tables.ts'
import { OperationError } from './operation-error.ts'

/** Characters of JSON that are inserted at a time. */
const LONGEST_BATCH = 4_000_000
const MOST_ROWS = 500

/** Restores all of it or nothing. `called`: the database in a sentence. Throws OperationError where it holds anything. */
export async function restoreBackup(database: Database, { folder, ...backup }: CheckedBackup, catalogue: Catalogue, called = 'The database'): Promise<void> {
  if (await isUsed(database.kysely)) throw new OperationError(`${called} already holds records. Restore into an empty one: another DATABASE_URL, or another DATA_DIR.`)
  await requireOwnTables(database.kysely, OUR_TABLES)
  await database.transaction(async (tx) => {
    await takeTime(tx)
    await migrateTables(tx, backup.schema)
    await createTypePartitions(tx, catalogue)
    for (const table of KEPT_TABLES) if (backup.tables[table] !== undefined) await load(tx, folder, table)
    await migrateTables(tx)
  })
  await migrate(database, catalogue)
}

async function load(tx: Tx, folder: string, table: KeptTable): Promise<void> {
  let batch: string[] = []
  let length = 0
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return
    await insertRows(tx, table, batch)
    batch = []
    length = 0
  }
  for await (const line of readLines(folder, table)) {
    batch.push(line)
    length += line.length
    if (batch.length >= MOST_ROWS || length > LONGEST_BATCH) await flush()
  }
  await flush()
  const numbered = NUMBERED[table]
  if (numbered !== undefined) await continueNumbers(tx, table, numbered)
}
