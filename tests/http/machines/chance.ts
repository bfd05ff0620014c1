/** Reproducible randomness: the same seed gives the same walk. */

export interface Chance {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number
  below(limit: number): number
  is(share: number): boolean
  one<T>(from: readonly T[]): T | undefined
}

/** Mulberry32: small, sufficiently uniform, and the same on every platform. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return { next, below, is: (share) => next() < share, one: (from) => from[below(from.length)] }
}
