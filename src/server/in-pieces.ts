/** Long work beside the requests of others. */
import { setImmediate } from 'node:timers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pieces } from '../core/index.ts'

/** So long the loop is kept before whoever waits goes first. */
const SLICE_MS = 5

/** When this turn of the loop began, or the first work in it that asks. */
let began: number | undefined

/** Whether this turn of the loop has lasted as long as it should, whoever worked in it. */
function isOver(): boolean {
  if (began !== undefined) return performance.now() - began >= SLICE_MS
  began = performance.now()
  setImmediate(() => { began = undefined })
  return false
}

/** Lets whoever waits go first, where the loop has been kept for long. For work whose waiting is none, such as that on a database in the same thread. */
export async function giveWay(): Promise<void> {
  while (isOver()) await nextTurn()
}

/** Does work beside the requests of others, who wait for one slice of it at most. @throws the signal's reason once nobody wants it any more. */
export async function inPieces<T>(work: Pieces<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    signal?.throwIfAborted()
    const step = work.next()
    if (step.done === true) return step.value
    if (isOver()) await giveWay()
  }
}

/** Does something with each, beside the requests of others. */
export async function eachInPieces<T, U>(items: readonly T[], work: (item: T) => U): Promise<U[]> {
  const done: U[] = []
  for (const one of items) {
    done.push(work(one))
    if (isOver()) await giveWay()
  }
  return done
}
