import { nextTask } from './in-slices.ts'

/** `detail`: what is within a part, and comes before the next part. */
type Level = 'part' | 'detail'

/**
 * Who may draw more of itself next. The parts of a long screen are drawn one after the other, from the top: at once, they would keep a slow
 * phone from painting and from answering a touch. Between two, the browser does what is more urgent.
 */
export class Turns {
  readonly #waiting = new Map<object, { level: Level; draw: () => void }>()
  readonly #listeners = new Set<() => void>()
  #isCalling = false
  #isOver = false

  /** Whether everything is drawn. What appears from then on appears at once. */
  get isOver(): boolean {
    return this.#isOver
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Waits for a turn to draw more. */
  ask(owner: object, level: Level, draw: () => void): void {
    this.#waiting.set(owner, { level, draw })
    this.callNext()
  }

  /** The owner has drawn everything, or is gone. */
  end(owner: object): void {
    this.#waiting.delete(owner)
    this.callNext()
  }

  /** Gives the next turn, or ends, in a task of its own: whoever appeared together has asked by then. */
  callNext(): void {
    if (this.#isCalling || this.#isOver) return
    this.#isCalling = true
    void nextTask().then(() => {
      this.#isCalling = false
      const all = [...this.#waiting]
      const next = all.find(([, { level }]) => level === 'detail') ?? all[0]
      if (next === undefined) return this.#finish()
      this.#waiting.delete(next[0])
      next[1].draw()
    })
  }

  #finish(): void {
    this.#isOver = true
    for (const listener of this.#listeners) listener()
  }
}
