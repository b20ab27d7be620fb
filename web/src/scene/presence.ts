// How much of what is seen while somebody looks at one level, or past a piece. From 0 to 1.

import { keyOf } from '../board/cell'
import type { Choice } from '../board/choice'
import type { Cell, Position } from '../raum'

export interface Focus {
  level: number
  /** Whether the other levels are hidden: seen from above, they would lie over each other. */
  isAlone: boolean
}

const OTHER_TILES = 0.25
const OTHER_PIECES = 0.55
const HIDER = 0.4

export function tilePresence(focus: Focus | null): (level: number) => number {
  return (level) => {
    if (!focus || focus.level === level) return 1
    return focus.isAlone ? 0 : OTHER_TILES
  }
}

/** What the choice and the check are about never fades because of a focus. */
export function piecePresence(
  { check, lastMove }: Position,
  { selected, targets }: Pick<Choice, 'selected' | 'targets'>,
  focus: Focus | null,
  hiders: readonly Cell[],
): (cell: Cell) => number {
  const hiding = new Set(hiders.map(keyOf))
  const keys = (cells: (Cell | null | undefined)[]) =>
    cells.map((cell) => (cell ? keyOf(cell) : ''))
  // Whoever gives check moved last, or stood behind who did.
  const lasting = new Set(
    keys([selected, check, check && lastMove?.to, ...targets.map(({ to }) => to)]),
  )
  return (cell) => {
    if (hiding.has(keyOf(cell))) return HIDER
    if (!focus || focus.level === cell.z) return 1
    if (focus.isAlone) return 0
    return lasting.has(keyOf(cell)) ? 1 : OTHER_PIECES
  }
}
