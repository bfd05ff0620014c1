/** Rate limiting by token bucket: a full bucket holds one minute's allowance and refills within a minute. */
import { LRUCache } from 'lru-cache'

interface Bucket { tokens: number; /** Last refilled, in milliseconds. */ at: number }

const MINUTE = 60_000
/** Most buckets kept; one that is evicted starts full again. */
const MAX_KEPT = 20_000

/** The buckets of this process. `now` returns milliseconds of a monotonic clock. */
export class TokenBuckets {
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_KEPT })
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Milliseconds until the bucket holds a token; 0 if it does. */
  wait(name: string, perMinute: number): number {
    const { tokens } = this.#filled(name, perMinute)
    return tokens >= 1 ? 0 : ((1 - tokens) * MINUTE) / perMinute
  }

  /** Takes a token. Call only after `wait` returned 0. */
  take(name: string, perMinute: number): void {
    this.#filled(name, perMinute).tokens -= 1
  }

  #filled(name: string, perMinute: number): Bucket {
    const now = this.#now()
    const bucket = this.#buckets.get(name) ?? { tokens: perMinute, at: now }
    bucket.tokens = Math.min(perMinute, bucket.tokens + ((now - bucket.at) * perMinute) / MINUTE)
    bucket.at = now
    this.#buckets.set(name, bucket)
    return bucket
  }
}
