import { useEffect, useState } from 'preact/hooks'

import './MyGames.css'
import { EarlierGames } from '../online/entrance/EarlierGames'
import { gameStatusOf } from './my-games'
import type { GameStatus } from './my-games'
import * as words from '../words-online'
import { RemoveButton } from './RemoveButton'
import { addressOf, follow } from '../route'
import { LocalGameRow } from './LocalGameRow'
import { removeGame, savedGames } from '../table/saved-games'
import { removeSeat, storedSeats } from '../table/seats'
import type { StoredSeat } from '../table/seats'
import { Thumbnail } from './Thumbnail'
import { KINDS } from '../words'

/** How many rooms to request at once. */
const STEP = 20
/** How many games on this device the list shows at first. */
const LOCAL_FIRST = 3

/** The player's games: the rooms in which this browser has a seat, and the games on this device. */
export default function MyGames() {
  const [seats, setSeats] = useState(storedSeats)
  const [locals, setLocals] = useState(savedGames)
  const [count, setCount] = useState(STEP)
  const [statuses, setStatuses] = useState<{ [room: string]: GameStatus }>({})
  const shown = seats.slice(0, count)
  const rooms = shown.map(({ room }) => room).join(' ')

  useEffect(() => {
    let isCurrent = true
    const refresh = () => {
      if (document.visibilityState === 'hidden') return
      const saved = storedSeats()
      setSeats(saved)
      for (const seat of saved.filter(({ room }) => rooms.split(' ').includes(room))) {
        void gameStatusOf(seat).then((status) => {
          if (isCurrent) setStatuses((known) => ({ ...known, [seat.room]: status }))
        })
      }
    }
    refresh()
    // Refreshes when the page becomes visible again.
    document.addEventListener('visibilitychange', refresh)
    return () => {
      isCurrent = false
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [rooms])

  const shownLocals = count > STEP ? locals : locals.slice(0, LOCAL_FIRST)
  if (seats.length + locals.length === 0) return null
  return (
    <section className="my-games" aria-label={words.MY_GAMES}>
      <h2>{words.MY_GAMES}</h2>
      <ul>
        {shown.map((seat) => (
          <Row
            key={seat.room}
            seat={seat}
            status={statuses[seat.room]}
            onRemove={() => {
              removeSeat(seat.room)
              setSeats(storedSeats())
            }}
          />
        ))}
        {shownLocals.map((game) => (
          <LocalGameRow
            key={`${game.kind} ${game.at}`}
            game={game}
            onRemove={() => {
              removeGame(game)
              setLocals(savedGames())
            }}
          />
        ))}
      </ul>
      {(seats.length > count || locals.length > shownLocals.length) && (
        <button type="button" className="button" onClick={() => setCount(count + STEP)}>
          {words.SHOW_MORE}
        </button>
      )}
    </section>
  )
}

function Row(props: { seat: StoredSeat; status: GameStatus | undefined; onRemove: () => void }) {
  const { seat, status, onRemove } = props
  const { room, kind } = seat
  return (
    <li className={status?.isMyTurn ? 'my-games-row my-games-turn' : 'my-games-row'}>
      <a href={addressOf({ screen: 'room', room })} onClick={follow}>
        <Thumbnail kind={kind} source={status?.position ? { position: status.position } : null} />
        <strong>{status?.state ?? words.LOADING_GAME}</strong>
        <span className="my-games-when">{status?.when}</span>
        <span className="my-games-game">
          {KINDS[kind].title}
          {status?.opponent && (
            <>
              {` ${words.AGAINST} `}
              <bdi>{status.opponent}</bdi>
            </>
          )}
        </span>
      </a>
      {status && <EarlierGames room={room} count={status.earlier} />}
      <RemoveButton
        label={words.removeGame(room)}
        question={
          (status?.isRunning ?? true)
            ? { title: words.REMOVE_QUESTION, text: words.REMOVE_TEXT, answer: words.REMOVE }
            : null
        }
        onRemove={onRemove}
      />
    </li>
  )
}
