/** Kysely on PGlite. There is a single connection, so everyone else waits until its holder releases it. */
import {
  CompiledQuery, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler,
  type DatabaseConnection, type DatabaseIntrospector, type Dialect, type DialectAdapter, type Driver, type Kysely, type QueryCompiler,
  type QueryResult, type TransactionSettings
} from 'kysely'
import { yieldIfBusy } from '../../in-pieces.ts'
import { refuseSecondConnection } from '../sql/inside-transaction.ts'
import { withBytes } from './bytes-in-pieces.ts'

/** The part of PGlite's interface used here. */
export interface PGliteClient {
  /** Called after the connection is acquired, before the first statement. */
  prepare?(): Promise<void>
  /** Allocates the reserve of disk space; resolves when it is allocated, or could not be. */
  reserveSpace?(): Promise<void>
  /** Called after a statement with a large value. */
  flush?(): Promise<void>
  query(sql: string, parameters?: unknown[]): Promise<{ rows: unknown[]; affectedRows?: number }>
  close(): Promise<void>
}

/** The Kysely dialect of the embedded PostgreSQL: PostgreSQL's SQL on one shared connection. */
export class PGliteDialect implements Dialect {
  readonly #client: PGliteClient
  readonly #onFailure: (error: unknown) => void

  /** @param onFailure called with whatever a statement throws */
  constructor(client: PGliteClient, onFailure: (error: unknown) => void = () => undefined) {
    this.#client = client
    this.#onFailure = onFailure
  }

  createAdapter(): DialectAdapter {
    return new PostgresAdapter()
  }

  createDriver(): Driver {
    return new PGliteDriver(this.#client, this.#onFailure)
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db)
  }

  createQueryCompiler(): QueryCompiler {
    return new PostgresQueryCompiler()
  }
}

class PGliteDriver implements Driver {
  readonly #client: PGliteClient
  readonly #onFailure: (error: unknown) => void
  readonly #connection: PGliteConnection
  readonly #waiting: (() => void)[] = []
  #held = false

  constructor(client: PGliteClient, onFailure: (error: unknown) => void) {
    this.#client = client
    this.#onFailure = onFailure
    this.#connection = new PGliteConnection(client, onFailure)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    refuseSecondConnection()
    if (this.#held) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#held = true
    try {
      await this.#client.prepare?.()
    } catch (error) {
      this.#onFailure(error)
      await this.releaseConnection()
      throw error
    }
    return this.#connection
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel === undefined ? '' : ` isolation level ${settings.isolationLevel}`
    await connection.executeQuery(CompiledQuery.raw(`start transaction${level}`))
    this.#connection.isInTransaction = true
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#connection.isInTransaction = false
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#connection.isInTransaction = false
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(): Promise<void> {
    // Handed directly to the next in line, so that nobody can take the connection in between.
    const next = this.#waiting.shift()
    if (next) next()
    else this.#held = false
  }

  async destroy(): Promise<void> {
    await this.#client.close()
  }
}

class PGliteConnection implements DatabaseConnection {
  isInTransaction = false
  readonly #client: PGliteClient
  readonly #onFailure: (error: unknown) => void

  constructor(client: PGliteClient, onFailure: (error: unknown) => void) {
    this.#client = client
    this.#onFailure = onFailure
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // PGlite works in this thread: awaiting it does not yield to other work.
    await yieldIfBusy()
    try {
      const run = (sql: string, parameters?: unknown[]): ReturnType<PGliteClient['query']> => this.#client.query(sql, parameters)
      const { sql, parameters, isLarge } = await withBytes(query.sql, query.parameters, { run, isInTransaction: this.isInTransaction })
      const { rows, affectedRows } = await run(sql, parameters)
      if (isLarge) {
        await yieldIfBusy()
        await this.#client.flush?.()
      }
      return { rows: rows as R[], numAffectedRows: BigInt(affectedRows ?? 0) }
    } catch (error) {
      this.#onFailure(error)
      throw error
    }
  }

  // The linter wants a yield in a generator, so this is a plain function. PGlite has no cursors, so streaming is refused before the first
  // row.
  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded database cannot stream a result.')
  }
}
