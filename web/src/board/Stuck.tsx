import { cellName } from './cell'
import { reasonOf } from './stuck'
import type { Piece, Position } from '../raum'
import { cannotMove } from '../words-later'

/** Why the selected piece has no targets. */
export default function Stuck({ position, piece }: { position: Position; piece: Piece }) {
  return cannotMove(piece.role, cellName(position.kind, piece.cell), reasonOf(position, piece))
}
