import { useEffect, useRef } from 'react'

import './FindOpponent.css'
import { awaitGesture } from '../sound'
import * as words from '../words-lobby'
import { OpenGames } from './OpenGames'
import { Pairing } from './Pairing'
import { isActive } from './seek'
import { useLobby } from './use-lobby'

/** Ways to a game against a stranger: pairing, and open games. Without the server, a note. */
export default function FindOpponent() {
  const { status, lists, seek } = useLobby()
  const element = useRef<HTMLDivElement>(null)
  useEffect(awaitGesture, [])
  const wasSeeking = useRef(isActive(seek))
  useEffect(() => {
    // The user comes from another screen and waits here.
    if (wasSeeking.current) element.current?.scrollIntoView({ block: 'center' })
  }, [])
  const isAway = status === 'lost' || status === 'offline' || status === 'ended'
  if (!lists) {
    return (
      <p className="find-note" role="status">
        {isAway ? words.LOBBY_OFFLINE : words.LOBBY_CONNECTING}
      </p>
    )
  }
  return (
    <div ref={element} className="find">
      <p className="find-people">
        {isAway ? words.LOBBY_CONNECTING : words.peopleHere(lists.people)}
      </p>
      <Pairing lists={lists} seek={seek} status={status} />
      <OpenGames lists={lists} />
    </div>
  )
}
