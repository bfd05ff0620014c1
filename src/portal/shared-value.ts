import { useSyncExternalStore } from 'react'

/** A value shared by the whole window: it can be read and set anywhere, and components that use it re-render when it changes. */
export interface SharedValue<T> {
  get: () => T
  set: (next: T) => void
  /** The hook that reads it. */
  use: () => T
}

/** Creates a shared value with its initial value. */
export function sharedValue<T>(first: T): SharedValue<T> {
  let value = first
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const get = (): T => value
  return {
    get,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}
