import { Suspense, useState } from 'react'

import type { DialogName } from './ControlDialog'
import { Control } from '../ui/Control'
import '../panel/Controls.css'
import type { IconName } from '../ui/Icon'
import { hasRanks } from '../board/cell'
import { factsOf } from '../raum'
import { lazily } from '../ui/lazily'
import type { HotSeat } from '../table/hot-seat'
import { useTable } from '../table/table'
import * as words from '../words'

// Loaded on demand: not needed to draw the board.
const ControlDialog = lazily(() => import('./ControlDialog'))

/** The controls of a local game. */
export function Controls({ table, onFlip }: { table: HotSeat; onFlip: () => void }) {
  const { view } = useTable(table)
  const { may, moves, position } = view
  const [dialog, openDialog] = useState<DialogName | null>(null)
  const onClose = () => openDialog(null)
  const control = (icon: IconName, label: string, onClick: () => void, enabled = true) => (
    <Control icon={icon} label={label} onClick={onClick} enabled={enabled} />
  )
  const opens = (what: DialogName) => () => openDialog(what)
  return (
    <div className="controls" role="group" aria-label={words.CONTROLS}>
      {control(
        'undo',
        words.UNDO,
        () => table.ask({ type: 'undo', ply: moves.length - 1 }),
        may.undo,
      )}
      {control(
        'redo',
        words.REDO,
        () => table.ask({ type: 'redo', ply: moves.length + 1 }),
        may.redo,
      )}
      {hasRanks(view.kind) && control('flip', words.FLIP_BOARD, onFlip)}
      {control('new', words.NEW_GAME, opens('new-game'))}
      {control('again', words.RESTART, opens('restart'), moves.length > 0)}
      {control('draw', words.DRAW_BY_AGREEMENT, opens('draw'), may.offerDraw)}
      {control('flag', words.RESIGN, opens('resign'), may.resign)}
      {control('file', words.SAVE_AND_LOAD, opens('files'))}
      {control('invite', words.INVITE, opens('invite'), !view.ending)}
      {factsOf(view.kind).hasClaims && (
        <Control
          icon="claim"
          label={words.claimDraw(may.claimDraw ? position.claims : [])}
          enabled={may.claimDraw}
          onClick={() => table.ask({ type: 'claim-draw' })}
        />
      )}
      <Suspense>
        {dialog && <ControlDialog dialog={dialog} table={table} onClose={onClose} />}
      </Suspense>
    </div>
  )
}
