// Why a piece has no legal move, told from how pieces stand around it. The rules decide which moves are legal; this only
// explains, so it looks at first steps alone.

import { cellsOf, isSame } from './cell'
import { factsOf, indexOf } from '../raum'
import type { Cell, Piece, Position } from '../raum'

/**
 * - `check`: it cannot stop the check.
 * - `blocked`: other pieces are in its way.
 * - `pinned`: it could step, but would expose its king.
 * - `unsafe`: a king, which would step into check.
 */
export type Reason = 'check' | 'blocked' | 'pinned' | 'unsafe'

/** Why a piece of the side to move has no legal move. */
export function reasonOf({ kind, pieces, check }: Position, piece: Piece): Reason {
  const isKing = piece.role === 'king'
  if (check && !isKing) return 'check'
  const standing = (cell: Cell) => pieces.find((each) => isSame(each.cell, cell))
  const canStep = cellsOf(factsOf(kind).extent).some((cell) => steps(piece, cell, standing(cell)))
  if (!canStep) return 'blocked'
  return isKing ? 'unsafe' : 'pinned'
}

/** Whether a piece could step onto a cell next to it, or jump there, if its king did not matter. */
function steps({ cell, side, role }: Piece, to: Cell, standing: Piece | undefined): boolean {
  if (standing?.side === side) return false
  const offset = [to.x - cell.x, to.y - cell.y, to.z - cell.z]
  const [far = 0, middle = 0, near = 0] = offset.map(Math.abs).sort((one, other) => other - one)
  if (role === 'knight') return far === 2 && middle === 1 && near === 0
  if (far !== 1) return false
  const axes = far + middle + near
  switch (role) {
    case 'rook':
      return axes === 1
    case 'bishop':
      return axes === 2
    case 'unicorn':
      return axes === 3
    case 'pawn': {
      const forwards = indexOf(side) === 0 ? 1 : -1
      // Forwards along the ranks or the levels, and never back; a capture also goes along another axis.
      const isForwards = [offset[1], offset[2]].includes(forwards)
      const isBack = [offset[1], offset[2]].includes(-forwards)
      return isForwards && !isBack && axes === (standing ? 2 : 1)
    }
    default:
      return true
  }
}
