/**
 * Work in pieces: it stops between two, so that whoever runs it may let others go first. Most take a few milliseconds; one
 * expression is one piece, however dear, and what it may do is bounded by its steps (expressions/steps.ts). Generators are named
 * with -ing: `explaining` is `explain` in pieces.
 */
export type Pieces<T> = Generator<undefined, T, undefined>

/** What is done at once, as a piece of other work. */
export function* onePiece<T>(work: () => T): Pieces<T> {
  const done = work()
  yield
  return done
}

/** Does all of it at once. */
export function atOnce<T>(work: Pieces<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
