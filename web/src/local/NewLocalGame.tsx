import { useState } from 'preact/hooks'

import NewGame from './NewGame'
import type { Kind } from '../raum'
import { addressOf, go } from '../route'
import { HotSeat } from '../table/hot-seat'
import { CONTINUE_GAME } from '../words-computer'
import { PLAY_THE_COMPUTER, TWO_PLAYERS } from '../words-later'

/** The dialog to start a local game from another screen. An unfinished game can be continued instead. */
export default function NewLocalGame(props: {
  kind: Kind
  computer: boolean
  onClose: () => void
}) {
  const { kind, computer, onClose } = props
  const [table] = useState(() => HotSeat.at(kind))
  const { moves, ending } = table.snapshot().view
  const play = () => go(addressOf({ screen: 'game', kind }))
  return (
    <NewGame
      table={table}
      title={computer ? PLAY_THE_COMPUTER : TWO_PLAYERS}
      computer={computer}
      {...(moves.length > 0 && !ending && { onContinue: { label: CONTINUE_GAME, act: play } })}
      onBegin={play}
      onClose={onClose}
    />
  )
}
