// What moved between two positions: nobody says so, their difference tells.

import { useState } from 'react'

import { keyOf } from './cell'
import type { Cell, Piece, Position } from '../raum'

export interface Motion {
  /** Pieces that stood elsewhere before. */
  moved: { piece: Piece; from: Cell }[]
  /** Pieces that are no longer there. */
  gone: Piece[]
  /** Pieces that were nowhere before. */
  came: Piece[]
}

const STILL: Motion = { moved: [], gone: [], came: [] }

/**
 * The difference of two sets of pieces: each piece that came is one of its like that went. No move moves two
 * that are alike, so there is no doubt which.
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
  // A pawn became something, or, where moves are taken back, something was a pawn.
  match((origin, piece) => origin.role === 'pawn' || piece.role === 'pawn')
  return { moved, gone, came }
}

/**
 * What moved since the position before, and a way to say that what comes and goes has done so: it would do it again
 * if the board is turned. Whoever jumps over many moves just sees where they lead.
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

/** Whether one move could have done it: castling moves two pieces, a capture takes one. */
function isStep({ moved, gone, came }: Motion): boolean {
  return moved.length <= 2 && gone.length <= 1 && came.length <= 1
}

function placed({ cell, side, role }: Piece): string {
  return `${side} ${role} ${keyOf(cell)}`
}
