import './NowPlaying.css'
import '../panel/SideStrip.css'
import { addressOf, follow } from '../route'
import * as words from '../words-lobby'
import { spectators as spectatorsText } from '../words-online'
import type { ListedRoom } from './frames'
import { playedRooms } from './lists'
import { LiveBoard } from './LiveBoard'
import { useLobby } from './use-lobby'
import { useShown } from './useShown'

/** Games to watch, with live boards. */
export default function NowPlaying() {
  const { lists } = useLobby()
  const [rooms, more] = useShown(lists ? playedRooms(lists) : [], 8)
  if (!lists) return null
  return (
    <section className="now-playing" aria-label={words.NOW_PLAYING}>
      <h2>{words.NOW_PLAYING}</h2>
      {rooms.length === 0 ? (
        <p className="find-note">{words.NO_GAMES_TO_WATCH}</p>
      ) : (
        <ul>
          {rooms.map((room) => (
            <li key={room.room}>
              <Watched room={room} />
            </li>
          ))}
        </ul>
      )}
      {more}
    </section>
  )
}

function Watched({ room: listed }: { room: ListedRoom }) {
  const { room, kind, clock, seats, spectators, game } = listed
  const names = seats.map(({ name, level }) =>
    level ? words.computerAt(level) : (name ?? words.UNNAMED),
  )
  if (!game) return null
  return (
    <a className="watched" href={addressOf({ screen: 'room', room })} onClick={follow}>
      <span className="visually-hidden">{words.WATCH}</span>{' '}
      <LiveBoard
        kind={kind}
        position={game.position}
        label={words.liveBoard(kind, names, game.ply)}
      />
      <span className="watched-names" aria-hidden="true">
        {names.map((name, index) => (
          <span key={index} className="watched-name">
            <span className={`side-strip-dot side-strip-dot-${index}`} />
            <bdi>{name}</bdi>
          </span>
        ))}
      </span>
      <span className="watched-facts" aria-hidden="true">
        {[
          words.gameOf(kind, clock),
          words.moveNumber(game.ply),
          ...(spectators > 0 ? [spectatorsText(spectators)] : []),
        ].join(' · ')}
      </span>
    </a>
  )
}
