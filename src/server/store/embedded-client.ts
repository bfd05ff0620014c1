/** The embedded database in a folder, which outlives a full disk and its own end. */
import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { DurableFolder, durableStartParams, syncFolder } from './durable-folder.ts'
import { insideOf } from './embedded-folder.ts'
import { EmbeddedEndedError, EmbeddedPostgres, START_PARAMS } from './embedded-postgres.ts'
import type { PGliteClient } from './pglite-dialect.ts'
import { Reserve } from './reserve.ts'
import { sqlState } from './sql-state.ts'

const INT8 = 20
const NUMERIC = 1700
const SETTINGS = { relaxedDurability: false, parsers: { [INT8]: Number, [NUMERIC]: Number } }
/** After so many segments of the log (16 MB each) what they hold is written to the tables, so that they are used again: PGlite does that only when it is closed. */
const MAX_SEGMENTS = 3
const REOPEN_AFTER_MS = 1_000
const READ_ONLY = '25006'
const DISK_FULL = '53100'

/** An embedded database that is forgotten. */
export async function openInMemory(loadDataDir?: Blob): Promise<PGliteClient> {
  const postgres = new EmbeddedPostgres({ startParams: START_PARAMS, ...SETTINGS, ...(loadDataDir && { loadDataDir }) })
  await postgres.waitReady
  postgres.guard()
  return postgres
}

/** Opens the database in `folder/database`, making it where there is none. `loadDataDir`: what a new one begins with. */
export async function openInFolder(folder: string, loadDataDir?: Blob): Promise<EmbeddedClient> {
  const inside = insideOf(folder)
  // What is in it are people's pay and papers.
  mkdirSync(inside, { recursive: true })
  chmodSync(inside, 0o700)
  const isNew = readdirSync(inside).length === 0
  const client = new EmbeddedClient(inside, new Reserve(folder))
  await client.open(loadDataDir)
  if (isNew) syncFolder(folder)
  return client
}

/**
 * One that ended by itself is opened again for whoever takes the connection next, and recovers as after a crash; within the transaction
 * in which it ended nothing more succeeds. While there is no room in reserve everything that writes is refused with PostgreSQL's code for a full disk.
 */
export class EmbeddedClient implements PGliteClient {
  readonly #folder: string
  readonly #reserve: Reserve
  #postgres: EmbeddedPostgres | undefined
  #files: DurableFolder | undefined
  #isReadOnly = false
  #reopened = -Infinity

  constructor(folder: string, reserve: Reserve) {
    this.#folder = folder
    this.#reserve = reserve
  }

  /** Opens it; throws where that is not possible. */
  async open(loadDataDir?: Blob): Promise<void> {
    const files = new DurableFolder(this.#folder, () => this.#reserve.release())
    const postgres = new EmbeddedPostgres({ fs: files, startParams: durableStartParams(START_PARAMS), ...SETTINGS, ...(loadDataDir && { loadDataDir }) })
    try {
      await postgres.waitReady
      postgres.guard()
    } catch (error) {
      files.abandon()
      throw files.hasMissedRoom ? diskFull(error) : error
    }
    this.#postgres = postgres
    this.#files = files
    this.#isReadOnly = false
  }

  /** What whoever takes the connection finds: an open database, which refuses to write where there is no room. */
  async prepare(): Promise<void> {
    if (this.#postgres?.hasEnded === true) await this.#reopen()
    void this.#reserve.keep()
    if (this.#reserve.isMissing !== this.#isReadOnly) {
      const isReadOnly = this.#reserve.isMissing
      await this.query(`set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
      this.#isReadOnly = isReadOnly
    }
    if ((this.#files?.segments ?? 0) >= MAX_SEGMENTS && !this.#isReadOnly) await this.#checkpoint()
  }

  async query(sql: string, parameters?: unknown[]): Promise<{ rows: unknown[]; affectedRows?: number }> {
    if (this.#postgres === undefined) throw new Error('The database is not open.')
    try {
      return await this.#postgres.query(sql, parameters)
    } catch (error) {
      throw this.#isReadOnly && sqlState(error) === READ_ONLY ? diskFull(error) : error
    }
  }

  async close(): Promise<void> {
    await this.#reserve.close()
    if (this.#postgres?.hasEnded === true) return
    await this.#postgres?.close()
  }

  /** Resolves when room is kept in reserve, or cannot be. */
  async settle(): Promise<void> {
    await this.#reserve.keep()
  }

  async #reopen(): Promise<void> {
    // Who comes in between is told what the last try found.
    if (performance.now() - this.#reopened < REOPEN_AFTER_MS) return
    this.#reopened = performance.now()
    this.#files?.abandon()
    await this.open().catch((error: unknown) => { throw sqlState(error) === DISK_FULL ? error : new EmbeddedEndedError(error) })
  }

  /** One that fails is due again after as many segments. */
  async #checkpoint(): Promise<void> {
    if (this.#files !== undefined) this.#files.segments = 0
    await this.query('checkpoint').catch(() => undefined)
  }
}

/** As PostgreSQL says it of a server. */
function diskFull(cause: unknown): Error {
  return Object.assign(new Error('There is no room left on the disk of the embedded database.', { cause }), { code: DISK_FULL })
}
