// Pieces that glide to where they are from where they were.

import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

import { isSame } from './cell'
import { elementOf, pieceIn } from './elements'
import type { Motion } from './motion'
import type { Cell } from '../raum'

/** Lets moved pieces glide, but for the one of which somebody says that it has just been dropped on its cell. */
export function useGlide(
  board: RefObject<HTMLElement | null>,
  { moved }: Motion,
): (dropped: Cell) => void {
  const dropped = useRef<Cell | null>(null)
  useLayoutEffect(() => {
    const root = board.current
    if (!root) return
    for (const { piece, from } of moved) {
      const [here, there] = [elementOf(root, piece.cell), elementOf(root, from)]
      const figure = pieceIn(here)
      if (!here || !there || !figure || isSame(piece.cell, dropped.current)) continue
      const [to, origin] = [here.getBoundingClientRect(), there.getBoundingClientRect()]
      glide(figure, origin.left - to.left, origin.top - to.top)
    }
    dropped.current = null
  }, [board, moved])
  return (cell) => {
    dropped.current = cell
  }
}

/** Lets a piece glide home from some way off. Its style says how long: where motion is unwanted, no time at all. */
export function glide(figure: HTMLElement, x: number, y: number): void {
  const duration = 1000 * parseFloat(getComputedStyle(figure).animationDuration)
  if (!(duration > 0)) return
  figure.animate(
    [
      { translate: `${x}px ${y}px`, zIndex: 2 },
      { translate: '0px 0px', zIndex: 2 },
    ],
    { duration, easing: 'cubic-bezier(0.3, 0, 0.2, 1)' },
  )
}
