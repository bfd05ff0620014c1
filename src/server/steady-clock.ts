/**
 * The clock of a server: the database's time, carried on by a counter that nobody sets.
 *
 * Servers that share a database have the same time however their machines are set, and a machine that is set forward or back, by hand
 * or by a wrong time server, changes nothing in the middle of their work. What the database's own machine has is followed within half a minute.
 */
import { clockOf } from './clock.ts'
import type { Clock, Log } from './services.ts'

const READ_EVERY_MS = 30_000
/** An answer that took longer says too little about now. */
const MAX_READ_MS = 1_000
/** What is less is the way to the database, or how two counters run. */
const MIN_CORRECTION_MS = 100
/** What is more is worth a line in the log. */
const MIN_LOGGED_MS = 60_000

export interface SteadyClockOptions {
  /** The time to follow; may reject, and the clock then goes on by itself. */
  read: () => Promise<Date>
  log: Log
  /** Milliseconds since whenever, which only grow. */
  counter?: () => number
}

export interface SteadyClock extends Clock {
  /** Looks at the time to follow once. */
  follow(): Promise<void>
  /** Follows it from now on, until `stop`. */
  start(): void
  stop(): void
}

/** A clock that has looked at the time to follow. Rejects where that does not answer at first. */
export async function createSteadyClock({ read, log, counter = () => performance.now() }: SteadyClockOptions): Promise<SteadyClock> {
  /** What the counter lacks to the time that is followed. */
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
