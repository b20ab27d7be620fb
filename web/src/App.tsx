import { useFulfilled } from './hooks'
import { useMemo } from 'preact/hooks'

import { lazily } from './ui/lazily'
import { addressOf, useRoute } from './route'
import { Game } from './screens/Game'
import { Rescue } from './ui/Rescue'
import { useOverlay } from './ui/overlay'
import { useTheme } from './theme'
import * as words from './words'

const LOADING = <p role="status">{words.LOADING}</p>

// Loaded on demand: a local game needs none of these.
/** The start screen. */
export const Home = lazily(() => import('./screens/Home'), LOADING)
const Room = lazily(() => import('./online/room/Room'), LOADING)
const PastGame = lazily(() => import('./online/room/PastGame'), LOADING)
const Tour = lazily(() => import('./screens/Tour'), LOADING)
const Message = lazily(() => import('./ui/Message'), LOADING)

/** The page. Shows a screen once the rules are loaded, which the start screen does without. */
export function App({ rules }: { rules: () => Promise<void> | null }) {
  useTheme()
  const overlay = useOverlay()
  return (
    <Rescue>
      {overlay}
      <Screen rules={rules} />
    </Rescue>
  )
}

function Screen({ rules }: { rules: () => Promise<void> | null }) {
  const route = useRoute()
  const needsRules = route.screen !== 'home' && route.screen !== 'nothing'
  const loading = useMemo(() => (needsRules ? rules() : null), [needsRules, rules])
  if (!useFulfilled(loading)) return LOADING
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
