/**
 * How much an expression may do. Manifests are written by people who are trusted with much, and overlays are published while
 * others work: an expression that goes on for long fails like any other that cannot be evaluated, instead of stopping everybody.
 * A step is one turn of a map, filter, all, exists or exists_one.
 */

/** Of one expression: as many as 400 lines each compared with all others. */
const MOST_OF_EXPRESSION = 160_000
/** Of all rules of a document together. */
export const MOST_OF_DOCUMENT = 400_000
const LONGEST_TEXT = 100_000
const LONGEST_LIST = 20_000

/** The code under which an expression that did too much is reported. */
export const TOO_MUCH = 'too_much'

class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork'
  readonly code = TOO_MUCH
  readonly summary: string

  constructor(summary: string) {
    super(summary)
    this.summary = summary
  }
}

let left = Infinity

/** The steps of work that is done in pieces. A piece never waits, so that nobody else's work is counted. */
export class StepLimit {
  #left: number

  constructor(most: number) {
    this.#left = most
  }

  /** Does a piece of the work with the steps that are left of it, or of other work that it is part of. */
  spend<T>(work: () => T): T {
    const before = left
    const given = Math.min(this.#left, before)
    left = given
    try {
      return work()
    } finally {
      const taken = given - left
      this.#left -= taken
      left = before - taken
    }
  }
}

/** One evaluation of one expression. @throws TooMuchWork where it was too much, also where the expression itself passed over that (exists, ||). */
export function evaluation<T>(work: () => T): T {
  return new StepLimit(MOST_OF_EXPRESSION).spend(() => {
    const given = left
    const result = work()
    if (left < 0 && left < given) throw new TooMuchWork('The expression does too much.')
    return result
  })
}

/** Counts a step. @throws TooMuchWork where there were too many. */
export function takeStep(): void {
  left -= 1
  if (left < 0) throw new TooMuchWork('The expression takes too many steps.')
}

/** @throws TooMuchWork for what has grown beyond any text or list of a document: twice itself, and again, and again. */
export function expectBounded(value: unknown): void {
  if (!(typeof value === 'string' && value.length > LONGEST_TEXT) && !(Array.isArray(value) && value.length > LONGEST_LIST)) return
  left = Math.min(left, 0) - 1
  throw new TooMuchWork('The expression makes too large a value.')
}
