// Animates pieces from their old cell to their new one.

import { useLayoutEffect, useRef } from 'preact/hooks'
import type { RefObject } from 'preact'

import { isSame } from './cell'
import { elementOf, pieceIn } from './elements'
import type { Motion } from './motion'
import type { Cell } from '../raum'

/** Animates moved pieces. The returned function excludes the next move of a piece that was just dropped on its cell. */
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

/** Animates a piece from an offset to its cell. The duration comes from its style, and is 0 under reduced motion. */
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
