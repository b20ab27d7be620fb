// What the frames of an animation show: plain data, which a worker can receive.

import { keyOf } from '../board/cell'
import { lineOf } from '../board/marks'
import { indexOf } from '../raum'
import type { Position, Role, Side } from '../raum'

/** The words of a picture. */
export interface Caption {
  /** The result, or the side to move. */
  status: string
  /** The players, or the kind if they have no names. */
  players: string
  /** The last move, with its number; null at the start. */
  move: string | null
}

/** A position, without what only a player needs. */
export interface Frame {
  pieces: { key: string; side: Side; role: Role; isFirst: boolean }[]
  /** The keys of the cells of the last move, of the king in check, and of the winning line. */
  last: string[]
  check: string | null
  line: string[]
  caption: Caption
}

export function frameOf(position: Position, caption: Caption): Frame {
  const { pieces, lastMove, check } = position
  return {
    pieces: pieces.map(({ cell, side, role }) => ({
      key: keyOf(cell),
      side,
      role,
      isFirst: indexOf(side) === 0,
    })),
    last: lastMove ? [lastMove.from, lastMove.to].flatMap((cell) => (cell ? keyOf(cell) : [])) : [],
    check: check && keyOf(check),
    line: lineOf(position),
    caption,
  }
}

/** The longest animation: longer games show their end. */
export const PLIES_MAX = 300

/** The plies of an animation that ends after `last` moves, from its first frame to its last. */
export function pliesUpTo(last: number): number[] {
  const first = Math.max(0, last - PLIES_MAX)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
