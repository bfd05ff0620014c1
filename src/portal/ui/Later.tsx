import { Component, Suspense, type ReactNode } from 'react'
import { useWork } from './work.ts'

/** What comes when its code or data has come, with `fallback` in its place until then; the window is busy meanwhile. */
export function Later({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  return <Suspense fallback={<><Waiting />{fallback}</>}>{children}</Suspense>
}

function Waiting() {
  useWork('code')
  return null
}

/** What the page can do without: when its code cannot be fetched (no network), the rest of the page stays. */
export class Optional extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? null : <Later>{this.props.children}</Later>
  }
}
