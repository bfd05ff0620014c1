/** The embedded database in a folder; survives a full disk and its own unexpected end. */
import { DurableFolder, durableStartParams, syncFolder } from './durable-folder.ts'
import { openPostgresFolder } from './embedded-folder.ts'
import { EmbeddedEndedError, EmbeddedPostgres } from './embedded-postgres.ts'
import type { PGliteClient } from './pglite-dialect.ts'
import { Reserve } from './reserve.ts'
import { sqlState } from '../sql/sql-state.ts'

const INT8 = 20
const NUMERIC = 1700
const BYTEA = 17
/** PGlite itself decodes bytes digit by digit. */
const bytesOf = (text: string): Buffer => Buffer.from(text.slice(2), 'hex')
const SETTINGS = { relaxedDurability: false, parsers: { [INT8]: Number, [NUMERIC]: Number, [BYTEA]: bytesOf } }
/**
 * After this many log segments (16 MB each) a checkpoint is made, so that they are recycled: PGlite itself does so only when it is closed.
 */
const MAX_SEGMENTS = 3
const REOPEN_AFTER_MS = 1_000
const READ_ONLY = '25006'
const DISK_FULL = '53100'

/** Opens an embedded database in memory that is not persisted. */
export async function openInMemory(loadDataDir?: Blob): Promise<PGliteClient> {
  const postgres = new EmbeddedPostgres({ ...SETTINGS, ...(loadDataDir && { loadDataDir }) })
  await postgres.waitReady
  postgres.guard()
  return { prepare: () => postgres.freeUnused(), query: (sql, parameters) => postgres.run(sql, parameters), close: () => postgres.close() }
}

/** Opens the database in `folder/database`, creating it if necessary. A new one starts from `loadDataDir`. */
export async function openInFolder(folder: string, loadDataDir?: Blob): Promise<EmbeddedClient> {
  const { inside, isNew } = openPostgresFolder(folder)
  const client = new EmbeddedClient(inside, new Reserve(folder))
  await client.open(loadDataDir)
  if (isNew) syncFolder(folder)
  return client
}

/**
 * If the database ended by itself, it is opened again for the next user of the connection and recovers as after a crash; the rest of the
 * transaction in which it ended fails. While the reserved disk space is missing, every write is refused with PostgreSQL's code for a full
 * disk.
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

  /** Opens the database; throws if that fails. */
  async open(loadDataDir?: Blob): Promise<void> {
    const files = new DurableFolder(this.#folder, () => this.#reserve.release())
    const postgres = new EmbeddedPostgres({ fs: files, startParams: durableStartParams(EmbeddedPostgres.defaultStartParams), ...SETTINGS, ...(loadDataDir && { loadDataDir }) })
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

  /** Prepares the connection for its next user: the database is open, and read-only if the reserved disk space is missing. */
  async prepare(): Promise<void> {
    if (this.#postgres?.hasEnded === true) await this.#reopen()
    await this.#postgres?.freeUnused()
    void this.#reserve.allocate()
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
      return await this.#postgres.run(sql, parameters)
    } catch (error) {
      throw this.#isReadOnly && sqlState(error) === READ_ONLY ? diskFull(error) : error
    }
  }

  /**
   * Writes what a large value left in memory, so that the next checkpoint does not block this thread with all of them at once. Throws what
   * the checkpoint throws, such as that the disk is full: it ends the transaction.
   */
  async flush(): Promise<void> {
    if (this.#files !== undefined) this.#files.segments = 0
    await this.query('checkpoint')
  }

  async close(): Promise<void> {
    await this.#reserve.close()
    if (this.#postgres?.hasEnded === true) return
    await this.#postgres?.close()
  }

  /** Allocates the reserve; resolves when it is allocated, or could not be. */
  async reserveSpace(): Promise<void> {
    await this.#reserve.allocate()
  }

  async #reopen(): Promise<void> {
    // Requests that arrive in between get the outcome of the last attempt.
    if (performance.now() - this.#reopened < REOPEN_AFTER_MS) return
    this.#reopened = performance.now()
    this.#files?.abandon()
    await this.open().catch((error: unknown) => { throw sqlState(error) === DISK_FULL ? error : new EmbeddedEndedError(error) })
  }

  /** If it fails, it is tried again after the same number of segments. */
  async #checkpoint(): Promise<void> {
    if (this.#files !== undefined) this.#files.segments = 0
    await this.query('checkpoint').catch(() => undefined)
  }
}

/** The error that a PostgreSQL server would report; like its texts, it becomes part of a sentence. */
function diskFull(cause: unknown): Error {
  return Object.assign(new Error('no space is left for the embedded database, which needs about 200 MB in addition to its records', { cause }), { code: DISK_FULL })
}
