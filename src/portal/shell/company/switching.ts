/** Whether the portal is on its way to another company: shown over everything until the first screen there stands. */
import { useSyncExternalStore } from 'react'

let target: string | null = null
const listeners = new Set<() => void>()

/** Shows that the portal changes to the company of this name; null when it has arrived, or stays. */
export function showSwitching(company: string | null): void {
  target = company
  for (const listener of listeners) listener()
}

/** The company that the portal is changing to. */
export function useSwitching(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => target,
  )
}
