/**
 * Limits how much work an expression may do. Manifest authors are trusted with a lot, and overlays are published while others work: an
 * expression that runs too long fails like any other that cannot be evaluated, instead of blocking everyone. A step is one turn of a map,
 * filter, all, exists or exists_one, one element of a created list, a number of characters of a created text, or an amount of data that is
 * read in full. Counting turns alone is not enough: each may create a long text, which takes memory, or search one, which takes time.
 */
import type { ASTNode } from '@marcbachmann/cel-js'
import type { Pieces } from '../pieces.ts'
import { RecordView } from './record-view.ts'
import { childrenOf } from './syntax-tree.ts'

/** Texts shorter than this are free: the turn that creates them is counted. */
const CHARACTERS_OF_STEP = 16
/** The same for reads, in characters of a text or elements of a list, so that a key or a moment adds nothing. */
const READ_OF_STEP = 32
/** Comparing texts, or searching for one in another, takes as long for this many characters as reading one element or character. */
const CHARACTERS_OF_PART = 16
/** The same for the nodes that a turn evaluates, so that an ordinary condition is one step. */
const NODES_OF_STEP = 24
/** The same for matching a text against a pattern: the length of the text times the size of the pattern. */
const MATCHED_OF_STEP = 128
/** Each character of a pattern may stand for hundreds of repetitions, which take long to compile. */
const STEPS_OF_PATTERN_CHARACTER = 128
/** The same for parsing a duration, by the cube of its length: in a text of digits only, each digit is tried as the end of each part. */
const DURATION_OF_STEP = 1_024
/** A failure that is ignored (||, all, exists) still records where it happened, which takes as long as hundreds of turns. */
const STEPS_OF_FAILURE = 256
/** That place is shown within the expression's source, which is split up for it. */
const CHARACTERS_OF_FAILURE = 64
/** A moment in a time zone is calculated from a calendar that is looked up each time. */
const STEPS_OF_TIME_ZONE = 512

/** Rounding a number or parsing a moment takes longer than a turn. */
export const STEPS_OF_RECKONING = 3
/** Checking whether a text is a date, or formatting a date from a moment, takes about this long. */
export const STEPS_OF_DATE = 12
/** A module's function that declares no cost may do anything. */
const STEPS_OF_FUNCTION = 256

/**
 * For one expression: enough to compare each of 400 lines with all others. Also for everything that the grants of one person compare, which
 * is evaluated in one go.
 */
export const MAX_EXPRESSION_STEPS = 160_000
/** For all rules of a document together. */
export const MAX_DOCUMENT_STEPS = 400_000
/** For everything that decides whether one day can be chosen: a calendar evaluates it for the six weeks it shows. */
export const MAX_DAY_STEPS = Math.floor(MAX_DOCUMENT_STEPS / 42)
/** For a response about many records, in total. */
export const MAX_ANSWER_STEPS = 1_000_000
/** For everything that is evaluated when an overlay is tried out, over all records. */
export const MAX_TRIAL_STEPS = 5_000_000
const MAX_TEXT_LENGTH = 100_000
const MAX_LIST_LENGTH = 20_000

/** The code under which an expression that exceeded a limit is reported. */
export const TOO_MANY_STEPS = 'too_much'

class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork'
  readonly code = TOO_MANY_STEPS
  readonly summary: string

  constructor(summary: string) {
    super(summary)
    this.summary = summary
  }
}

let left = Infinity
/** The error with which the current evaluation was refused. */
let refused: TooMuchWork | undefined

/** The step limit of work that is done in pieces. A piece never waits, so no other work is counted. */
export class StepLimit {
  #left: number
  readonly #within: StepLimit | undefined

  /** @param within the limit of the larger work that this is part of. */
  constructor(max: number, within?: StepLimit) {
    this.#left = max
    this.#within = within
  }

  /** Whether more steps were requested than were left. */
  get isExhausted(): boolean { return this.#left < 0 }

  /** Runs a piece of the work with the steps that are left of it, and of the larger work that it is part of. */
  spend<T>(work: () => T): T {
    return this.#within === undefined ? this.#spend(work) : this.#within.spend(() => this.#spend(work))
  }

  /** Runs work in pieces, each of them within this limit. */
  *spending<T>(work: Pieces<T>): Pieces<T> {
    for (;;) {
      const step = this.spend(() => work.next())
      if (step.done === true) return step.value
      yield
    }
  }

  #spend<T>(work: () => T): T {
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

/**
 * Runs one evaluation of one expression.
 * @throws TooMuchWork if it exceeded a limit, even if the expression itself ignored that failure (exists, ||).
 */
export function evaluation<T>(work: () => T, source = ''): T {
  sizes = undefined
  refused = undefined
  stepsOfFailure = STEPS_OF_FAILURE + Math.floor(source.length / CHARACTERS_OF_FAILURE)
  return new StepLimit(MAX_EXPRESSION_STEPS).spend(() => {
    const given = left
    const result = work()
    if (typeof result === 'object') {
      expectBounded(result)
      countRead(result)
    }
    if (left < 0 && left < given) throw new TooMuchWork('The expression does too much.')
    return result
  })
}

/** Counts steps. @throws TooMuchWork if the limit is exceeded. */
export function chargeSteps(count = 1): void {
  // Work that is refused is not done, so work that continues after it is charged no more than what was left.
  left = Math.max(left - count, Math.min(left, 0) - 1)
  if (left < 0) throw (refused = new TooMuchWork('The expression takes too many steps.'))
}

/**
 * Ends a loop that ignores failures in its turns: after a refusal every further turn would be refused too. @throws TooMuchWork if the
 * evaluation was refused.
 */
export function expectNotRefused(): void {
  if (refused !== undefined) throw refused
}

/**
 * Counts a text of this length, before it is created if its length is known.
 * @throws TooMuchWork if it is longer than any text of a document may be, or if the step limit is exceeded.
 */
export function makeText(length: number): void {
  if (length > MAX_TEXT_LENGTH) refuseLarge()
  chargeSteps(Math.floor(length / CHARACTERS_OF_STEP))
}

/** Counts a list of this length, before it is created if its length is known. @throws TooMuchWork as `makeText` does. */
export function makeList(length: number): void {
  if (length > MAX_LIST_LENGTH) refuseLarge()
  chargeSteps(length)
}

/** Counts a value that was created, if it is a text, a list or bytes. @throws TooMuchWork as `makeText` does. */
export function countMade(value: unknown): void {
  if (typeof value === 'string') makeText(value.length)
  else if (Array.isArray(value)) makeList(value.length)
  else if (value instanceof Uint8Array) makeText(value.length)
}

/** Counts reading a text, list, map or bytes in full. @throws TooMuchWork if the limit is exceeded. */
export function countRead(value: unknown): void {
  if (typeof value === 'string') chargeReads(value.length)
  else if (isNested(value)) {
    const { elements, characters } = sizeOf(value)
    chargeReads(elements + characters)
  } else if (value instanceof Uint8Array) chargeReads(value.length)
}

/** Counts reading this many characters or elements. @throws TooMuchWork as `countRead` does. */
export function chargeReads(count: number): void {
  if (count >= READ_OF_STEP) chargeSteps(Math.floor(count / READ_OF_STEP))
}

/** Counts a comparison, which ends with the smaller of the two values. @throws TooMuchWork as `countRead` does. */
export function countCompared(left: unknown, right: unknown): void {
  const parts = partsOf(left)
  if (parts >= READ_OF_STEP) chargeReads(Math.min(parts, partsOf(right)))
}

/** Counts searching a list for a value; a lookup in a map takes no time. @throws TooMuchWork as `countRead` does. */
export function countListSearch(value: unknown, among: unknown): void {
  if (!Array.isArray(among)) return
  // The elements are mostly texts, and a short value soon differs from them.
  if (typeof value === 'object' || (typeof value === 'string' && value.length >= CHARACTERS_OF_PART)) chargeReads(partsOf(among))
  else chargeReads(among.length)
}

/** Counts searching a text for another, which may have to be compared in full at each position. @throws TooMuchWork as `countRead` does. */
export function countTextSearch(text: string, sought: string): void {
  chargeReads(text.length * (1 + Math.floor(sought.length / CHARACTERS_OF_PART)))
}

/** Counts matching a text against a pattern of this size. @throws TooMuchWork as `countRead` does. */
export function countMatched(text: string, size: number): void {
  chargeSteps(1 + Math.floor((text.length * size) / MATCHED_OF_STEP))
}

/** Counts compiling a pattern. @throws TooMuchWork as `countRead` does. */
export function countPattern(pattern: string): void {
  chargeSteps(pattern.length * STEPS_OF_PATTERN_CHARACTER)
}

/** Counts parsing a text as a duration. @throws TooMuchWork as `countRead` does. */
export function countDuration(text: string): void {
  chargeSteps(Math.floor(text.length ** 3 / DURATION_OF_STEP))
}

/** Counts a failure that the expression may ignore. @throws TooMuchWork as `countRead` does. */
export function countFailure(): void {
  chargeSteps(stepsOfFailure)
}

let stepsOfFailure = STEPS_OF_FAILURE

/** Counts the cost that a module's function declares for a call. @throws TooMuchWork as `countRead` does. */
export function countCall(steps = STEPS_OF_FUNCTION): void {
  chargeSteps(steps >= 0 ? steps : STEPS_OF_FUNCTION)
}

/** Counts reading a part of a moment, possibly in a time zone. @throws TooMuchWork as `countRead` does. */
export function countMoment(isInZone: boolean): void {
  chargeSteps(isInZone ? STEPS_OF_TIME_ZONE : STEPS_OF_RECKONING)
}

/** The steps of a turn that evaluates the node; more than one for a long expression. */
export function stepsOfTurn(node: ASTNode): number {
  return 1 + Math.floor(nodesIn(node) / NODES_OF_STEP)
}

function nodesIn(node: ASTNode): number {
  return childrenOf(node).reduce((sum, child) => sum + nodesIn(child), 1)
}

/** @throws TooMuchWork if the value is larger than any text or list of a document may be, as after doubling again and again. */
export function expectBounded(value: unknown): void {
  if (typeof value === 'string' ? value.length > MAX_TEXT_LENGTH : isNested(value) && sizeOf(value).elements > MAX_LIST_LENGTH) refuseLarge()
}

function refuseLarge(): never {
  left = Math.min(left, 0) - 1
  throw (refused = new TooMuchWork('The value of the expression is too large.'))
}

/**
 * The size of a list or map including those nested in it. A nested one that occurs twice counts twice, because it is compared and passed on
 * twice.
 */
interface Size { elements: number; characters: number; /** How many of its own elements are counted so far: a list that a loop builds grows. */ counted: number }

/**
 * Cached for the current evaluation only: during it, only lists that it creates can change, but the document's own lists change between
 * evaluations.
 */
let sizes: WeakMap<object, Size> | undefined

/** How many parts a comparison reads. Records are not compared by content. */
function partsOf(value: unknown): number {
  if (typeof value === 'string') return Math.floor(value.length / CHARACTERS_OF_PART)
  if (isNested(value)) {
    const { elements, characters } = sizeOf(value)
    return elements + Math.floor(characters / CHARACTERS_OF_PART)
  }
  return value instanceof Uint8Array ? value.length : 0
}

/** Whether it is a list, a map, or an optional that may hold one. */
function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof RecordView) && !(value instanceof Uint8Array)
}

/** Cached, because a nested value is measured again with each list around it and with each turn. */
function sizeOf(value: object): Size {
  sizes ??= new WeakMap()
  const known = sizes.get(value)
  if (known !== undefined && !(Array.isArray(value) && value.length > known.counted)) return known
  const size = known ?? { elements: 0, characters: 0, counted: 0 }
  const within = elementsOf(value)
  for (; size.counted < within.length; size.counted += 1) {
    const one = within[size.counted]
    size.elements += 1
    if (typeof one === 'string') size.characters += one.length
    else if (isNested(one)) {
      const inner = sizeOf(one)
      size.elements += inner.elements
      size.characters += inner.characters
    }
  }
  sizes.set(value, size)
  return size
}

function elementsOf(value: object): readonly unknown[] {
  if (Array.isArray(value)) return value
  return 'orValue' in value && typeof value.orValue === 'function' ? [(value.orValue as (otherwise: undefined) => unknown)(undefined)] : Object.values(value)
}
