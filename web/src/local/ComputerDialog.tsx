import { Fragment } from 'preact'
import { useState } from 'preact/hooks'

import './ComputerDialog.css'
import { LevelChoice } from '../panel/LevelChoice'
import { saveLevel, savedLevel } from '../panel/levels'
import { factsOf, indexOf } from '../raum'
import type { Side } from '../raum'
import type { LocalGame } from '../table/local-game'
import { useTable } from '../table/table'
import { Dialog } from '../ui/Dialog'
import * as words from '../words-computer'
import { COMPUTER } from '../words-later'

/** Lets the computer play for a side in the middle of a game, changes its level, or takes over from it. */
export default function ComputerDialog(props: {
  table: LocalGame
  onInvite: () => void
  onClose: () => void
}) {
  const { table, onInvite, onClose } = props
  const { kind, seats } = useTable(table).view
  const seat = seats.find(({ machine }) => machine)
  const [level, setLevel] = useState(() => seat?.machine?.level ?? savedLevel(kind))
  const choose = (chosen: number) => {
    setLevel(chosen)
    saveLevel(kind, chosen)
    if (seat) table.ask({ type: 'set-level', level: chosen })
  }
  const button = (label: string, act: () => void) => (
    <button
      type="button"
      className="button"
      onClick={() => {
        onClose()
        act()
      }}
    >
      {label}
    </button>
  )
  const seatAt = (side: Side) => () =>
    table.ask({ type: 'seat-machine', level, side: indexOf(side) === 0 ? 'first' : 'second' })
  return (
    <Dialog title={COMPUTER} onClose={onClose}>
      <LevelChoice kind={kind} level={level} onChoose={choose} />
      <div className="computer-dialog">
        {factsOf(kind)
          .sides.filter((side) => side !== seat?.side)
          .map((side) => (
            <Fragment key={side}>{button(words.playFor(side), seatAt(side))}</Fragment>
          ))}
        {seat && button(words.TAKE_OVER, () => table.ask({ type: 'take-over' }))}
        {seat && button(words.INVITE_INSTEAD, onInvite)}
      </div>
    </Dialog>
  )
}
