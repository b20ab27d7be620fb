// What moved between two positions, derived from their difference alone.

import { useState } from 'react'

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

/**
 * What moved since the previous position, and a function that ends the animations of pieces that came or went: they
 * would replay if the board is flipped. A jump over several moves is not animated.
 */
export function useMotion(position: Position): [Motion, () => void] {
  const [{ shown, motion }, show] = useState({ shown: position, motion: STILL })
  const settle = () => show({ shown, motion: { ...motion, gone: [], came: [] } })
  if (shown.text === position.text && shown.kind === position.kind) return [motion, settle]
  const difference = motionOf(shown.pieces, position.pieces)
  const next = isStep(difference) && shown.kind === position.kind ? difference : STILL
  show({ shown: position, motion: next })
  return [next, settle]
}

/** Whether a single move could cause it: castling moves two pieces, a capture removes one. */
function isStep({ moved, gone, came }: Motion): boolean {
  return moved.length <= 2 && gone.length <= 1 && came.length <= 1
}

function placed({ cell, side, role }: Piece): string {
  return `${side} ${role} ${keyOf(cell)}`
}
