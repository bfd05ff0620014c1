/**
 * Restores a backup into an empty database: creates the schema version of the backup, also if empty tables of a later one are there, loads the
 * rows, then migrates to the current version.
 */
import type { EngineProvider, Log } from '../services.ts'
import type { Database, Tx } from '../store/connection/database.ts'
import { otherSessions } from '../store/connection/other-sessions.ts'
import { bringUpToDate, lockSchema, migrateTables, removeLaterSchema } from '../store/schema/migrations.ts'
import { closeOutbox } from '../store/delivery/outbox.ts'
import { prepareDatabase } from '../store/schema/prepare-database.ts'
import { grantToServer } from '../store/schema/server-role.ts'
import { sqlState } from '../store/sql/sql-state.ts'
import { createFirstTypeIndexes, IndexFailed } from '../store/schema/type-indexes.ts'
import { columnsOf, continueNumbers, insertAllOrNone, isUsed, requireOwnTables, disableTimeouts } from '../store/schema/whole-tables.ts'
import { createTypePartitions } from '../store/schema/type-partitions.ts'
import { fileOf, readLines, type CheckedBackup } from './backup.ts'
import { KEPT_TABLES, NUMBER_COLUMNS, OUR_TABLES, type KeptTable } from './kept-tables.ts'
import { OperationError } from './operation-error.ts'
import { ANOTHER } from './regular-file.ts'

/** Characters of JSON inserted at a time. */
const MAX_BATCH_LENGTH = 4_000_000
const MAX_ROWS = 500
/** Characters of a name shown in a message. */
const MAX_SHOWN_LENGTH = 60

export interface RestoreOptions { engines: Pick<EngineProvider, 'base' | 'hiddenByOverlays'>; log: Log; /** How messages refer to the database. */ name?: string; /** Whether queued messages count as sent. */ withoutMail?: boolean }

/**
 * Restores everything or nothing. @throws OperationError if the database holds any records, or somebody else is connected to it
 */
export async function restoreBackup(database: Database, { folder, columns, ...backup }: CheckedBackup, { engines, log, name = 'The database', withoutMail = false }: RestoreOptions): Promise<void> {
  const { catalogue } = engines.base()
  await database.transaction(async (tx) => {
    await disableTimeouts(tx)
    // A server that starts from here on waits, and then finds what was restored.
    await lockSchema(tx)
    await requireEmpty(tx, name)
    if (database.kind === 'postgres') await requireAlone(tx, name)
    const servers = await removeLaterSchema(tx, backup.schema)
    await migrateTables(tx, backup.schema)
    await createTypePartitions(tx, catalogue)
    for (const table of KEPT_TABLES) if (backup.tables[table] !== undefined) {
      await requireColumns(tx, table, columns.get(table) ?? new Set())
      await load(tx, folder, table)
    }
    // Inside the transaction, so that nothing is restored if this version cannot hold all of it.
    await inSentences(() => bringUpToDate(tx, catalogue, engines.hiddenByOverlays), 'Rows of the backup are not compatible with this version')
    for (const role of servers) await grantToServer(tx, role)
    if (withoutMail) await closeOutbox(tx)
    await createFirstTypeIndexes(tx, catalogue).catch((error: unknown) => { throw unindexed(error) })
  })
  await prepareDatabase(database, engines, log)
}

async function requireEmpty(tx: Tx, name: string): Promise<void> {
  if (await isUsed(tx)) throw new OperationError(`${name} already holds records. Restore into an empty one: another DATABASE_URL, or another DATA_DIR.`)
  await requireOwnTables(tx, OUR_TABLES)
}

/** A running server would go on with what it learned when it started: that there is no demo, for example, and listen to every machine. */
async function requireAlone(tx: Tx, name: string): Promise<void> {
  const others = await otherSessions(tx)
  if (others.length === 0) return
  const who = others.map(({ program, role, count }) => `${program} as ${role} (${count} ${count === 1 ? 'session' : 'sessions'})`).join(', ')
  throw new OperationError(`${name} is in use: ${who}. Stop every server and program that is connected to it, then run this again. In psql, select * from pg_stat_activity where datname is not null shows who is connected, and from which address.`)
}

/** @throws OperationError if rows contain a column that the table lacks: its values would be dropped silently */
async function requireColumns(tx: Tx, table: KeptTable, named: ReadonlySet<string>): Promise<void> {
  const known = await columnsOf(tx, table)
  const [unknown] = [...named].filter((name) => !known.has(name))
  if (unknown !== undefined) throw new OperationError(`${fileOf(table)} contains a column that its table lacks: ${JSON.stringify(unknown.slice(0, MAX_SHOWN_LENGTH))}. Nothing was restored. ${ANOTHER}`)
}

async function load(tx: Tx, folder: string, table: KeptTable): Promise<void> {
  let batch: string[] = []
  let length = 0
  let written = 0
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return
    await insertBatch(tx, table, batch, written)
    written += batch.length
    batch = []
    length = 0
  }
  for await (const line of readLines(folder, table)) {
    batch.push(line)
    length += line.length
    if (batch.length >= MAX_ROWS || length > MAX_BATCH_LENGTH) await flush()
  }
  await flush()
  const numbered = NUMBER_COLUMNS[table]
  if (numbered !== undefined) await continueNumbers(tx, table, numbered)
}

/**
 * Inserts a batch; `before` is the number of rows inserted earlier. @throws OperationError naming the first row that the database rejects
 */
async function insertBatch(tx: Tx, table: KeptTable, lines: string[], before: number): Promise<void> {
  try {
    await insertAllOrNone(tx, table, lines)
  } catch (error) {
    if (whyRefused(error) === undefined) throw error
    for (const [index, line] of lines.entries()) await inSentences(() => insertAllOrNone(tx, table, [line]), `Row ${before + index + 1} of ${fileOf(table)} is refused by the database`)
    throw error
  }
}

/** Replaces database errors about rows by an OperationError, since the original message may disclose their content. */
async function inSentences(work: () => Promise<void>, what: string): Promise<void> {
  try {
    await work()
  } catch (error) {
    const why = whyRefused(error)
    throw why === undefined ? error : new OperationError(`${what}: ${why}. Nothing was restored. ${ANOTHER}`)
  }
}

/** Describes a failed index, including the value if the database names it: without it nobody finds the row among thousands. */
function unindexed(error: unknown): unknown {
  if (!(error instanceof IndexFailed)) return error
  const { index, table, cause } = error
  const why = whyRefused(cause)
  const [, value] = /: "(.*)"$/s.exec(cause instanceof Error ? cause.message : '') ?? []
  const shown = value === undefined ? '' : `: ${JSON.stringify(value.slice(0, MAX_SHOWN_LENGTH))}`
  return why === undefined ? cause : new OperationError(`Rows of ${fileOf('documents')} cannot be found by their fields. The index ${index} of ${table} is refused by the database: ${why}${shown}. Nothing was restored. ${ANOTHER}`)
}

/** PostgreSQL error codes caused by the content of rows. */
const REFUSALS: [code: RegExp, why: string][] = [
  [/^23505$/, 'it has the key of another row'],
  [/^23502$/, 'it lacks a value that it needs'],
  [/^23503$/, 'it refers to a row that is not there'],
  [/^23/, 'it breaks a rule of its table'],
  [/^22/, 'a value is not of the kind of its column'],
  [/^54/, 'a value is too long'],
  [/^P0001$/, 'a rule of the table does not let it in'],
]

/** Why the database rejects the row, with the names of column and constraint; undefined if the row is not the cause. */
function whyRefused(error: unknown): string | undefined {
  const code = sqlState(error) ?? ''
  const [, why] = REFUSALS.find(([known]) => known.test(code)) ?? []
  const details: { column?: unknown; constraint?: unknown } = typeof error === 'object' && error !== null ? error : {}
  const names = [details.column, details.constraint].filter((name) => typeof name === 'string')
  return why === undefined ? undefined : why + (names.length > 0 ? ` (${names.join(', ')})` : '')
}
