import { Component } from 'react'
import type { ReactNode } from 'react'

import * as words from '../words'
import './Message.css'

/** Says so where something went wrong, and shows the way back. React catches errors in classes only. */
export class Rescue extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="message" role="alert">
        <h1>{words.FAILED}</h1>
        <p>{words.FAILED_BECAUSE}</p>
        {/* Not `follow`: whatever failed is loaded anew. */}
        <a className="button button-main" href={location.pathname}>
          {words.TRY_AGAIN}
        </a>{' '}
        <a className="button" href="/">
          {words.TO_THE_GAMES}
        </a>
      </main>
    )
  }
}
