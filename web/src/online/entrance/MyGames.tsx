import { useEffect, useState } from 'react'

import './MyGames.css'
import { gameStatusOf } from './my-games'
import type { GameStatus } from './my-games'
import * as words from '../../words-online'
import { Icon } from '../../ui/Icon'
import Question from '../../ui/Question'
import { addressOf, follow } from '../../route'
import { removeSeat, storedSeats } from '../../table/seats'
import type { StoredSeat } from '../../table/seats'
import { KINDS } from '../../words'

/** How many rooms to request at once. */
const STEP = 20

/** The rooms in which this browser has a seat, with the state of their games. */
export default function MyGames() {
  const [seats, setSeats] = useState(storedSeats)
  const [count, setCount] = useState(STEP)
  const [standings, setStandings] = useState<{ [room: string]: GameStatus }>({})
  const shown = seats.slice(0, count)
  const rooms = shown.map(({ room }) => room).join(' ')

  useEffect(() => {
    let isCurrent = true
    const look = () => {
      if (document.visibilityState === 'hidden') return
      const saved = storedSeats()
      setSeats(saved)
      for (const seat of saved.filter(({ room }) => rooms.split(' ').includes(room))) {
        void gameStatusOf(seat).then((standing) => {
          if (isCurrent) setStandings((known) => ({ ...known, [seat.room]: standing }))
        })
      }
    }
    look()
    // Refreshes when the page becomes visible again.
    document.addEventListener('visibilitychange', look)
    return () => {
      isCurrent = false
      document.removeEventListener('visibilitychange', look)
    }
  }, [rooms])

  if (seats.length === 0) return null
  return (
    <section className="my-games" aria-label={words.MY_GAMES}>
      <h2>{words.MY_GAMES}</h2>
      <ul>
        {shown.map((seat) => (
          <Row
            key={seat.room}
            seat={seat}
            standing={standings[seat.room]}
            onRemove={() => {
              removeSeat(seat.room)
              setSeats(storedSeats())
            }}
          />
        ))}
      </ul>
      {seats.length > count && (
        <button type="button" className="button" onClick={() => setCount(count + STEP)}>
          {words.SHOW_MORE}
        </button>
      )}
    </section>
  )
}

function Row(props: { seat: StoredSeat; standing: GameStatus | undefined; onRemove: () => void }) {
  const { seat, standing, onRemove } = props
  const { room, kind } = seat
  const [isAsking, setAsking] = useState(false)
  return (
    <li className={standing?.isMyTurn ? 'my-games-row my-games-turn' : 'my-games-row'}>
      <a href={addressOf({ screen: 'room', room })} onClick={follow}>
        <strong>{standing?.state ?? words.LOADING_GAME}</strong>
        <span className="my-games-when">{standing?.when}</span>
        <span className="my-games-game">
          {KINDS[kind].title}
          {standing?.opponent && (
            <>
              {` ${words.AGAINST} `}
              <bdi>{standing.opponent}</bdi>
            </>
          )}
        </span>
      </a>
      <button
        type="button"
        className="button my-games-remove"
        aria-label={words.removeGame(room)}
        title={words.REMOVE}
        onClick={() => {
          if (standing?.isUnderWay ?? true) setAsking(true)
          else onRemove()
        }}
      >
        <Icon name="close" />
      </button>
      {isAsking && (
        <Question
          title={words.REMOVE_QUESTION}
          text={words.REMOVE_TEXT}
          answer={words.REMOVE}
          onAnswer={onRemove}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}
