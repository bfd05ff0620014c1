/**
 * The server's clock: the database's time, advanced by a monotonic counter.
 *
 * Servers that share a database agree on the time, however their machines' clocks are set. A machine whose clock is set forward or back, by
 * hand or by a wrong time server, does not disturb running work. Changes to the database machine's clock are followed within half a minute.
 */
import { clockOf } from './clock.ts'
import type { Clock, Log } from './services.ts'

const READ_EVERY_MS = 30_000
/** A reading that took longer is too imprecise. */
const MAX_READ_MS = 1_000
/** Smaller differences come from network latency or counter drift. */
const MIN_CORRECTION_MS = 100
/** Larger corrections are logged. */
const MIN_LOGGED_MS = 60_000

export interface SteadyClockOptions {
  /** Reads the time to follow. If it rejects, the clock continues on its own. */
  read: () => Promise<Date>
  log: Log
  /** A monotonic counter in milliseconds, from any starting point. */
  counter?: () => number
}

export interface SteadyClock extends Clock {
  /** Reads the time once and adjusts the clock. */
  follow(): Promise<void>
  /** Follows the time until `stop`. */
  start(): void
  stop(): void
}

/** Creates a clock that has read the time once. Rejects if the first reading fails. */
export async function createSteadyClock({ read, log, counter = () => performance.now() }: SteadyClockOptions): Promise<SteadyClock> {
  /** Offset of the followed time from the counter, in milliseconds. */
  let ahead = (await read()).getTime() - counter()
  let timer: NodeJS.Timeout | undefined

  async function follow(): Promise<void> {
    const began = counter()
    const time = await read()
    const ended = counter()
    if (ended - began > MAX_READ_MS) return
    const change = time.getTime() - (began + ended) / 2 - ahead
    if (Math.abs(change) < MIN_CORRECTION_MS) return
    ahead += change
    if (Math.abs(change) >= MIN_LOGGED_MS) log.warn({ seconds: Math.round(change / 1_000) }, 'the clock of the database was set, or this machine slept')
  }

  return {
    ...clockOf(() => new Date(ahead + counter())),
    follow,
    start() {
      timer ??= setInterval(() => void follow().catch(() => undefined), READ_EVERY_MS).unref()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
    },
  }
}
