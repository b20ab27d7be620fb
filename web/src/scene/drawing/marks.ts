// What is shown on which cell of a scene: the marks of all boards, what is pointed at, where the keyboard is.

import { keyOf } from '../../board/cell'
import type { Choice } from '../../board/choice'
import { marksOf } from '../../board/marks'
import type { Mark } from '../../board/marks'
import type { Cell, Position } from '../../raum'

export type Sign = Mark | 'hovered' | 'cursor'

/** The signs of cells by their keys. */
export type Signs = ReadonlyMap<string, ReadonlySet<Sign>>

export function signsOf(
  position: Position,
  choice: Pick<Choice, 'selected' | 'targets'>,
  hovered: Cell | null,
  cursor: Cell | null,
): Signs {
  const signs = new Map<string, Set<Sign>>(marksOf(position, choice))
  const add = (cell: Cell, sign: Sign) =>
    signs.set(keyOf(cell), new Set(signs.get(keyOf(cell))).add(sign))
  if (hovered) add(hovered, 'hovered')
  if (cursor) add(cursor, 'cursor')
  // A capture that promotes is a star in a ring; a quiet promotion needs no dot below its star.
  for (const marks of signs.values()) if (marks.has('promotion')) marks.delete('quiet')
  return signs
}
