// What moved between two positions, derived from their difference alone.

import { keyOf } from './cell'
import type { Cell, Piece, Position } from '../raum'

export interface Motion {
  /** Pieces that changed cells. */
  moved: { piece: Piece; from: Cell }[]
  /** Pieces that disappeared. */
  gone: Piece[]
  /** Pieces that appeared. */
  came: Piece[]
}

const STILL: Motion = { moved: [], gone: [], came: [] }

/**
 * Compares two sets of pieces and matches each new piece with an equal one that disappeared. No move moves two equal
 * pieces, so the match is unique.
 */
export function motionOf(before: readonly Piece[], after: readonly Piece[]): Motion {
  const places = (pieces: readonly Piece[]) => new Set(pieces.map(placed))
  const [were, are] = [places(before), places(after)]
  const gone = before.filter((piece) => !are.has(placed(piece)))
  const came = after.filter((piece) => !were.has(placed(piece)))
  const moved: Motion['moved'] = []
  const match = (isOrigin: (origin: Piece, piece: Piece) => boolean) => {
    for (const piece of [...came]) {
      const origin = gone.find((each) => each.side === piece.side && isOrigin(each, piece))
      if (!origin) continue
      gone.splice(gone.indexOf(origin), 1)
      came.splice(came.indexOf(piece), 1)
      moved.push({ piece, from: origin.cell })
    }
  }
  match((origin, piece) => origin.role === piece.role)
  // A promotion, or an undone one.
  match((origin, piece) => origin.role === 'pawn' || piece.role === 'pawn')
  return { moved, gone, came }
}

/** A position on a board, and what moved when it appeared. */
export interface Shown {
  position: Position
  motion: Motion
}

/** The first position on a board. */
export function firstShown(position: Position): Shown {
  return { position, motion: STILL }
}

/** The next position on a board; the same object if it is the same position. A jump over several moves is not animated. */
export function nextShown(shown: Shown, position: Position): Shown {
  const { text, kind, pieces } = shown.position
  if (text === position.text && kind === position.kind) return shown
  const difference = motionOf(pieces, position.pieces)
  const isMove = isStep(difference) && kind === position.kind
  return { position, motion: isMove ? difference : STILL }
}

/** Whether a single move could cause it: castling moves two pieces, a capture removes one. */
function isStep({ moved, gone, came }: Motion): boolean {
  return moved.length <= 2 && gone.length <= 1 && came.length <= 1
}

function placed({ cell, side, role }: Piece): string {
  return `${side} ${role} ${keyOf(cell)}`
}
