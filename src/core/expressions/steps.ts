/**
 * How much an expression may do. Manifests are written by people who are trusted with much, and overlays are published while
 * others work: an expression that goes on for long fails like any other that cannot be evaluated, instead of stopping everybody.
 * A step is one turn of a map, filter, all, exists or exists_one, one element of a list that is made, so many characters of a text
 * that is made, or so much of what is read whole: turns alone do not tell how much room is taken, as each may put together a long
 * text, nor how long they take, as each may look through it.
 */
import type { ASTNode } from '@marcbachmann/cel-js'
import type { Pieces } from '../pieces.ts'
import { RecordView } from './record-view.ts'
import { childrenOf } from './syntax-tree.ts'

/** Texts shorter than this cost nothing by themselves: the turn in which they are made does. */
const CHARACTERS_OF_STEP = 16
/** The same of what is read, characters of a text and elements of a list, so that a key or a moment costs nothing more. */
const READ_OF_STEP = 32
/** Texts are compared, and sought in each other, so many characters as fast as one element or character is read. */
const CHARACTERS_OF_PART = 16
/** The same of what a turn works out, so that an ordinary condition is one step. */
const NODES_OF_STEP = 24
/** The same of a text that is held against a pattern: of its characters times what the pattern comes to. */
const MATCHED_OF_STEP = 128
/** Each character of a pattern may stand for hundreds of repetitions, which take long to make ready. */
const STEPS_OF_PATTERN_CHARACTER = 128
/** The same of a duration, by the cube of its characters: of digits alone each is tried as the end of each part. */
const DURATION_OF_STEP = 1_024
/** What fails and is passed over (||, all, exists) tells where it failed, which takes as long as hundreds of turns. */
const STEPS_OF_FAILURE = 256
/** Where it failed is shown in the expression, which is taken apart for that. */
const CHARACTERS_OF_FAILURE = 64
/** A moment in a time zone is worked out from a calendar that is looked up each time. */
const STEPS_OF_TIME_ZONE = 512

/** What a number is rounded with, or a moment read, takes longer than a turn. */
export const STEPS_OF_RECKONING = 3
/** What a date is told from any text by, and written from a moment, takes as long. */
export const STEPS_OF_DATE = 12
/** A function of a module that says nothing of what it costs may do anything. */
const STEPS_OF_FUNCTION = 256

/** Of one expression: as many as 400 lines each compared with all others. Also of all that the grants of a person compare with, which is worked out in one go. */
export const MAX_EXPRESSION_STEPS = 160_000
/** Of all rules of a document together. */
export const MAX_DOCUMENT_STEPS = 400_000
/** Of all that says whether one day can be chosen: a calendar asks it of the six weeks that it shows. */
export const MAX_DAY_STEPS = Math.floor(MAX_DOCUMENT_STEPS / 42)
/** Of an answer that tells of many records, together. */
export const MAX_ANSWER_STEPS = 1_000_000
/** Of all that is tried of an overlay, on all records. */
export const MAX_TRIAL_STEPS = 5_000_000
const MAX_TEXT_LENGTH = 100_000
const MAX_LIST_LENGTH = 20_000

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
/** What the present evaluation was refused with. */
let refused: TooMuchWork | undefined

/** The steps of work that is done in pieces. A piece never waits, so that nobody else's work is counted. */
export class StepLimit {
  #left: number
  readonly #within: StepLimit | undefined

  /** Of work that may be part of other work, whose limit it is `within`. */
  constructor(max: number, within?: StepLimit) {
    this.#left = max
    this.#within = within
  }

  /** Whether more was asked for than there was. */
  get isSpent(): boolean { return this.#left < 0 }

  /** Does a piece of the work with the steps that are left of it, or of other work that it is part of. */
  spend<T>(work: () => T): T {
    return this.#within === undefined ? this.#spend(work) : this.#within.spend(() => this.#spend(work))
  }

  /** Does work in pieces, each of them so. */
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

/** One evaluation of one expression. @throws TooMuchWork where it was too much, also where the expression itself passed over that (exists, ||). */
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

/** Counts steps. @throws TooMuchWork where there were too many. */
export function takeSteps(count = 1): void {
  // What is refused is not done: whoever works on after this one loses no more than it had.
  left = Math.max(left - count, Math.min(left, 0) - 1)
  if (left < 0) throw (refused = new TooMuchWork('The expression takes too many steps.'))
}

/** Ends a loop that passes over what fails in its turns: after a refusal each turn would be refused again. @throws TooMuchWork where one was. */
export function expectNotRefused(): void {
  if (refused !== undefined) throw refused
}

/** Counts a text of so many characters, before it is made where its length is known. @throws TooMuchWork for one longer than any text of a document, or where all were too many. */
export function makeText(length: number): void {
  if (length > MAX_TEXT_LENGTH) refuseLarge()
  takeSteps(Math.floor(length / CHARACTERS_OF_STEP))
}

/** Counts a list of so many elements, before it is made where their number is known. @throws TooMuchWork as `makeText` does. */
export function makeList(length: number): void {
  if (length > MAX_LIST_LENGTH) refuseLarge()
  takeSteps(length)
}

/** Counts what has been made, where it is a text, a list or bytes. @throws TooMuchWork as `makeText` does. */
export function countMade(value: unknown): void {
  if (typeof value === 'string') makeText(value.length)
  else if (Array.isArray(value)) makeList(value.length)
  else if (value instanceof Uint8Array) makeText(value.length)
}

/** Counts that a text, list, map or bytes are read whole. @throws TooMuchWork where there was too much. */
export function countRead(value: unknown): void {
  if (typeof value === 'string') takeReads(value.length)
  else if (isNested(value)) {
    const { elements, characters } = sizeOf(value)
    takeReads(elements + characters)
  } else if (value instanceof Uint8Array) takeReads(value.length)
}

/** Counts that so many characters or elements are read. @throws TooMuchWork as `countRead` does. */
export function takeReads(count: number): void {
  if (count >= READ_OF_STEP) takeSteps(Math.floor(count / READ_OF_STEP))
}

/** Counts a comparison, which ends with the smaller of the two. @throws TooMuchWork as `countRead` does. */
export function countCompared(left: unknown, right: unknown): void {
  const parts = partsOf(left)
  if (parts >= READ_OF_STEP) takeReads(Math.min(parts, partsOf(right)))
}

/** Counts that a value is sought in a list: whether it is in a map is known at once. @throws TooMuchWork as `countRead` does. */
export function countSought(value: unknown, among: unknown): void {
  if (!Array.isArray(among)) return
  // Of texts, mostly, which a short one is soon told from.
  if (typeof value === 'object' || (typeof value === 'string' && value.length >= CHARACTERS_OF_PART)) takeReads(partsOf(among))
  else takeReads(among.length)
}

/** Counts that one text is sought in another, of which each place may have to be held against all of it. @throws TooMuchWork as `countRead` does. */
export function countSearched(text: string, sought: string): void {
  takeReads(text.length * (1 + Math.floor(sought.length / CHARACTERS_OF_PART)))
}

/** Counts that a text is held against a pattern that comes to so many parts. @throws TooMuchWork as `countRead` does. */
export function countMatched(text: string, size: number): void {
  takeSteps(1 + Math.floor((text.length * size) / MATCHED_OF_STEP))
}

/** Counts that a pattern is made ready. @throws TooMuchWork as `countRead` does. */
export function countPattern(pattern: string): void {
  takeSteps(pattern.length * STEPS_OF_PATTERN_CHARACTER)
}

/** Counts that a text is read as a duration. @throws TooMuchWork as `countRead` does. */
export function countDuration(text: string): void {
  takeSteps(Math.floor(text.length ** 3 / DURATION_OF_STEP))
}

/** Counts that something failed that may be passed over. @throws TooMuchWork as `countRead` does. */
export function countFailure(): void {
  takeSteps(stepsOfFailure)
}

let stepsOfFailure = STEPS_OF_FAILURE

/** Counts what a module's function says that a call costs. @throws TooMuchWork as `countRead` does. */
export function countCall(steps = STEPS_OF_FUNCTION): void {
  takeSteps(steps >= 0 ? steps : STEPS_OF_FUNCTION)
}

/** Counts that a moment is asked, maybe in a time zone. @throws TooMuchWork as `countRead` does. */
export function countMoment(isInZone: boolean): void {
  takeSteps(isInZone ? STEPS_OF_TIME_ZONE : STEPS_OF_RECKONING)
}

/** The steps of a turn that works out the node: of what is long more than one. */
export function stepsOfTurn(node: ASTNode): number {
  return 1 + Math.floor(nodesIn(node) / NODES_OF_STEP)
}

function nodesIn(node: ASTNode): number {
  return childrenOf(node).reduce((sum, child) => sum + nodesIn(child), 1)
}

/** @throws TooMuchWork for what has grown beyond any text or list of a document: twice itself, and again, and again. */
export function expectBounded(value: unknown): void {
  if (typeof value === 'string' ? value.length > MAX_TEXT_LENGTH : isNested(value) && sizeOf(value).elements > MAX_LIST_LENGTH) refuseLarge()
}

function refuseLarge(): never {
  left = Math.min(left, 0) - 1
  throw (refused = new TooMuchWork('The expression makes too large a value.'))
}

/** How large a list or map is with those in it. One that stands in it twice counts twice: so it is compared, and handed over. */
interface Size { elements: number; characters: number; /** How many of its own elements these are: a list that a loop makes grows. */ counted: number }

/** Of the present evaluation: meanwhile nothing changes but the lists that it makes, though the document's own do between two of them. */
let sizes: WeakMap<object, Size> | undefined

/** What a comparison passes. Records are not compared by what they hold. */
function partsOf(value: unknown): number {
  if (typeof value === 'string') return Math.floor(value.length / CHARACTERS_OF_PART)
  if (isNested(value)) {
    const { elements, characters } = sizeOf(value)
    return elements + Math.floor(characters / CHARACTERS_OF_PART)
  }
  return value instanceof Uint8Array ? value.length : 0
}

/** Whether it is a list, a map, or what may be one. */
function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof RecordView) && !(value instanceof Uint8Array)
}

/** Remembered, because what is nested is asked for again with each list around it and with each turn. */
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
