/** One open event stream of a browser tab. */
import { Readable } from 'node:stream'
import type { LiveCounts, LiveEvent } from '../../contract/index.ts'
import type { Session } from '../services.ts'

/** Buffer for a slow reader in bytes; events that arrive while it is full are dropped and made up for by a `sync`. */
const MAX_KEPT_BYTES = 16_384
/** How long the final event may take to arrive. */
const LAST_WORDS_MS = 1_000

/** The event stream and the session it belongs to. */
export class LiveStream {
  readonly readable: Readable
  session: Session
  /** The counts last sent, so that only changes are sent. */
  counts: LiveCounts | undefined
  /** Closes the stream when the session ends. */
  timer: NodeJS.Timeout | undefined
  readonly #onCaughtUp: () => void
  #isBehind = false
  #hasMissed = false
  #isEnded = false
  #beatsBehind = 0

  /** @param onCaughtUp called when a reader that missed events reads again */
  constructor(session: Session, onCaughtUp: () => void) {
    this.session = session
    this.#onCaughtUp = onCaughtUp
    this.readable = new Readable({ highWaterMark: MAX_KEPT_BYTES, read: () => this.#read() })
  }

  /** Sends the event; a reader that is behind misses it. */
  send({ event, data }: LiveEvent): void {
    this.#push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /**
   * Sends a comment that keeps proxies from closing the connection. Closes the stream of a reader that has not read since the previous
   * ping.
   */
  ping(): void {
    if (this.#isBehind) {
      this.#beatsBehind += 1
      if (this.#beatsBehind > 1) this.readable.destroy()
      return
    }
    this.#beatsBehind = 0
    this.#push(': ping\n\n')
  }

  /** Sends the reason and ends the stream; later events are dropped. */
  end(reason: 'session' | 'stopping'): void {
    clearTimeout(this.timer)
    if (this.readable.destroyed || this.#isEnded) return
    this.send({ event: 'end', data: { reason } })
    this.#isEnded = true
    this.readable.push(null)
    setTimeout(() => this.readable.destroy(), LAST_WORDS_MS).unref()
  }

  #push(text: string): void {
    if (this.readable.destroyed || this.#isEnded) return
    if (this.#isBehind) this.#hasMissed = true
    else this.#isBehind = !this.readable.push(text)
  }

  #read(): void {
    if (!this.#isBehind) return
    this.#isBehind = false
    if (!this.#hasMissed) return
    this.#hasMissed = false
    this.#onCaughtUp()
  }
}
