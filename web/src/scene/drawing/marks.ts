// The marks on the cells of a scene: those of every board, plus the hovered cell and the keyboard cursor.

import { keyOf } from '../../board/cell'
import { INSTEAD_OF_DOT, marksOf } from '../../board/marks'
import type { Mark } from '../../board/marks'
import type { Cell, Position } from '../../raum'

export type SceneMark = Mark | 'hovered' | 'cursor'

/** The marks of cells on a line, by how many axes it follows. */
export const AXES: { [mark in Mark]?: 1 | 2 | 3 } = { face: 1, edge: 2, corner: 3 }

/** Marks by the key of their cell. */
export type SceneMarks = ReadonlyMap<string, ReadonlySet<SceneMark>>

export function sceneMarksOf(
  position: Position,
  choice: Parameters<typeof marksOf>[1],
  hovered: Cell | null,
  cursor: Cell | null,
): SceneMarks {
  const marks = new Map<string, Set<SceneMark>>(marksOf(position, choice))
  const add = (cell: Cell, mark: SceneMark) =>
    marks.set(keyOf(cell), new Set(marks.get(keyOf(cell))).add(mark))
  if (hovered) add(hovered, 'hovered')
  if (cursor) add(cursor, 'cursor')
  // A capturing promotion is a star in a ring; a quiet one needs no dot under its star. Nor do bars.
  for (const each of marks.values()) {
    if (INSTEAD_OF_DOT.some((mark) => each.has(mark))) each.delete('quiet')
  }
  return marks
}
