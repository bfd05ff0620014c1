import { Component, Suspense, type ReactNode } from 'react'
import { useWork } from './work.ts'

/** Shows `fallback` until the code or data of its children has loaded; the window counts as busy meanwhile. */
export function LazyBoundary({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  return <Suspense fallback={<><Waiting />{fallback}</>}>{children}</Suspense>
}

function Waiting() {
  useWork('code')
  return null
}

/** For parts that a page can do without: if their code cannot be loaded (no network), the rest of the page stays. */
export class Optional extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? null : <LazyBoundary>{this.props.children}</LazyBoundary>
  }
}
