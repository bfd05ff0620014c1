import type { Pieces } from '../../core/index.ts'

/** How long work may keep the browser from painting and from answering a touch, in milliseconds. */
const SLICE = 6

/** Runs work in slices, between which the browser does what is more urgent. */
export async function inSlices<T>(work: Pieces<T>): Promise<T> {
  for (let began = performance.now(); ;) {
    const step = work.next()
    if (step.done === true) return step.value
    if (performance.now() - began < SLICE) continue
    await nextTask()
    began = performance.now()
  }
}

/** Resolves in a task of its own. A timer would wait four milliseconds each time. */
export const nextTask = (): Promise<unknown> => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = resolve
  port2.postMessage(0)
})
