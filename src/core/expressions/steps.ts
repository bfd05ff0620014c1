/**
 * How much an expression may do. Manifests are written by people who are trusted with much, and overlays are published while
 * others work: an expression that goes on for long fails like any other that cannot be evaluated, instead of stopping everybody.
 * A step is one turn of a map, filter, all, exists or exists_one, one element of a list that is made, or so many characters of a text
 * that is made: turns alone do not tell how much room is taken, as each may put together a long text.
 */

/** Texts shorter than this cost nothing by themselves: the turn in which they are made does. */
const CHARACTERS_OF_STEP = 16

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
  sizes = undefined
  return new StepLimit(MOST_OF_EXPRESSION).spend(() => {
    const given = left
    const result = work()
    if (left < 0 && left < given) throw new TooMuchWork('The expression does too much.')
    return result
  })
}

/** Counts steps. @throws TooMuchWork where there were too many. */
export function takeSteps(count = 1): void {
  left -= count
  if (left < 0) throw new TooMuchWork('The expression takes too many steps.')
}

/** Counts a text of so many characters, before it is made where its length is known. @throws TooMuchWork for one longer than any text of a document, or where all were too many. */
export function makeText(length: number): void {
  if (length > LONGEST_TEXT) refuseLarge()
  takeSteps(Math.floor(length / CHARACTERS_OF_STEP))
}

/** Counts a list of so many elements, before it is made where their number is known. @throws TooMuchWork as `makeText` does. */
export function makeList(length: number): void {
  if (length > LONGEST_LIST) refuseLarge()
  takeSteps(length)
}

/** Counts what has been made, where it is a text, a list or bytes. @throws TooMuchWork as `makeText` does. */
export function countMade(value: unknown): void {
  if (typeof value === 'string') makeText(value.length)
  else if (Array.isArray(value)) makeList(value.length)
  else if (value instanceof Uint8Array) makeText(value.length)
}

/** @throws TooMuchWork for what has grown beyond any text or list of a document: twice itself, and again, and again. */
export function expectBounded(value: unknown): void {
  if ((typeof value === 'string' && value.length > LONGEST_TEXT) || (Array.isArray(value) && sizeOf(value) > LONGEST_LIST)) refuseLarge()
}

function refuseLarge(): never {
  left = Math.min(left, 0) - 1
  throw new TooMuchWork('The expression makes too large a value.')
}

/** Of the present evaluation: meanwhile no list changes, though the document's own do between two of them. */
let sizes: WeakMap<readonly unknown[], number> | undefined

/**
 * How many elements a list has with those of the lists in it. A list that stands in another twice counts twice: so it is compared.
 * Remembered, because what is nested is asked for again with each list around it and with each turn.
 */
function sizeOf(list: readonly unknown[]): number {
  sizes ??= new WeakMap()
  let size = sizes.get(list)
  if (size !== undefined) return size
  size = list.length
  for (const one of list) if (Array.isArray(one)) size += sizeOf(one)
  sizes.set(list, size)
  return size
}
