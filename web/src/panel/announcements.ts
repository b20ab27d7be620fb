// Announcements of changes between two views, for screen readers.

import { changeOf } from './change'
import { cellName, isSame } from '../board/cell'
import type { Cell, MadeMove, Position, Role, View } from '../raum'
import * as words from '../words'
import * as later from '../words-later'

/** "White: knight to f3. Check." Empty without a change. */
export function announcementOf(before: View, after: View): string {
  const change = changeOf(before, after)
  const { ending, position } = after
  const said = [
    change === 'move' && moveMade(before, after),
    change === 'moves' && later.SEVERAL_MOVES,
    change === 'takeback' && later.MOVE_TAKEN_BACK,
    change === 'game' && later.ANOTHER_GAME,
    change && change !== 'move' && !ending && `${words.toMove(position.turn)}.`,
    change && position.check && !ending && `${words.CHECK}.`,
    ending && (change !== null || !before.ending) && `${words.ending(ending)}.`,
  ]
  return said.filter(Boolean).join(' ')
}

function moveMade({ position: before }: View, { position: after, moves }: View): string {
  const made = moves.at(-1)
  return made ? `${words.SIDES[before.turn]}: ${moveInWords(before, after, made)}.` : ''
}

function moveInWords(before: Position, after: Position, made: MadeMove): string {
  const { from = null, to = null } = after.lastMove ?? {}
  const mover = from && roleAt(before, from)
  if (!to || !mover) return later.notation(after.kind, made.notation)
  // Only a castling king moves by more than one file.
  if (mover === 'king' && Math.abs(to.x - from.x) > 1) {
    return to.x < from.x ? later.CASTLES_QUEENSIDE : later.CASTLES_KINGSIDE
  }
  const became = roleAt(after, to)
  const promotion = became === mover ? null : became
  return later.pieceMoved(mover, made.captures, cellName(after.kind, to), promotion)
}

function roleAt({ pieces }: Position, cell: Cell): Role | null {
  return pieces.find((each) => isSame(each.cell, cell))?.role ?? null
}
