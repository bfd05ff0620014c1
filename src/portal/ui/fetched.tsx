import { lazy, useEffect, useState, type ComponentType } from 'react'
import { idle } from './idle.ts'
import { LazyBoundary } from './LazyBoundary.tsx'

/** A component in a separate chunk that can be loaded before it renders. */
export type Fetched<P> = ComponentType<P> & {
  /** Loads the code once. Rejects if it cannot be loaded; the next call tries again. */
  fetch: () => Promise<void>
}

/**
 * Keeps a component out of the page's chunk. Anything that is clicked or typed into must be loaded before the page renders: React shows a
 * fallback for at least 300 ms and then removes it, with its focus, while the user may already be using it. Without a fallback of its own,
 * what surrounds the component waits for it.
 */
export function fetched<P extends object>(load: () => Promise<ComponentType<P>>, Fallback?: ComponentType<P>): Fetched<P> {
  let here: ComponentType<P> | undefined
  const fetch = async (): Promise<ComponentType<P>> => here ??= await load()
  const Late = lazy(async () => ({ default: await fetch() }))
  function FetchedComponent(props: P) {
    // Chosen on the first render: at another place in the tree it would lose its state.
    const [Ready] = useState(() => here)
    if (Ready) return <Ready {...props} />
    return Fallback ? <LazyBoundary fallback={<Fallback {...props} />}><Late {...props} /></LazyBoundary> : <Late {...props} />
  }
  return Object.assign(FetchedComponent, { fetch: async () => void await fetch() })
}

/** Loads this code once the browser is idle, for what opens on a click: without a network it would be too late then. */
export function useFetchWhenIdle(fetch: () => Promise<unknown>): void {
  useEffect(() => {
    let isLeft = false
    void idle().then(() => (isLeft ? undefined : fetch())).catch(() => undefined)
    return () => {
      isLeft = true
    }
  }, [fetch])
}
