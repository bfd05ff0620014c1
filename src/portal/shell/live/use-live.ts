import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Milliseconds to wait, so that the first screen loads first. */
const DELAY = 300

/** Shows changes as they happen. Without it (no code, no connection) the portal polls. */
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
