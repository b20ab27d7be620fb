// Keyboard navigation on a board. Arrows follow the screen, whichever side is at the bottom.

import { isSame, rowsOf } from './cell'
import type { Cell, Extent, Kind } from '../raum'

/** A board and its orientation on screen. */
export interface ShownBoard {
  kind: Kind
  extent: Extent
  flipped: boolean
}

/** The cell a key moves to from a cell; the same cell at an edge. Null for keys that do not navigate. */
export function stepOf(
  key: string,
  from: Cell,
  { kind, extent, flipped }: ShownBoard,
): Cell | null {
  const rows = rowsOf(kind, extent, from.z, flipped)
  const row = rows.findIndex((cells) => cells.some((cell) => isSame(cell, from)))
  const column = rows[row]?.findIndex((cell) => isSame(cell, from)) ?? 0
  const at = (down: number, right: number) => rows[row + down]?.[column + right] ?? from
  const onLevel = (z: number) => (z >= 0 && z < extent.z ? { ...from, z } : from)
  switch (key) {
    case 'ArrowUp':
      return at(-1, 0)
    case 'ArrowDown':
      return at(1, 0)
    case 'ArrowLeft':
      return at(0, -1)
    case 'ArrowRight':
      return at(0, 1)
    case 'Home':
      return at(0, -column)
    case 'End':
      return at(0, extent.x - 1 - column)
    case 'PageUp':
      return onLevel(from.z + 1)
    case 'PageDown':
      return onLevel(from.z - 1)
    default:
      return null
  }
}
