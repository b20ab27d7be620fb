import { GameRecord } from '../raum'
import type { Position } from '../raum'

/** Parses a typed move, in coordinate or algebraic notation. Throws if it is not legal. */
export function readMove({ kind, text, legal }: Position, typed: string): string {
  const move = typed.trim()
  // Coordinate notation writes castling and promotions differently.
  if (legal.some((each) => each.text === move)) return move
  return GameRecord.start(kind, text).read(move)
}
