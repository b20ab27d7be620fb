// Dragging a piece by mouse, pen or finger. Its inline style follows the pointer; the board renders only when the
// hovered cell changes.

import { useLayoutEffect, useRef } from 'preact/hooks'
import type { TargetedPointerEvent } from 'preact'

import type { Choice } from './choice'
import { cellOf, pieceIn } from './elements'
import { glide } from './glide'
import type { Cell } from '../raum'

/** The distance after which a click becomes a drag. */
const SLACK_PX = 4

interface Held {
  cell: Cell
  figure: HTMLElement
  /** Where the drag started, in client pixels. */
  x: number
  y: number
  isLifted: boolean
}

/** Pointer handlers for a board. Calls `over` with the cell under a dragged piece, and `dropped` when a drop plays a move. */
export function useDrag(
  choice: Choice,
  over: (cell: Cell | null) => void,
  dropped: (cell: Cell) => void,
) {
  const held = useRef<Held | null>(null)

  /** Releases the piece and animates it back from an offset. */
  const release = (x = 0, y = 0) => {
    if (!held.current) return
    const { figure } = held.current
    held.current = null
    figure.style.removeProperty('translate')
    figure.style.removeProperty('z-index')
    if (x !== 0 || y !== 0) glide(figure, x, y)
  }

  // Releases the piece when the choice is cancelled or the position changes. At once: a later release would drop a piece
  // that the player has taken up meanwhile.
  useLayoutEffect(() => {
    if (!choice.selected) release()
  }, [choice.selected])

  return {
    onPointerDown(event: TargetedPointerEvent<HTMLElement>) {
      const cell = cellOf(event.target)
      const movable = (event.target as Element).closest('[data-movable]')
      const figure = pieceIn(movable)
      if (event.button !== 0 || !event.isPrimary || !cell || !figure) return
      held.current = { cell, figure, x: event.clientX, y: event.clientY, isLifted: false }
    },

    onPointerMove(event: TargetedPointerEvent<HTMLElement>) {
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
        // The board now receives all events of this pointer, and no cell gets a click.
        event.currentTarget.setPointerCapture(event.pointerId)
      }
      piece.figure.style.translate = `${x}px ${y}px`
      piece.figure.style.zIndex = '3'
      over(cellOf(document.elementFromPoint(event.clientX, event.clientY)))
    },

    onPointerUp(event: TargetedPointerEvent<HTMLElement>) {
      const piece = held.current
      if (!piece?.isLifted) {
        release()
        return
      }
      const to = cellOf(document.elementFromPoint(event.clientX, event.clientY))
      const moves = to ? choice.movesTo(to) : []
      if (to && moves.length > 0) {
        release()
        // A promotion is still to be chosen: the pawn waits on its old cell.
        if (moves[0] && moves.length === 1) dropped(moves[0].to)
        choice.press(to)
      } else {
        release(event.clientX - piece.x, event.clientY - piece.y)
      }
    },

    /** The browser turned the gesture into a scroll, or the pointer was lost. */
    onPointerCancel() {
      release()
    },
  }
}
