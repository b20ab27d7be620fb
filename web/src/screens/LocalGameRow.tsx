import { useState } from 'react'

import { addressOf, go } from '../route'
import { bringBack } from '../table/saved-games'
import type { SavedGame } from '../table/saved-games'
import { Icon } from '../ui/Icon'
import Question from '../ui/Question'
import { KINDS, ending } from '../words'
import * as later from '../words-later'
import { REMOVE, ago } from '../words-online'

/** A game on this device, in the list of the player's games. */
export function LocalGameRow({ game, onRemove }: { game: SavedGame; onRemove: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const [when] = useState(() => ago(Date.now() - game.at))
  const { kind } = game
  const address = addressOf({ screen: 'game', kind })
  return (
    <li className="my-games-row">
      <a
        href={address}
        onClick={(event) => {
          event.preventDefault()
          bringBack(game)
          go(address)
        }}
      >
        <strong>{game.ending ? ending(game.ending) : later.continueGame(game.plies)}</strong>
        <span className="my-games-when">{when}</span>
        <span className="my-games-game">
          {KINDS[kind].title} {game.hasComputer ? later.AGAINST_THE_COMPUTER : later.ON_THIS_DEVICE}
        </span>
      </a>
      <button
        type="button"
        className="button my-games-remove"
        aria-label={later.deleteGame(KINDS[kind].title, when)}
        title={REMOVE}
        onClick={() => setAsking(true)}
      >
        <Icon name="close" />
      </button>
      {isAsking && (
        <Question
          title={later.DELETE_GAME_QUESTION}
          text={later.CANNOT_BE_UNDONE}
          answer={later.DELETE_GAME}
          onAnswer={onRemove}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}
