/** A PGlite that ends instead of hanging, and keeps frequent statements prepared. */
import { PGlite, type Results } from '@electric-sql/pglite'
import { PreparedQueries } from './prepared-queries.ts'

/** The exit status of a failed statement: PGlite then continues with the next one. */
const LEFT_STATEMENT = 100

/**
 * The embedded PostgreSQL has ended by itself, like a server that panics: its folder is in the state of a crash. `code` is PostgreSQL's
 * code for a crash shutdown.
 */
export class EmbeddedEndedError extends Error {
  override readonly name = 'EmbeddedEndedError'
  readonly code = '57P02'
  constructor(cause: unknown) {
    super('The embedded database has ended by itself; it is opened again.', { cause })
  }
}

/**
 * When PostgreSQL panics (its log cannot be written), runs out of memory or traps, PGlite (0.5) keeps calling it for the rest of the
 * statement, and the process no longer responds to anyone. Here the first of these failures ends it: that call and all later ones throw
 * EmbeddedEndedError.
 */
export class EmbeddedPostgres extends PGlite {
  #ended: EmbeddedEndedError | undefined
  readonly #prepared = new PreparedQueries(this)

  /** Whether it has ended by itself. */
  get hasEnded(): boolean {
    return this.#ended !== undefined
  }

  /** Call this once the database is ready. */
  guard(): void {
    const { mod } = this
    if (mod === undefined) throw new Error('PGlite is not ready.')
    const { _PostgresMainLoopOnce: once, stackRestore, _PostgresSendReadyForQueryIfNecessary: sendReady } = mod
    mod._PostgresMainLoopOnce = () => {
      this.#refuseEnded()
      try {
        once()
      } catch (error) {
        if (!isLeftStatement(error)) this.#ended = new EmbeddedEndedError(error)
        throw error
      }
    }
    // PGlite calls these when the loop above has thrown, and after it: throwing here breaks out of PGlite's own loop.
    mod.stackRestore = (pointer) => {
      this.#refuseEnded()
      return stackRestore(pointer)
    }
    mod._PostgresSendReadyForQueryIfNecessary = () => {
      this.#refuseEnded()
      sendReady()
    }
  }

  /** Frees prepared statements that are no longer needed; outside of a transaction. */
  async freeUnused(): Promise<void> {
    const unused = this.#prepared.unused()
    if (unused !== undefined && unused !== '') await this.exec(unused)
  }

  /** Runs a statement as `query` does. */
  async run<T>(sql: string, parameters: unknown[] = []): Promise<Results<T>> {
    return (await this.#prepared.run<T>(sql, parameters)) ?? await this.query<T>(sql, parameters)
  }

  #refuseEnded(): void {
    if (this.#ended !== undefined) throw this.#ended
  }
}

function isLeftStatement(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === LEFT_STATEMENT
}
