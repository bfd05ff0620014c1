/**
 * Work in pieces: it stops between two, so that whoever runs it may let others go first. None of them takes
 * longer than a few milliseconds. Generators are named with -ing: `explaining` is `explain` in pieces.
 */
export type Pieces<T> = Generator<undefined, T, undefined>

/** Does all of it at once. */
export function atOnce<T>(work: Pieces<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
