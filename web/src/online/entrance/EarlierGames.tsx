import './EarlierGames.css'
import { addressOf, follow } from '../../route'
import * as words from '../../words-online'

/** How many games are listed, the latest ones. */
const SHOWN_MAX = 20

/** Links to the earlier games of a room. */
export function EarlierGames({ room, count }: { room: string; count: number }) {
  if (count === 0) return null
  const shown = Math.min(count, SHOWN_MAX)
  const numbers = Array.from({ length: shown }, (_, index) => count - shown + index + 1)
  return (
    <nav className="earlier-games" aria-label={words.EARLIER_GAMES}>
      {numbers.map((game) => (
        <a
          key={game}
          className="button"
          href={addressOf({ screen: 'room', room, game })}
          aria-label={words.gameNumber(game)}
          title={words.gameNumber(game)}
          onClick={follow}
        >
          {game}
        </a>
      ))}
    </nav>
  )
}
