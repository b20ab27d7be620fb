import { Suspense, useState } from 'react'

import type { Ask } from './Asked'
import { Control } from '../ui/Control'
import '../panel/Controls.css'
import type { IconName } from '../ui/Icon'
import { hasEnds } from '../board/cell'
import { lazily } from '../ui/lazily'
import type { HotSeat } from '../table/hot-seat'
import { useTable } from '../table/table'
import * as words from '../words'

// Not needed to draw the board, so it comes later.
const Asked = lazily(() => import('./Asked'))

/** All that two people at one device can do beside moving. */
export function Controls({ table, onFlip }: { table: HotSeat; onFlip: () => void }) {
  const { view } = useTable(table)
  const { may, moves, position } = view
  const [asked, ask] = useState<Ask | null>(null)
  const onClose = () => ask(null)
  const control = (icon: IconName, label: string, onClick: () => void, enabled = true) => (
    <Control icon={icon} label={label} onClick={onClick} enabled={enabled} />
  )
  const opens = (what: Ask) => () => ask(what)
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
      {hasEnds(view.kind) && control('flip', words.FLIP_BOARD, onFlip)}
      {control('new', words.NEW_GAME, opens('new-game'))}
      {control('again', words.RESTART, opens('restart'), moves.length > 0)}
      {control('draw', words.DRAW_BY_AGREEMENT, opens('draw'), may.offerDraw)}
      {control('flag', words.RESIGN, opens('resign'), may.resign)}
      {control('file', words.SAVE_AND_LOAD, opens('files'))}
      {control('invite', words.INVITE, opens('invite'), !view.ending)}
      {view.kind !== 'tictactoe' && (
        <Control
          icon="claim"
          label={words.claimDraw(may.claimDraw ? position.claims : [])}
          enabled={may.claimDraw}
          onClick={() => table.ask({ type: 'claim-draw' })}
        />
      )}
      <Suspense>{asked && <Asked asked={asked} table={table} onClose={onClose} />}</Suspense>
    </div>
  )
}
