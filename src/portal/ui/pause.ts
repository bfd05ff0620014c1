import { useEffect, useState } from 'react'
import { beginWork } from './work.ts'

/** A debounced function: it runs with the values of the last start once there was no further start for the delay. */
export interface Pause<T extends unknown[]> {
  start: (...values: T) => void
  /** Cancels the pending run. */
  cancel: () => void
  isPending: () => boolean
}

/** Debounces `run` by `delay` milliseconds; the window counts as busy until it has run. */
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
          // Ended after the run, so that work it begins follows without a gap.
          over?.()
        }
      }, delay)
    },
    cancel,
    isPending: () => timer !== undefined,
  }
}

/** The value, debounced by `delay` milliseconds. */
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
