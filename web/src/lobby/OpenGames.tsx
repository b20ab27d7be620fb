import { Picture } from '../board/Picture'
import { factsOf } from '../raum'
import { addressOf, follow } from '../route'
import { storedSeat } from '../table/seats'
import { KINDS, SIDES } from '../words'
import * as words from '../words-lobby'
import { RANDOM_SIDES, youPlay } from '../words-online'
import type { ListedRoom, Lists } from './frames'
import { openRooms } from './lists'
import { useShown } from './useShown'

/** Rooms that wait for an opponent. Following the link takes the seat. */
export function OpenGames({ lists }: { lists: Lists }) {
  const [rooms, more] = useShown(openRooms(lists), 6)
  return (
    <section className="open-games" aria-label={words.OPEN_GAMES}>
      <h3>{words.OPEN_GAMES}</h3>
      {rooms.length === 0 ? (
        <p className="find-note">{words.NO_OPEN_GAMES}</p>
      ) : (
        <ul>
          {rooms.map((room) => (
            <li key={room.room}>
              <OpenGame room={room} />
            </li>
          ))}
        </ul>
      )}
      {more}
    </section>
  )
}

function OpenGame({ room: { room, kind, clock, seats } }: { room: ListedRoom }) {
  const [opener] = seats
  const isMine = Boolean(storedSeat(room)?.token)
  const name = opener?.name ?? words.UNNAMED
  const facts = [KINDS[kind].title, words.clockOf(clock), sideIn(kind, opener?.side ?? null)]
  return (
    <a
      className="open-game"
      href={addressOf({ screen: 'room', room })}
      aria-label={isMine ? words.returnToGame(facts) : words.joinGame(name, facts)}
      onClick={follow}
    >
      <span className="open-game-picture">
        <Picture kind={kind} />
      </span>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <span className="open-game-facts">{facts.join(' · ')}</span>
      <span className="button open-game-go">{isMine ? words.RETURN : words.SIT_DOWN}</span>
    </a>
  )
}

/** The side that is left for the user. */
function sideIn(kind: ListedRoom['kind'], taken: 'first' | 'second' | null): string {
  const [first, second] = factsOf(kind).sides
  if (taken === null) return RANDOM_SIDES
  return youPlay(SIDES[taken === 'first' ? second : first])
}
