// Dragging a piece by mouse, pen or finger. The piece follows the pointer by its style: React draws nothing until it
// is over another cell.

import { useEffect, useRef } from 'react'
import type { PointerEvent } from 'react'

import { isSame } from './cell'
import type { Choice } from './choice'
import { cellOf, pieceIn } from './elements'
import { glide } from './glide'
import type { Cell } from '../raum'

/** How far a pointer goes before a click becomes a drag. */
const SLACK_PX = 4

interface Held {
  cell: Cell
  figure: HTMLElement
  /** Where it was taken. */
  x: number
  y: number
  isLifted: boolean
}

/** Hears of pointers on a board; tells over which cell a dragged piece is, and where it was dropped to play. */
export function useDrag(
  choice: Choice,
  over: (cell: Cell | null) => void,
  dropped: (cell: Cell) => void,
) {
  const held = useRef<Held | null>(null)

  /** Lets go of the piece, which glides back from some way off. */
  const release = (x = 0, y = 0) => {
    if (!held.current) return
    const { figure } = held.current
    held.current = null
    figure.style.removeProperty('translate')
    figure.style.removeProperty('z-index')
    if (x !== 0 || y !== 0) glide(figure, x, y)
  }

  // What is no longer chosen is no longer held: somebody cancelled, or the position is another one.
  useEffect(() => {
    if (!choice.selected) release()
  }, [choice.selected])

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const cell = cellOf(event.target)
      const movable = (event.target as Element).closest('[data-movable]')
      const figure = pieceIn(movable)
      if (event.button !== 0 || !event.isPrimary || !cell || !figure) return
      held.current = { cell, figure, x: event.clientX, y: event.clientY, isLifted: false }
    },

    onPointerMove(event: PointerEvent<HTMLElement>) {
      const piece = held.current
      if (!piece) return
      const [x, y] = [event.clientX - piece.x, event.clientY - piece.y]
      if (!piece.isLifted) {
        if (Math.hypot(x, y) < SLACK_PX) return
        if (event.buttons === 0 || !choice.lift(piece.cell)) {
          release()
          return
        }
        piece.isLifted = true
        // From now on the board hears of this pointer wherever it is, and no cell is clicked by it.
        event.currentTarget.setPointerCapture(event.pointerId)
      }
      piece.figure.style.translate = `${x}px ${y}px`
      piece.figure.style.zIndex = '3'
      over(cellOf(document.elementFromPoint(event.clientX, event.clientY)))
    },

    onPointerUp(event: PointerEvent<HTMLElement>) {
      const piece = held.current
      if (!piece?.isLifted) {
        release()
        return
      }
      const to = cellOf(document.elementFromPoint(event.clientX, event.clientY))
      const moves = choice.targets.filter((move) => to && isSame(move.to, to))
      if (to && moves.length > 0) {
        release()
        // What a pawn becomes is still to be chosen: it waits where it was.
        if (moves.length === 1) dropped(to)
        choice.press(to)
      } else {
        release(event.clientX - piece.x, event.clientY - piece.y)
      }
    },

    /** The pointer became a scroll, or was taken away. */
    onPointerCancel() {
      release()
    },
  }
}
