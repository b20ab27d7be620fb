import { Suspense, useState } from 'react'

import type { DialogName } from './ControlDialog'
import { Control } from '../ui/Control'
import '../panel/Controls.css'
import type { IconName } from '../ui/Icon'
import { hasRanks } from '../board/cell'
import type { Advice as Shown } from '../board/choice'
import type { Asked } from '../panel/adviser'
import { factsOf } from '../raum'
import { lazily } from '../ui/lazily'
import type { HotSeat } from '../table/hot-seat'
import { useTable } from '../table/table'
import * as words from '../words'
import * as later from '../words-later'

// Loaded on demand: not needed to draw the board.
const ControlDialog = lazily(() => import('./ControlDialog'))
const Advice = lazily(() => import('../panel/Advice'))

/** The controls of a local game. */
export function Controls(props: {
  table: HotSeat
  onFlip: () => void
  onAdvice: (advice: Shown | null) => void
}) {
  const { table, onFlip, onAdvice } = props
  const { view } = useTable(table)
  const { may, moves, position, undoTo, redoTo } = view
  const [asked, ask] = useState<Asked | null>(null)
  const [dialog, openDialog] = useState<DialogName | null>(null)
  const onClose = () => openDialog(null)
  const control = (icon: IconName, label: string, onClick: () => void, enabled = true) => (
    <Control icon={icon} label={label} onClick={onClick} enabled={enabled} />
  )
  const opens = (what: DialogName) => () => openDialog(what)
  const asks = (what: Asked['what']) => () => ask({ what, positionText: position.text })
  return (
    <div className="controls" role="group" aria-label={words.CONTROLS}>
      {control('undo', later.UNDO, () => table.ask({ type: 'undo', ply: undoTo ?? 0 }), may.undo)}
      {control('redo', later.REDO, () => table.ask({ type: 'redo', ply: redoTo ?? 0 }), may.redo)}
      {hasRanks(view.kind) && control('flip', words.FLIP_BOARD, onFlip)}
      {control('new', words.NEW_GAME, opens('new-game'))}
      {control('again', words.RESTART, opens('restart'), moves.length > 0)}
      {control('draw', later.DRAW_BY_AGREEMENT, opens('draw'), may.offerDraw)}
      {control('flag', words.RESIGN, opens('resign'), may.resign)}
      {control('file', later.SAVE_AND_LOAD, opens('files'))}
      {control('computer', later.COMPUTER, opens('computer'), !view.ending)}
      {control('hint', later.HINT, asks('hint'), may.play)}
      {control('threat', later.THREATS, asks('threat'), may.play)}
      {control('invite', later.INVITE, opens('invite'), !view.ending)}
      {factsOf(view.kind).hasClaims && (
        <Control
          icon="claim"
          label={later.claimDraw(may.claimDraw ? position.claims : [])}
          enabled={may.claimDraw}
          onClick={() => table.ask({ type: 'claim-draw' })}
        />
      )}
      <Suspense>
        {asked && <Advice table={table} asked={asked} onAdvice={onAdvice} />}
        {dialog && (
          <ControlDialog dialog={dialog} table={table} onOpen={openDialog} onClose={onClose} />
        )}
      </Suspense>
    </div>
  )
}
