/** Queues by name: work on one name waits for earlier work on it, in the order of asking, and everything else goes on. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Whether nothing runs or waits under the name. */
  isFree(name: string): boolean {
    return !this.#last.has(name)
  }

  /** Runs `work` when all earlier work under the name has ended, well or not. */
  async inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve()
    const mine = before.then(work)
    const settled = mine.catch(() => undefined)
    this.#last.set(name, settled)
    try {
      return await mine
    } finally {
      if (this.#last.get(name) === settled) this.#last.delete(name)
    }
  }
}
