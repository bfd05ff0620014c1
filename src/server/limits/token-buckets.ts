/** How often, by name: a bucket holds what may be asked for at once after a rest, and fills again within a minute. */
import { LRUCache } from 'lru-cache'

interface Bucket { tokens: number; /** When it was last looked at, in milliseconds. */ at: number }

const MINUTE = 60_000
/** Names that are kept; one that is forgotten has a full bucket again. */
const MAX_KEPT = 20_000

/** Buckets of this process. `now` in milliseconds, of a clock that nobody sets back. */
export class TokenBuckets {
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_KEPT })
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Milliseconds until the bucket holds a token; 0 when it does. */
  wait(name: string, perMinute: number): number {
    const { tokens } = this.#filled(name, perMinute)
    return tokens >= 1 ? 0 : ((1 - tokens) * MINUTE) / perMinute
  }

  /** Takes a token, where `wait` said that there is one. */
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
