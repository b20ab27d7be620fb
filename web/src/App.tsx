import { Suspense, use } from 'react'

import { useRoute } from './route'
import { Game } from './screens/Game'
import { Home } from './screens/Home'
import { Rescue } from './screens/Rescue'
import { LOADING } from './words'

/** The page, once the promised rules are there. */
export function App({ rules }: { rules: Promise<void> }) {
  return (
    <Rescue>
      <Suspense fallback={<p role="status">{LOADING}</p>}>
        <Screen rules={rules} />
      </Suspense>
    </Rescue>
  )
}

function Screen({ rules }: { rules: Promise<void> }) {
  use(rules)
  const route = useRoute()
  switch (route.screen) {
    case 'game':
      return <Game key={route.kind} kind={route.kind} />
    case 'home':
    case 'room':
    case 'nothing':
      return <Home />
  }
}
