import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component } from 'react'
import type { ReactNode } from 'react'
import { ApiError } from '../api/client.ts'
import { CrashScreen } from '../pages/crash/CrashScreen.tsx'
import { NotFoundPage } from '../pages/not-found/NotFoundPage.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'

interface BoundaryProps { resetKey: string; onReset: () => void; children: ReactNode }

/** Contains the errors of a screen: the menu keeps working, and another page resets the boundary. */
export function ScreenBoundary({ resetKey, children }: { resetKey: string; children: ReactNode }) {
  return <QueryErrorResetBoundary>{({ reset }) => <Boundary resetKey={resetKey} onReset={reset}>{children}</Boundary>}</QueryErrorResetBoundary>
}

class Boundary extends Component<BoundaryProps, { error: unknown; failed: boolean }> {
  override state: { error: unknown; failed: boolean } = { error: undefined, failed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true }
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (before.resetKey !== this.props.resetKey && this.state.failed) this.reset()
  }

  reset = () => {
    this.props.onReset()
    this.setState({ error: undefined, failed: false })
  }

  override render() {
    const { error, failed } = this.state
    if (!failed) return this.props.children
    if (!(error instanceof ApiError)) return <CrashScreen error={error} onRetry={this.reset} />
    if (error.status === 404 || error.status === 403) return <NotFoundPage />
    return <ErrorState error={error} onRetry={this.reset} />
  }
}
