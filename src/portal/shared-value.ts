import { useSyncExternalStore } from 'react'

/** One value of the whole window: read and set anywhere, and components that use it are drawn again when it changes. */
export interface SharedValue<T> {
  get: () => T
  set: (next: T) => void
  /** A hook. */
  use: () => T
}

/** A value of the window, from its first one. */
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
