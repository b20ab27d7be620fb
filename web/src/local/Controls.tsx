import { Fragment } from 'preact'
import { useState } from 'preact/hooks'

import type { DialogName } from './ControlDialog'
import { Control } from '../ui/Control'
import '../panel/Controls.css'
import type { IconName } from '../ui/Icon'
import { hasRanks } from '../board/cell'
import type { Advice as Shown } from '../board/choice'
import type { Asked } from '../panel/adviser'
import { TypedMove } from '../panel/TypedMove'
import { AidControls } from '../learn/AidControls'
import { Menu } from '../ui/Menu'
import { lazily } from '../ui/lazily'
import type { HotSeat } from '../table/hot-seat'
import type { Review } from '../table/review'
import { useTable } from '../table/table'
import * as words from '../words'
import * as later from '../words-later'

// Loaded on demand: not needed to draw the board.
const ControlDialog = lazily(() => import('./ControlDialog'))
const Advice = lazily(() => import('../panel/Advice'))

/** The controls of a local game. */
export function Controls(props: {
  table: HotSeat
  review: Review
  flipped: boolean
  onFlip: () => void
  onAdvice: (advice: Shown | null) => void
}) {
  const { table, review, flipped, onFlip, onAdvice } = props
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
  const isOver = view.ending !== null
  const hasComputer = view.seats.some(({ machine }) => machine)
  const all = {
    undo: control(
      'undo',
      later.UNDO,
      () => table.ask({ type: 'undo', ply: undoTo ?? 0 }),
      may.undo,
    ),
    redo: control(
      'redo',
      later.REDO,
      () => table.ask({ type: 'redo', ply: redoTo ?? 0 }),
      may.redo,
    ),
    flip: hasRanks(view.kind) && control('flip', words.FLIP_BOARD, onFlip),
    new: control('new', words.NEW_GAME, opens('new-game')),
    restart: control('again', words.RESTART, opens('restart'), moves.length > 0),
    draw: control('draw', later.DRAW_BY_AGREEMENT, opens('draw'), may.offerDraw),
    resign: control('flag', words.RESIGN, opens('resign'), may.resign),
    files: control('file', later.SAVE_AND_LOAD, opens('files')),
    share: control('share', later.SHARE, opens('share')),
    computer: control('computer', later.COMPUTER, opens('computer'), !isOver),
    hint: control('hint', later.HINT, asks('hint'), may.play),
    threat: control('threat', later.THREATS, asks('threat'), may.play),
    invite: control('invite', later.INVITE, opens('invite'), !isOver),
  }
  const first = firstOf({ isOver, hasComputer, hasRanks: hasRanks(view.kind) })
  const shown = (isFirst: boolean) =>
    Object.entries(all)
      .filter(([name]) => first.includes(name) === isFirst)
      .map(([name, each]) => <Fragment key={name}>{each}</Fragment>)
  return (
    <div className="controls" role="group" aria-label={words.CONTROLS}>
      {shown(true)}
      <Menu>
        {shown(false)}
        <AidControls kind={view.kind} />
        <TypedMove table={table} review={review} />
      </Menu>
      {may.claimDraw && (
        <Control
          icon="claim"
          label={later.claimDraw(position.claims)}
          onClick={() => table.ask({ type: 'claim-draw' })}
        />
      )}
      {asked && <Advice table={table} asked={asked} onAdvice={onAdvice} />}
      {dialog && (
        <ControlDialog
          dialog={dialog}
          table={table}
          review={review}
          flipped={flipped}
          onOpen={openDialog}
          onClose={onClose}
        />
      )}
    </div>
  )
}

/** The three controls that matter now. The others are under "…". */
function firstOf(game: { isOver: boolean; hasComputer: boolean; hasRanks: boolean }): string[] {
  if (game.isOver) return ['restart', 'new', 'files']
  if (game.hasComputer) return ['undo', 'hint', 'resign']
  return ['undo', 'redo', game.hasRanks ? 'flip' : 'new']
}
