import { Component } from 'react'
import type { ReactNode } from 'react'

import { FAILED } from '../words'

/** Says so where something went wrong, and shows the way back. React catches errors in classes only. */
export class Rescue extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="rescue">
        <p role="alert">{FAILED}</p>
      </main>
    )
  }
}
