// Announcements of changes between two views, for screen readers.

import { changeOf } from './change'
import { cellName, isSame } from '../board/cell'
import type { Cell, Position, Role, View } from '../raum'
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
  const notation = moves.at(-1)?.notation ?? ''
  return `${words.SIDES[before.turn]}: ${moveInWords(before, after, notation)}.`
}

function moveInWords(before: Position, after: Position, notation: string): string {
  if (notation.startsWith('O-O-O')) return later.CASTLES_QUEENSIDE
  if (notation.startsWith('O-O')) return later.CASTLES_KINGSIDE
  const move = after.lastMove
  const mover = move?.from && roleAt(before, move.from)
  if (!mover) return words.notation(after.kind, notation)
  // A pawn may take another one beside the cell where it goes.
  const taken = notation.includes('x') ? (roleAt(before, move.to) ?? 'pawn') : null
  const became = roleAt(after, move.to)
  const to = cellName(after.kind, move.to)
  return later.pieceMoved(mover, taken, to, became === mover ? null : became)
}

function roleAt({ pieces }: Position, cell: Cell): Role | null {
  return pieces.find((each) => isSame(each.cell, cell))?.role ?? null
}
