/** Rate limiting by token bucket: a full bucket holds the allowance of a window, a minute unless told otherwise, and refills within one. */
import { LRUCache } from 'lru-cache'

interface Bucket { tokens: number; /** Last refilled, in milliseconds. */ at: number }

const MINUTE = 60_000
/** Most buckets kept; one that is evicted starts full again. */
const MAX_KEPT = 20_000

/** The buckets of this process. `now` returns milliseconds of a monotonic clock. */
export class TokenBuckets {
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_KEPT })
  readonly #now: () => number
  readonly #windowMs: number

  constructor(now: () => number = () => performance.now(), windowMs = MINUTE) {
    this.#now = now
    this.#windowMs = windowMs
  }

  /** Milliseconds until the bucket holds a token; 0 if it does. */
  wait(name: string, allowance: number): number {
    const { tokens } = this.#filled(name, allowance)
    return tokens >= 1 ? 0 : ((1 - tokens) * this.#windowMs) / allowance
  }

  /** Takes a token. Call only after `wait` returned 0. */
  take(name: string, allowance: number): void {
    this.#filled(name, allowance).tokens -= 1
  }

  #filled(name: string, allowance: number): Bucket {
    const now = this.#now()
    const bucket = this.#buckets.get(name) ?? { tokens: allowance, at: now }
    bucket.tokens = Math.min(allowance, bucket.tokens + ((now - bucket.at) * allowance) / this.#windowMs)
    bucket.at = now
    this.#buckets.set(name, bucket)
    return bucket
  }
}
