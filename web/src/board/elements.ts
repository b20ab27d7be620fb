// Maps cells to their elements and back. Events are handled on the board, not on its cells.

import { keyOf } from './cell'
import type { Cell } from '../raum'

/** The element of a cell. */
export function elementOf(board: Element, cell: Cell): HTMLElement | null {
  return board.querySelector<HTMLElement>(`[data-cell="${keyOf(cell)}"]`)
}

/** The cell that contains an element. */
export function cellOf(target: EventTarget | null): Cell | null {
  if (!(target instanceof Element)) return null
  const key = target.closest<HTMLElement>('[data-cell]')?.dataset['cell']
  const [x, y, z] = key?.split('.').map(Number) ?? []
  return x === undefined || y === undefined || z === undefined ? null : { x, y, z }
}

/** The element of the piece in a cell. */
export function pieceIn(element: Element | null): HTMLElement | null {
  return element?.querySelector<HTMLElement>('.board-cell-piece') ?? null
}
