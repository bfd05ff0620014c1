import { Component, type ReactNode } from 'react'
import { Later } from './Later.tsx'

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
