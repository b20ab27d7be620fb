import { Suspense, use } from 'react'

import { lazily } from './ui/lazily'
import { addressOf, useRoute } from './route'
import { Game } from './screens/Game'
import { Rescue } from './ui/Rescue'
import { useTheme } from './theme'
import * as words from './words'

// Whoever opens a board needs none of its pictures.
const Home = lazily(() => import('./screens/Home'))
// Nor of rooms elsewhere.
const Room = lazily(() => import('./online/room/Room'))
// Nor what to say where there is no board.
const Message = lazily(() => import('./ui/Message'))

/** The page, once the promised rules are there. */
export function App({ rules }: { rules: Promise<void> }) {
  useTheme()
  return (
    <Rescue>
      <Suspense fallback={<p role="status">{words.LOADING}</p>}>
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
      return <Home {...route} />
    case 'room':
      return <Room key={addressOf(route)} {...route} />
    case 'nothing':
      return <Message title={words.NOT_FOUND} text={words.NOT_FOUND_TEXT} />
  }
}
