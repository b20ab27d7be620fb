import { useEffect } from 'preact/hooks'

import './FindOpponent.css'
import { awaitGesture } from '../sound'
import * as words from '../words-lobby'
import { OpenGames } from './OpenGames'
import { Pairing } from './Pairing'
import { useLobby } from './use-lobby'

/** Ways to a game against a stranger: pairing, and open games. Without the server, a note. */
export default function FindOpponent() {
  const { status, lists, seek } = useLobby()
  useEffect(awaitGesture, [])
  const isAway = status === 'lost' || status === 'offline' || status === 'ended'
  if (!lists) {
    return (
      <p className="find-note" role="status">
        {isAway ? words.LOBBY_OFFLINE : words.LOBBY_CONNECTING}
      </p>
    )
  }
  return (
    <div className="find">
      <p className="find-people">
        {isAway ? words.LOBBY_CONNECTING : words.peopleHere(lists.people)}
      </p>
      <Pairing lists={lists} seek={seek} status={status} />
      <OpenGames lists={lists} />
    </div>
  )
}
