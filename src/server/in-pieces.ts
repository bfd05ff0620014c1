/** Runs long work without blocking other requests. */
import { setImmediate } from 'node:timers'
import type { Pieces } from '../core/index.ts'

/** How long work may block the event loop before other requests get a turn. */
const SLICE_MS = 5

/** When work first ran in this turn of the event loop. */
let began: number | undefined

/** Whether work has blocked this turn of the event loop for a full slice, whichever task did it. */
function isOver(): boolean {
  if (began !== undefined) return performance.now() - began >= SLICE_MS
  began = performance.now()
  setImmediate(() => { began = undefined })
  return false
}

/** Work that has yielded, in the order in which it continues. */
const waiting: (() => void)[] = []

/**
 * Yields to other requests if the event loop has been blocked for long. For work whose awaits do not yield to them, such as queries of an
 * in-process database. Work that has yielded continues in order of arrival, one piece of work per turn of the event loop.
 */
export async function yieldIfBusy(): Promise<void> {
  if (!isOver()) return
  await new Promise<void>((resolve) => {
    // Not an immediate for each: work that fills its slice would queue for the next turn before the rest of this turn's immediates ran,
    // find itself first there again, and leave them no time in any turn.
    if (waiting.push(resolve) === 1) setImmediate(continueNext)
  })
}

/** Runs after the immediate that ends the slice, which was queued before it, so the work that continues has a slice of its own. */
function continueNext(): void {
  if (!isOver()) waiting.shift()?.()
  if (waiting.length > 0) setImmediate(continueNext)
}

/** Runs work in slices, so that other requests wait for one slice at most. @throws the signal's reason once it is aborted. */
export async function runSliced<T>(work: Pieces<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    signal?.throwIfAborted()
    const step = work.next()
    if (step.done === true) return step.value
    if (isOver()) await yieldIfBusy()
  }
}

/** Applies the function to each item in slices, without blocking other requests. */
export async function mapSliced<T, U>(items: readonly T[], work: (item: T) => U): Promise<U[]> {
  const done: U[] = []
  for (const one of items) {
    done.push(work(one))
    if (isOver()) await yieldIfBusy()
  }
  return done
}
