// The opacity of tiles and pieces, from 0 to 1, while a level is focused or a piece hides the hovered cell.

import { keyOf } from '../../board/cell'
import type { Choice } from '../../board/choice'
import type { Cell, Position } from '../../raum'

export interface Focus {
  level: number
  /** Whether the other levels are hidden, as in the view from above, where they would overlap. */
  isAlone: boolean
}

/** The effective focus. In check, no level is hidden: the checking piece may be on it. */
export function focusIn({ check }: Position, focus: Focus | null): Focus | null {
  return focus?.isAlone && check ? { ...focus, isAlone: false } : focus
}

const OTHER_TILES = 0.25
const OTHER_PIECES = 0.55
const OCCLUDER = 0.4

export function tileOpacity(focus: Focus | null): (level: number) => number {
  return (level) => {
    if (!focus || focus.level === level) return 1
    return focus.isAlone ? 0 : OTHER_TILES
  }
}

/** A focus never fades the selected piece, its targets, or the pieces involved in a check. */
export function pieceOpacity(
  { check, pieces, turn }: Position,
  { selected, targets }: Pick<Choice, 'selected' | 'targets'>,
  focus: Focus | null,
  occluders: readonly Cell[],
): (cell: Cell) => number {
  const occluding = new Set(occluders.map(keyOf))
  const solid = new Set(targets.map(({ to }) => keyOf(to)))
  if (selected) solid.add(keyOf(selected))
  if (check) {
    solid.add(keyOf(check))
    // The position does not name the checking piece, which need not be the one that moved: show that whole side.
    for (const { cell, side } of pieces) if (side !== turn) solid.add(keyOf(cell))
  }
  return (cell) => {
    if (occluding.has(keyOf(cell))) return OCCLUDER
    if (!focus || focus.level === cell.z) return 1
    if (focus.isAlone) return 0
    return solid.has(keyOf(cell)) ? 1 : OTHER_PIECES
  }
}
