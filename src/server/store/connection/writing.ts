/** Tracks whether the database is writable: remembered from the last failure, and tested by writing. */
import { isUnavailable } from './unavailable.ts'

const AGAIN_MS = 1_000

export interface WritingOptions {
  /** Writes something that takes disk space; throws if that fails. */
  tryWriting: () => Promise<void>
  /** Called with the cause when the database stops being writable, and with undefined when it is again. */
  onChange?: ((why: unknown) => void) | undefined
}

/**
 * Nothing is tested while no statement has failed for lack of disk or server, since reads and even small changes succeed on a full disk.
 * After such a failure, it writes a test at most once a second until that succeeds.
 */
export class Writing {
  readonly #options: WritingOptions
  #failure: { why: unknown } | undefined
  #trying: Promise<boolean> | undefined
  #tried = -Infinity

  constructor(options: WritingOptions) {
    this.#options = options
  }

  /** Call this with whatever a statement threw. */
  noticed(error: unknown): void {
    if (!isUnavailable(error)) return
    const isNew = this.#failure === undefined
    this.#failure = { why: error }
    if (isNew) this.#options.onChange?.(error)
  }

  /** Whether the database is writable, as far as is known. */
  isPossible(): Promise<boolean> {
    if (this.#failure === undefined) return Promise.resolve(true)
    if (this.#trying !== undefined) return this.#trying
    if (performance.now() - this.#tried < AGAIN_MS) return Promise.resolve(false)
    this.#tried = performance.now()
    this.#trying = this.#try().finally(() => { this.#trying = undefined })
    return this.#trying
  }

  async #try(): Promise<boolean> {
    try {
      await this.#options.tryWriting()
    } catch (error) {
      if (isUnavailable(error)) return false
      // A test that is refused for another reason, such as a missing privilege, says nothing about the disk; the next failure of a real
      // statement will.
    }
    this.#failure = undefined
    this.#options.onChange?.(undefined)
    return true
  }
}
