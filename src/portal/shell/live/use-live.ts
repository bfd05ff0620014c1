import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** The first screen comes first. */
const DELAY = 300

/** Shows changes as they happen. Without it (no code, no connection) the portal asks now and then. */
export function useLive(): void {
  const client = useQueryClient()
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    const timer = setTimeout(() => {
      import('./show-events.ts').then(({ showEvents }) => {
        if (!isGone) stop = showEvents(client)
      }, () => undefined)
    }, DELAY)
    return () => {
      isGone = true
      clearTimeout(timer)
      stop?.()
    }
  }, [client])
}
