/** Queues by name: work waits for earlier work under the same name, in order of arrival; other names are unaffected. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Whether nothing runs or waits under the name. */
  isFree(name: string): boolean {
    return !this.#last.has(name)
  }

  /** Runs `work` once all earlier work under the name has finished or failed. */
  async inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve()
    const mine = before.then(work)
    const finished = mine.catch(() => undefined)
    this.#last.set(name, finished)
    try {
      return await mine
    } finally {
      if (this.#last.get(name) === finished) this.#last.delete(name)
    }
  }
}
