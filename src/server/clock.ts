/** The system clock, and a movable clock for tests and demo stories. */
import type { Clock } from './services.ts'

export const systemClock: Clock = clockOf(() => new Date())

export interface MovableClock extends Clock {
  set(instant: Date | string): void
  /** Moves the clock forward. */
  advance(milliseconds: number): void
}

/** Creates a clock that stands still until it is moved. */
export function createMovableClock(start: Date | string): MovableClock {
  let at = new Date(start)
  return {
    ...clockOf(() => new Date(at)),
    set: (instant) => { at = new Date(instant) },
    advance: (milliseconds) => { at = new Date(at.getTime() + milliseconds) },
  }
}

const MINUTE_MS = 60_000

/** A clock based on a function that returns the current time. */
export function clockOf(now: () => Date): Clock {
  return { now, today: (timeZone) => dayAt(timeZone, now()) }
}

const days = new Map<string, { minute: number; day: string }>()

/** The date in the time zone. Cached per minute, because every request needs it and in every time zone a day starts on a full minute. */
function dayAt(timeZone: string, now: Date): string {
  const minute = Math.floor(now.getTime() / MINUTE_MS)
  const known = days.get(timeZone)
  if (known?.minute === minute) return known.day
  const day = dayFormat(timeZone).format(now)
  days.set(timeZone, { minute, day })
  return day
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The en-CA locale formats dates as YYYY-MM-DD. Cached, because creating a format costs far more than using it. */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (format === undefined) formats.set(timeZone, (format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })))
  return format
}
