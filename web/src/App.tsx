import { Component, Suspense, use } from 'react'
import type { ReactNode } from 'react'

import { Start } from './Start'
import { kinds } from './raum'

/** The page, once the promised rules are there. */
export function App({ rules }: { rules: Promise<void> }) {
  return (
    <main>
      <header>
        <h1>raum</h1>
        <p>
          A place to play board games in space and in rooms. The rules are here; the tables to play
          at come next.
        </p>
      </header>
      <Rescue>
        <Suspense fallback={<p role="status">Loading the rules…</p>}>
          <Games rules={rules} />
        </Suspense>
      </Rescue>
    </main>
  )
}

function Games({ rules }: { rules: Promise<void> }) {
  use(rules)
  return kinds().map((facts) => <Start key={facts.kind} facts={facts} />)
}

/** Says so where the rules cannot be loaded. React catches errors in classes only. */
class Rescue extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <p role="alert">
        The rules of the games could not be loaded. Please reload the page; if that does not help,
        your browser may be too old for WebAssembly.
      </p>
    )
  }
}
