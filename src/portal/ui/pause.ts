import { useEffect, useState } from 'react'
import { beginWork } from './work.ts'

/** Waits for a moment without another start, then runs with what the last one gave. */
export interface Pause<T extends unknown[]> {
  start: (...values: T) => void
  /** What was started will not run. */
  cancel: () => void
  isPending: () => boolean
}

/** Runs something so many milliseconds after it was last asked for; the window is busy until then. */
export function pauseBefore<T extends unknown[]>(run: (...values: T) => void, delay: number): Pause<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let end: (() => void) | undefined
  const cancel = (): void => {
    clearTimeout(timer)
    timer = undefined
    end?.()
    end = undefined
  }
  return {
    start: (...values) => {
      clearTimeout(timer)
      end ??= beginWork('pause')
      timer = setTimeout(() => {
        const over = end
        end = timer = undefined
        try {
          run(...values)
        } finally {
          // What it begins goes on without a gap.
          over?.()
        }
      }, delay)
    },
    cancel,
    isPending: () => timer !== undefined,
  }
}

/** The value as it was when it last came to rest for so many milliseconds. */
export function usePaused<T>(value: T, delay: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    if (Object.is(value, rested)) return undefined
    const pause = pauseBefore(() => setRested(() => value), delay)
    pause.start()
    return pause.cancel
  }, [value, rested, delay])
  return rested
}
