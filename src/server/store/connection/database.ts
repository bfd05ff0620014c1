/** Opens the database: PGlite in a folder (or in memory), or a PostgreSQL server. Everything above uses one SQL dialect. */
import { setTimeout } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type LogConfig } from 'kysely'
import { finish, startDeferring } from './before-commit.ts'
import { lockDirectory } from '../embedded/directory-lock.ts'
import { Hints } from './hints.ts'
import { insideTransaction, refuseSecondConnection } from '../sql/inside-transaction.ts'
import { PGliteDialect } from '../embedded/pglite-dialect.ts'
import { createPostgresPool, type StatementLimits } from './postgres-pool.ts'
import { createPostgresRelay } from './postgres-relay.ts'
import { sqlState } from '../sql/sql-state.ts'
import type { Tables, Tx } from '../sql/tables.ts'
import { Writing } from './writing.ts'

export type { Db, Tx } from '../sql/tables.ts'

export interface Database {
  kind: 'pglite' | 'postgres'
  kysely: Kysely<Tables>
  /** Notifications of what was committed, by this process and by others that share the database. */
  hints: Hints
  /** Runs `work` in one transaction: it commits when `work` resolves and rolls back when it throws. After a deadlock it is retried. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Resolves if the database responds within two seconds; throws otherwise. */
  ping(): Promise<void>
  /**
   * Whether the database is writable, as far as is known. After a statement failed for lack of disk or server, this is tested by writing,
   * at most once a second.
   */
  canWrite(): Promise<boolean>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Folder of the embedded database, or `memory://` for one that is not persisted. */
  dataDir: string
  /** A PostgreSQL server; `dataDir` is then unused. */
  databaseUrl?: string
  /** Maximum number of connections to the server. */
  poolSize?: number
  /** How long a statement on the server may take; 30 seconds unless given. */
  limits?: StatementLimits
  /** A dump of an initialised embedded database to start from; only for a new one. */
  loadDataDir?: Blob
  onConnectionLost?: (error: Error) => void
  /** Called with the cause when the database stops being writable, and with undefined when it is writable again. */
  onWriting?: (why: unknown) => void
  /** Called after every statement with its duration and, if it failed, its error code. */
  onStatement?: OnStatement | undefined
}

export type OnStatement = (statement: { sql: string; milliseconds: number; failure: string | undefined }) => void

export const IN_MEMORY = 'memory://'
const DEADLOCK = '40P01'
const SERIALIZATION_FAILURE = '40001'
const MAX_ATTEMPTS = 3
const PING_WITHIN_MS = 2_000

/** Opens the database that the options name. @throws DirectoryInUseError if another process has the folder open */
export async function createDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl !== undefined) return openPostgres(options.databaseUrl, options)
  return openEmbedded(options)
}

function openPostgres(url: string, options: DatabaseOptions): Database {
  const onProblem = options.onConnectionLost ?? (() => undefined)
  const writing = new Writing({ tryWriting: () => tryWriting(kysely), onChange: options.onWriting })
  const pool = createPostgresPool({ connectionString: url, max: options.poolSize ?? 10, limits: options.limits, onLost: onProblem, onFailure: (error) => writing.noticed(error) })
  const connect = async (): ReturnType<typeof pool.connect> => {
    refuseSecondConnection()
    return pool.connect()
  }
  const connections = { connect, end: () => pool.end() }
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connections }), ...logOf(options) })
  const notify = async (channel: string, payload: string): Promise<void> => { await sql`select pg_notify(${channel}, ${payload})`.execute(kysely) }
  const hints = new Hints((take) => createPostgresRelay({ connectionString: url, notify, take, onProblem }))
  return databaseOver('postgres', kysely, hints, { writing, close: async () => {
    await hints.close()
    await kysely.destroy()
  } })
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const inMemory = options.dataDir === IN_MEMORY
  const unlock = inMemory ? async () => undefined : await lockDirectory(options.dataDir)
  // Loaded only here: with a PostgreSQL server it would use memory for nothing.
  const { openInFolder, openInMemory } = await import('../embedded/embedded-client.ts')
  const client = await (inMemory ? openInMemory(options.loadDataDir) : openInFolder(options.dataDir, options.loadDataDir)).catch(async (error: unknown) => {
    await unlock()
    throw error
  })
  const writing = new Writing({ onChange: options.onWriting, tryWriting: async () => {
    await client.reserveSpace?.()
    await tryWriting(kysely)
  } })
  const kysely = new Kysely<Tables>({ dialect: new PGliteDialect(client, (error) => writing.noticed(error)), ...logOf(options) })
  const hints = new Hints()
  return databaseOver('pglite', kysely, hints, { writing, close: async () => {
    await hints.close()
    await kysely.destroy()
    await unlock()
  } })
}

function logOf({ onStatement }: DatabaseOptions): { log?: LogConfig } {
  if (onStatement === undefined) return {}
  return { log: (event) => onStatement({ sql: event.query.sql, milliseconds: event.queryDurationMillis, failure: event.level === 'error' ? (sqlState(event.error) ?? 'error') : undefined }) }
}

/**
 * A temporary table that is dropped on commit takes a megabyte of disk, which updating a row does not, and its commit is written to the
 * log.
 */
async function tryWriting(kysely: Kysely<Tables>): Promise<void> {
  await kysely.transaction().execute(async (tx) => {
    await sql`set local temp_tablespaces = ''`.execute(tx)
    await sql`create temporary table dirisha_write_probe on commit drop as select number, repeat('x', 500) as content from generate_series(1, 2000) as number`.execute(tx)
  })
}

interface Opened { writing: Writing; /** Also ends the connection or pool. */ close: () => Promise<void> }

/** Wraps an open connection or pool. */
export function databaseOver(kind: Database['kind'], kysely: Kysely<Tables>, hints: Hints, { writing, close }: Opened): Database {
  hints.adopt(kysely)
  return {
    kind,
    kysely,
    hints,
    close,
    transaction: (work) => inTransaction({ kind, kysely, hints }, work),
    async ping() {
      await answered(sql`select 1`.execute(kysely))
    },
    canWrite: () => answered(writing.isPossible()).catch(() => false)
  }
}

function answered<T>(asked: Promise<T>): Promise<T> {
  return Promise.race([asked, setTimeout(PING_WITHIN_MS, undefined, { ref: false }).then(() => { throw new Error('The database does not answer.') })])
}

/** Ends a transaction without an error and without its changes. */
class RolledBack<T> extends Error {
  readonly result: T

  constructor(result: T) {
    super('rolled back')
    this.result = result
  }
}

/** Returns what `work` resolves to, and rolls back what it wrote. What it defers to the commit does not run. */
export async function inDryRun<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await database.transaction(async (tx) => { throw new RolledBack(await work(tx)) })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T
    throw error
  }
}

/** `Database.transaction` on the given connection or pool. */
export async function inTransaction<T>(database: Pick<Database, 'kind' | 'kysely' | 'hints'>, work: (tx: Tx) => Promise<T>, attempt = 1): Promise<T> {
  try {
    const { result, publish, written } = await database.kysely.transaction().execute(async (tx) => {
      const publish = database.hints.gather(tx)
      startDeferring(tx)
      const { result, written } = await insideTransaction(async () => {
        const result = await work(tx)
        return { result, written: (await finish(tx)).written }
      })
      // PGlite rejects some values itself and would then commit without the rows.
      if (database.kind === 'pglite') await written
      return { result, publish, written }
    })
    await written
    publish()
    return result
  } catch (error) {
    const code = sqlState(error)
    if (attempt >= MAX_ATTEMPTS || (code !== DEADLOCK && code !== SERIALIZATION_FAILURE)) throw error
    return inTransaction(database, work, attempt + 1)
  }
}
