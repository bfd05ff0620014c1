/** Lets work on one key wait for earlier work on it, so that many guesses at once are counted one after the other. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Runs `work` when all earlier work on the key has ended, well or not. */
  async inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve()
    const mine = before.then(work)
    const settled = mine.catch(() => undefined)
    this.#last.set(key, settled)
    try {
      return await mine
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key)
    }
  }
}
