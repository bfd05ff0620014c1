import { lazy, useState, type ComponentType } from 'react'
import { Later } from './Later.tsx'

/** A component in a chunk of its own, and how to have it before it is drawn. */
export type Fetched<P> = ComponentType<P> & {
  /** Fetches the code, once; fails where it cannot be had, and tries again when it is asked again. */
  fetch: () => Promise<void>
}

/**
 * Keeps a component out of the chunk of the page. What is pressed or typed at must be fetched before the page is drawn: React
 * shows a fallback for 300 ms at least, and takes it away, focus and all, under whoever has begun there.
 */
export function fetched<P extends object>(load: () => Promise<ComponentType<P>>, Fallback: ComponentType<P>): Fetched<P> {
  let here: ComponentType<P> | undefined
  const fetch = async (): Promise<void> => {
    here ??= await load()
  }
  const Late = lazy(async () => ({ default: here ?? await load() }))
  function FetchedComponent(props: P) {
    // Chosen when it is first drawn: in another place of the tree it would lose what it holds.
    const [Ready] = useState(() => here)
    return Ready ? <Ready {...props} /> : <Later fallback={<Fallback {...props} />}><Late {...props} /></Later>
  }
  return Object.assign(FetchedComponent, { fetch })
}
