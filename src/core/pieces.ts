/**
 * Work in pieces: a generator that yields between them, so that its caller can let other work run. Most pieces take a few milliseconds. One
 * expression is one piece, however expensive; its cost is bounded by its steps (expressions/steps.ts). Generators have names in -ing:
 * `explaining` is the generator version of `explain`.
 */
export type Pieces<T> = Generator<undefined, T, undefined>

/** Wraps work that does not yield as one piece of work that does. */
export function* onePiece<T>(work: () => T): Pieces<T> {
  const done = work()
  yield
  return done
}

/** Runs all pieces without a break and returns the result. */
export function runToCompletion<T>(work: Pieces<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
