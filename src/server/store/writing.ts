/** Whether the database can be written: remembered from the last failure, and found out by writing. */
import { isUnavailable } from './unavailable.ts'

const AGAIN_MS = 1_000

export interface WritingOptions {
  /** Writes something that takes room on the disk; throws where that is not possible. */
  tryWriting: () => Promise<void>
  /** Told when it cannot be written any more, with why, and when it can again. */
  onChange?: ((why: unknown) => void) | undefined
}

/**
 * While no statement has failed for want of a disk or a server nothing is asked, since reading and even changing a little works on
 * a full disk, too. After such a failure it is asked by writing, at most once a second, until that works.
 */
export class Writing {
  readonly #options: WritingOptions
  #failure: { why: unknown } | undefined
  #trying: Promise<boolean> | undefined
  #tried = -Infinity

  constructor(options: WritingOptions) {
    this.#options = options
  }

  /** To be told of what a statement threw. */
  noticed(error: unknown): void {
    if (!isUnavailable(error)) return
    const isNew = this.#failure === undefined
    this.#failure = { why: error }
    if (isNew) this.#options.onChange?.(error)
  }

  /** Whether it can be written, as far as is known. */
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
      // What it was not allowed to try says nothing of the disk: the next failure of a real statement will.
    }
    this.#failure = undefined
    this.#options.onChange?.(undefined)
    return true
  }
}
