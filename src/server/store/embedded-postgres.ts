/** PGlite that ends instead of hanging. */
import { PGlite } from '@electric-sql/pglite'

/** How the embedded PostgreSQL leaves a statement that failed: PGlite then lets it go on with the next. */
const LEFT_STATEMENT = 100

/**
 * How PostgreSQL is started. PGlite gives it 160 MB of shared buffers and touches all of it at once; with 32 MB a process takes 110 MB less,
 * and what does not fit is read from the operating system's cache.
 */
export const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']

/** The embedded PostgreSQL has ended by itself, as a server does that panics: its folder is as after a crash. `code` is that of PostgreSQL for it. */
export class EmbeddedEndedError extends Error {
  override readonly name = 'EmbeddedEndedError'
  readonly code = '57P02'
  constructor(cause: unknown) {
    super('The embedded database has ended by itself; it is opened again.', { cause })
  }
}

/**
 * When PostgreSQL gives itself up (PANIC: its log cannot be written), runs out of memory or traps, PGlite (0.5) asks it again and again
 * for the rest of the statement, and the process answers nobody any more. Here the first of these ends it: what is asked then, and ever after,
 * throws EmbeddedEndedError.
 */
export class EmbeddedPostgres extends PGlite {
  #ended: EmbeddedEndedError | undefined

  /** Whether it has ended by itself. */
  get hasEnded(): boolean {
    return this.#ended !== undefined
  }

  /** To be called once it is ready. */
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
    // What PGlite calls when the above has thrown, and behind it: the way out of its loop.
    mod.stackRestore = (pointer) => {
      this.#refuseEnded()
      return stackRestore(pointer)
    }
    mod._PostgresSendReadyForQueryIfNecessary = () => {
      this.#refuseEnded()
      sendReady()
    }
  }

  #refuseEnded(): void {
    if (this.#ended !== undefined) throw this.#ended
  }
}

function isLeftStatement(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === LEFT_STATEMENT
}
