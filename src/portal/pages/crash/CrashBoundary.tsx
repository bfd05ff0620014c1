import { Component, lazy } from 'react'
import type { ReactNode } from 'react'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'

const CrashScreen = lazy(() => import('./CrashScreen.tsx').then((module) => ({ default: module.CrashScreen })))

/** Fills the whole window when even the frame failed. */
export class CrashBoundary extends Component<{ children: ReactNode }, { error: unknown; failed: boolean }> {
  override state: { error: unknown; failed: boolean } = { error: undefined, failed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true }
  }

  override render() {
    return this.state.failed ? <LazyBoundary><CrashScreen error={this.state.error} /></LazyBoundary> : this.props.children
  }
}
