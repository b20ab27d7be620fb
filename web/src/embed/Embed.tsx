import { useCallback, useState } from 'preact/hooks'
import type { ComponentChildren } from 'preact'

import { useSyncExternalStore, useFulfilled } from '../hooks'
import './Embed.css'
import { RoomLink } from './RoomLink'
import { WatchedGame } from './WatchedGame'
import { WatchedRoom } from '../table/watched-room'
import { Boundary } from '../ui/Boundary'
import { FAILED, LOADING, PRODUCT, TRY_AGAIN } from '../words'
import * as words from '../words-embed'

/** A small board of a room: follows its game, or plays it through. */
export function Embed(props: {
  /** The room's id or code; null if the address has none. */
  name: string | null
  /** The loading of the rules. */
  rules: Promise<void>
  isFlipped: boolean
}) {
  const { name, rules, isFlipped } = props
  if (name === null) return <Notice text={words.NOT_SHOWN} />
  return (
    <Boundary fallback={() => <Failure />}>
      <WithRules rules={rules}>
        <Watching name={name} isFlipped={isFlipped} />
      </WithRules>
    </Boundary>
  )
}

function WithRules({ rules, children }: { rules: Promise<void>; children: ComponentChildren }) {
  return useFulfilled(rules) ? children : <Notice text={LOADING} />
}

function Watching({ name, isFlipped }: { name: string; isFlipped: boolean }) {
  const [room] = useState(() => new WatchedRoom(name))
  const subscribe = useCallback((changed: () => void) => room.subscribe(changed), [room])
  const watched = useSyncExternalStore(subscribe, () => room.state())
  switch (watched.status) {
    case 'hidden':
      return <Notice text={words.NOT_SHOWN} />
    case 'connecting':
      return <Notice text={watched.isRetrying ? words.UNREACHABLE : words.CONNECTING} />
    case 'shown': {
      const { snapshot, link } = watched
      // Everybody left before a game started.
      if (snapshot.view.phase === 'closed' && snapshot.view.game === 0) {
        return <Notice text={words.NOT_SHOWN} />
      }
      return (
        <WatchedGame
          room={room}
          snapshot={snapshot}
          isLost={link === 'lost'}
          isFlipped={isFlipped}
          link={<RoomLink room={name} />}
        />
      )
    }
  }
}

function Failure() {
  return (
    <Notice text={FAILED}>
      <button type="button" className="button" onClick={() => location.reload()}>
        {TRY_AGAIN}
      </button>
    </Notice>
  )
}

/** A sentence in place of the board. */
function Notice({ text, children }: { text: string; children?: ComponentChildren }) {
  return (
    <main className="embed embed-notice">
      <h1 className="visually-hidden">{PRODUCT}</h1>
      <p role="status">{text}</p>
      {children}
    </main>
  )
}
