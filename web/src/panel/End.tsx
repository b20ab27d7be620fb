import { useState } from 'react'

import { Dialog } from './Dialog'
import { changeOf } from './change'
import './End.css'
import { useChange } from './useChange'
import { addressOf, go } from '../route'
import { beginningOf } from '../table/entries'
import type { HotSeat } from '../table/hot-seat'
import { useTable } from '../table/table'
import { EXIT, RESTART, REVIEW_BOARD, afterMoves, ending } from '../words'

/** Says how the game ended, to those who watched it end, and what can be done then. */
export function End({ table }: { table: HotSeat }) {
  const { view } = useTable(table)
  const [isOpen, setOpen] = useState(false)
  useChange(table, (before, after) => {
    // A game that is loaded may have ended long ago.
    if (!before.ending && after.ending && changeOf(before, after) !== 'game') setOpen(true)
  })
  if (!isOpen || !view.ending) return null
  const close = () => {
    setOpen(false)
  }
  return (
    <Dialog title={ending(view.ending)} onClose={close}>
      <p className="end-moves">{afterMoves(view.moves.length)}</p>
      <div className="dialog-buttons end-buttons">
        <button
          type="button"
          className="button button-main"
          onClick={() => {
            close()
            table.begin(beginningOf(table.journal()))
          }}
        >
          {RESTART}
        </button>
        <button type="button" className="button" onClick={close}>
          {REVIEW_BOARD}
        </button>
        <button
          type="button"
          className="button"
          onClick={() => {
            go(addressOf({ screen: 'home' }))
          }}
        >
          {EXIT}
        </button>
      </div>
    </Dialog>
  )
}
