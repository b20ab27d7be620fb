import { useState } from 'react'

import { isWatching, whoIs } from '../../panel/people'
import * as words from '../../words-online'
import { ComputerLevel } from './ComputerLevel'
import { Dialog } from '../../ui/Dialog'
import '../../panel/EndDialog.css'
import { changeOf } from '../../panel/change'
import { useChange } from '../../panel/useChange'
import { addressOf, go } from '../../route'
import type { Remote } from '../../table/remote'
import { useTable } from '../../table/table'
import type { Table } from '../../table/table'
import { ending } from '../../words'
import { REVIEW_BOARD, START_NEW_GAME, afterMoves } from '../../words-later'

/** Opens a dialog when the game ends, with the result and what to do next. */
export function RoomEnd({ remote, table }: { remote: Remote; table: Table }) {
  const { view } = useTable(table)
  const [isOpen, setOpen] = useState(false)
  useChange(table, (before, after) => {
    if (!after.ending) setOpen(false)
    // After a reconnect, another game may have ended meanwhile: no dialog for that.
    else if (!before.ending && changeOf(before, after) !== 'game') setOpen(true)
  })
  if (!isOpen || !view.ending) return null
  const button = (label: string, act: () => void, kind = '', enabled = true) => (
    <button type="button" className={`button ${kind}`} disabled={!enabled} onClick={act}>
      {label}
    </button>
  )
  const close = () => setOpen(false)
  const hasRematch = remote.dialect === 'raum' && !isWatching(view)
  return (
    <Dialog title={ending(view.ending)} onClose={close}>
      <p className="end-dialog-moves">{afterMoves(view.moves.length)}</p>
      {view.rematch.map((side) => (
        <p key={side}>{words.rematchWanted(whoIs(view, side))}</p>
      ))}
      {view.may.setLevel && <ComputerLevel table={table} />}
      <div className="dialog-buttons end-dialog-buttons">
        {hasRematch &&
          button(
            words.REMATCH,
            () => table.ask({ type: 'ask-rematch' }),
            'button-main',
            view.may.askRematch,
          )}
        {button(
          START_NEW_GAME,
          () => go(addressOf({ screen: 'home', wanted: view.kind, dialect: remote.dialect })),
          hasRematch ? '' : 'button-main',
        )}
        {button(REVIEW_BOARD, close)}
      </div>
    </Dialog>
  )
}
