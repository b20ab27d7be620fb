import { useState } from 'preact/hooks'

import { RemoveButton } from './RemoveButton'
import { Thumbnail } from './Thumbnail'
import { addressOf, go } from '../route'
import { bringBack } from '../table/saved-games'
import type { SavedGame } from '../table/saved-games'
import { KINDS, ending } from '../words'
import * as later from '../words-later'
import { ago } from '../words-online'

/** A game on this device, in the list of the player's games. */
export function LocalGameRow({ game, onRemove }: { game: SavedGame; onRemove: () => void }) {
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
        <Thumbnail kind={kind} source={{ journal: game.journal }} />
        <strong>{game.ending ? ending(game.ending) : later.continueGame(game.plies)}</strong>
        <span className="my-games-when">{when}</span>
        <span className="my-games-game">
          {KINDS[kind].title} {game.hasComputer ? later.AGAINST_THE_COMPUTER : later.ON_THIS_DEVICE}
        </span>
      </a>
      <RemoveButton
        label={later.deleteGame(KINDS[kind].title, when)}
        question={{
          title: later.DELETE_GAME_QUESTION,
          text: later.CANNOT_BE_UNDONE,
          answer: later.DELETE_GAME,
        }}
        onRemove={onRemove}
      />
    </li>
  )
}
