import { Suspense, use } from 'react'

import { lazily } from './ui/lazily'
import { addressOf, useRoute } from './route'
import { Game } from './screens/Game'
import { Rescue } from './ui/Rescue'
import { useOverlay } from './ui/overlay'
import { useTheme } from './theme'
import * as words from './words'

// Loaded on demand: a local game needs none of these.
const Home = lazily(() => import('./screens/Home'))
const Room = lazily(() => import('./online/room/Room'))
const PastGame = lazily(() => import('./online/room/PastGame'))
const Tour = lazily(() => import('./screens/Tour'))
const Message = lazily(() => import('./ui/Message'))

/** The page. Shows a screen once the rules are loaded, which the start screen does without. */
export function App({ rules }: { rules: () => Promise<void> | null }) {
  useTheme()
  const overlay = useOverlay()
  return (
    <Rescue>
      {overlay}
      <Suspense fallback={<p role="status">{words.LOADING}</p>}>
        <Screen rules={rules} />
      </Suspense>
    </Rescue>
  )
}

function Screen({ rules }: { rules: () => Promise<void> | null }) {
  const route = useRoute()
  const loading = route.screen === 'home' || route.screen === 'nothing' ? null : rules()
  // React allows `use` in a condition.
  if (loading) use(loading)
  switch (route.screen) {
    case 'game':
      return <Game key={route.kind} kind={route.kind} />
    case 'learn':
      return <Tour key={route.kind} kind={route.kind} />
    case 'home':
      return <Home {...route} />
    case 'room':
      if (route.game !== undefined) {
        return <PastGame key={addressOf(route)} room={route.room} game={route.game} />
      }
      return <Room key={addressOf(route)} {...route} />
    case 'nothing':
      return <Message title={words.NOT_FOUND} text={words.NOT_FOUND_TEXT} />
  }
}
