// How much of what is seen while somebody looks at one level, or past a piece. From 0 to 1.

import { keyOf } from '../../board/cell'
import type { Choice } from '../../board/choice'
import type { Cell, Position } from '../../raum'

export interface Focus {
  level: number
  /** Whether the other levels are hidden: seen from above, they would lie over each other. */
  isAlone: boolean
}

/** What is looked at in a position. While a king is in check, no level is hidden: the check may come from there. */
export function focusIn({ check }: Position, focus: Focus | null): Focus | null {
  return focus?.isAlone && check ? { ...focus, isAlone: false } : focus
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
  { check, pieces, turn }: Position,
  { selected, targets }: Pick<Choice, 'selected' | 'targets'>,
  focus: Focus | null,
  hiders: readonly Cell[],
): (cell: Cell) => number {
  const hiding = new Set(hiders.map(keyOf))
  const lasting = new Set(targets.map(({ to }) => keyOf(to)))
  if (selected) lasting.add(keyOf(selected))
  if (check) {
    lasting.add(keyOf(check))
    // Who gives check is not told, and need not be who moved. So all of that side are seen.
    for (const { cell, side } of pieces) if (side !== turn) lasting.add(keyOf(cell))
  }
  return (cell) => {
    if (hiding.has(keyOf(cell))) return HIDER
    if (!focus || focus.level === cell.z) return 1
    if (focus.isAlone) return 0
    return lasting.has(keyOf(cell)) ? 1 : OTHER_PIECES
  }
}
