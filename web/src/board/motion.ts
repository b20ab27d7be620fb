// What moved between two positions: nobody says so, their difference tells.

import { keyOf } from './cell'
import type { Cell, Piece } from '../raum'

export interface Motion {
  /** Pieces that stood elsewhere before. */
  moved: { piece: Piece; from: Cell }[]
  /** Pieces that are no longer there. */
  gone: Piece[]
}

/** The difference of two sets of pieces: each piece that came is the nearest of its like that went. */
export function motionOf(before: readonly Piece[], after: readonly Piece[]): Motion {
  const stays = (pieces: readonly Piece[]) => new Set(pieces.map(placed))
  const [were, are] = [stays(before), stays(after)]
  const gone = before.filter((piece) => !are.has(placed(piece)))
  const moved: Motion['moved'] = []
  for (const piece of after.filter((each) => !were.has(placed(each)))) {
    const origin = gone
      .filter(({ side, role }) => side === piece.side && role === piece.role)
      .sort((one, other) => distance(one.cell, piece.cell) - distance(other.cell, piece.cell))[0]
    if (!origin) continue
    gone.splice(gone.indexOf(origin), 1)
    moved.push({ piece, from: origin.cell })
  }
  return { moved, gone }
}

function placed({ cell, side, role }: Piece): string {
  return `${side} ${role} ${keyOf(cell)}`
}

function distance(one: Cell, other: Cell): number {
  return Math.hypot(one.x - other.x, one.y - other.y, one.z - other.z)
}
