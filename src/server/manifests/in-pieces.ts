import { setImmediate } from 'node:timers/promises'
import type { Pieces } from '../../core/index.ts'

/** So long the loop is kept before whoever waits goes first. */
const SLICE_MS = 5

/** Does work beside the requests of others, who wait for one slice of it at most. */
export async function inPieces<T>(work: Pieces<T>): Promise<T> {
  let began = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    if (performance.now() - began < SLICE_MS) continue
    await setImmediate()
    began = performance.now()
  }
}
