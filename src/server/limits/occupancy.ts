/**
 * How long each person's requests have occupied the server lately, whatever they asked for: limits of rate and number do not know that one
 * page takes two hundred times as long as another.
 */
import { LRUCache } from 'lru-cache'

interface Occupied { /** Milliseconds, as of `at`. */ ms: number; at: number }

/** What was occupied this long ago counts a third (1/e). */
const WINDOW_MS = 10_000
/** Half a window: more than the screens of somebody who works fast, less than a second program of the same person. */
const BUSY_MS = 5_000
/** Most people kept; one who is forgotten starts from nothing. */
const MAX_KEPT = 20_000

/** The people of this process. `now` returns milliseconds of a monotonic clock. */
export class Occupancy {
  readonly #people = new LRUCache<string, Occupied>({ max: MAX_KEPT })
  readonly #now: () => number
  /** The last request of anybody, and the last of somebody else before it. */
  #last = { person: '', at: -Infinity }
  #lastOfOther = -Infinity

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Counts a request of the person that took so many milliseconds. */
  add(person: string, took: number): void {
    const at = this.#now()
    this.#people.set(person, { ms: this.#of(person, at) + took, at })
  }

  /** Whether a request that the person makes now has to give way: they occupy the server, and are not the only one there. */
  givesWay(person: string): boolean {
    const at = this.#now()
    if (this.#last.person !== person) this.#lastOfOther = this.#last.at
    this.#last = { person, at }
    return at - this.#lastOfOther < WINDOW_MS && this.#of(person, at) > BUSY_MS
  }

  #of(person: string, now: number): number {
    const { ms, at } = this.#people.get(person) ?? { ms: 0, at: now }
    return ms * Math.exp((at - now) / WINDOW_MS)
  }
}
