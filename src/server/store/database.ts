/** Opens the database: PGlite in a folder (or in memory), or a PostgreSQL server. Everything above sees one dialect. */
import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { finish, gatherLeft } from './before-commit.ts'
import { lockDirectory } from './directory-lock.ts'
import { Hints } from './hints.ts'
import { PGliteDialect, type PGliteClient } from './pglite-dialect.ts'
import { createPostgresPool } from './postgres-pool.ts'
import { createPostgresRelay } from './postgres-relay.ts'
import type { Tables, Tx } from './tables.ts'

export type { Db, Tx } from './tables.ts'

export interface Database {
  kind: 'pglite' | 'postgres'
  kysely: Kysely<Tables>
  /** What was committed, by this process and by others that share the database. */
  hints: Hints
  /** Runs `work` in one transaction; committed when it resolves, undone when it throws. Chosen as a deadlock's victim it runs again. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Resolves when the database answers within two seconds; throws otherwise. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Folder of the embedded database, or `memory://` for one that is forgotten. */
  dataDir: string
  /** A PostgreSQL server; `dataDir` is then unused. */
  databaseUrl?: string
  /** Most connections to the server. */
  poolSize?: number
  /** A dump of an initialised embedded database to start from; only for one that is new. */
  loadDataDir?: Blob
  onConnectionLost?: (error: Error) => void
}

export const IN_MEMORY = 'memory://'
const DEADLOCK = '40P01'
const SERIALIZATION_FAILURE = '40001'
const MOST_ATTEMPTS = 3
const PING_WITHIN_MS = 2_000
const INT8 = 20
const NUMERIC = 1700

/** Opens the database that the options name. Throws DirectoryInUseError when another process has the folder. */
export async function createDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl !== undefined) return openPostgres(options.databaseUrl, options)
  return openEmbedded(options)
}

function openPostgres(url: string, options: DatabaseOptions): Database {
  const onProblem = options.onConnectionLost ?? (() => undefined)
  const pool = createPostgresPool(url, options.poolSize ?? 10, onProblem)
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const notify = async (channel: string, payload: string): Promise<void> => { await sql`select pg_notify(${channel}, ${payload})`.execute(kysely) }
  const hints = new Hints((take) => createPostgresRelay({ connectionString: url, notify, take, onProblem }))
  return databaseOver('postgres', kysely, hints, async () => {
    await hints.close()
    await kysely.destroy()
  })
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const inMemory = options.dataDir === IN_MEMORY
  const unlock = inMemory ? async () => undefined : await lockDirectory(options.dataDir)
  // Loaded here: beside a server it would cost memory for nothing.
  const [{ PGlite }, { DurableFolder, durableStartParams, syncFolder }] = await Promise.all([import('@electric-sql/pglite'), import('./durable-folder.ts')])
  const folder = inMemory ? undefined : databaseFolder(options.dataDir)
  const isNew = folder !== undefined && readdirSync(folder).length === 0
  const client = new PGlite({
    ...(folder !== undefined && { fs: new DurableFolder(folder), startParams: durableStartParams(PGlite.defaultStartParams) }),
    ...(options.loadDataDir && { loadDataDir: options.loadDataDir }),
    relaxedDurability: false,
    parsers: { [INT8]: Number, [NUMERIC]: Number }
  })
  try {
    await client.waitReady
    if (isNew) syncFolder(options.dataDir)
  } catch (error) {
    await unlock()
    throw error
  }
  const kysely = new Kysely<Tables>({ dialect: new PGliteDialect(client satisfies PGliteClient) })
  const hints = new Hints()
  return databaseOver('pglite', kysely, hints, async () => {
    await hints.close()
    await kysely.destroy()
    await unlock()
  })
}

function databaseFolder(dataDir: string): string {
  const folder = path.join(dataDir, 'database')
  // What is in it are people's pay and papers.
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  return folder
}

/** The database over an open connection or pool; `close` ends that too. */
export function databaseOver(kind: Database['kind'], kysely: Kysely<Tables>, hints: Hints, close: () => Promise<void>): Database {
  hints.adopt(kysely)
  return {
    kind,
    kysely,
    hints,
    close,
    transaction: (work) => inTransaction({ kind, kysely, hints }, work, 1),
    async ping() {
      const answer = sql`select 1`.execute(kysely)
      await Promise.race([answer, setTimeout(PING_WITHIN_MS, undefined, { ref: false }).then(() => { throw new Error('The database does not answer.') })])
    }
  }
}

async function inTransaction<T>(database: Pick<Database, 'kind' | 'kysely' | 'hints'>, work: (tx: Tx) => Promise<T>, attempt: number): Promise<T> {
  try {
    const { result, publish, written } = await database.kysely.transaction().execute(async (tx) => {
      const publish = database.hints.gather(tx)
      gatherLeft(tx)
      const result = await work(tx)
      const { written } = await finish(tx)
      // PGlite refuses some values by itself and would then commit without the rows.
      if (database.kind === 'pglite') await written
      return { result, publish, written }
    })
    await written
    publish()
    return result
  } catch (error) {
    const code = sqlState(error)
    if (attempt >= MOST_ATTEMPTS || (code !== DEADLOCK && code !== SERIALIZATION_FAILURE)) throw error
    return inTransaction(database, work, attempt + 1)
  }
}

/** The five-character code of a database error; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
