/** One open event stream of a browser tab. */
import { Readable } from 'node:stream'
import type { LiveCounts, LiveEvent } from '../../contract/index.ts'
import type { Session } from '../services.ts'

/** Kept for a reader who is slow; what comes when it is full is not kept but made good by a `sync`. */
const MAX_KEPT_BYTES = 16_384
/** The last words get so long to arrive. */
const LAST_WORDS_MS = 1_000

/** The text of the stream as it is read, and who reads it. */
export class LiveStream {
  readonly readable: Readable
  session: Session
  /** What was sent last, so that only changes are sent. */
  counts: LiveCounts | undefined
  /** Ends the stream when the session does. */
  timer: NodeJS.Timeout | undefined
  readonly #onCaughtUp: () => void
  #isBehind = false
  #hasMissed = false
  #isEnded = false
  #beatsBehind = 0

  /** @param onCaughtUp called when a reader who missed something reads again */
  constructor(session: Session, onCaughtUp: () => void) {
    this.session = session
    this.#onCaughtUp = onCaughtUp
    this.readable = new Readable({ highWaterMark: MAX_KEPT_BYTES, read: () => this.#read() })
  }

  /** Sends the event; one who does not read misses it. */
  send({ event, data }: LiveEvent): void {
    this.#push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** A comment that keeps proxies from closing the connection. Who has not read since the last one is given up. */
  ping(): void {
    if (this.#isBehind) {
      this.#beatsBehind += 1
      if (this.#beatsBehind > 1) this.readable.destroy()
      return
    }
    this.#beatsBehind = 0
    this.#push(': ping\n\n')
  }

  /** Says why and ends; what is sent afterwards is dropped. */
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
