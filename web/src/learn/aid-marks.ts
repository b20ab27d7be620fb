// The marks of the aids on a board.

import type { Choice } from '../board/choice'
import type { Marked } from '../board/marks'
import { GameRecord, factsOf } from '../raum'
import type { Cell, Position, Side } from '../raum'

/** The marks by how many axes a line follows. */
const CLASSES = [null, 'face', 'edge', 'corner'] as const

/** Marks the quiet targets of the selected piece by class. A knight has no lines. */
export function lineMarks({ selected, targets }: Pick<Choice, 'selected' | 'targets'>): Marked[] {
  if (!selected) return []
  return targets.flatMap(({ to, captures, promotion }) => {
    const mark = CLASSES[axesOf(selected, to)]
    return mark && captures === null && promotion === null ? [{ cell: to, mark }] : []
  })
}

/** How many axes the line between two cells follows; 0 if no line joins them. */
function axesOf(from: Cell, to: Cell): number {
  const steps = [to.x - from.x, to.y - from.y, to.z - from.z].map(Math.abs)
  const moved = steps.filter((each) => each > 0)
  return moved.every((each) => each === moved[0]) ? moved.length : 0
}

/** Marks the cells that a side attacks. */
export function attackMarks({ kind, text }: Position, by: Side): Marked[] {
  // A position in which the game is over, or that the reader does not accept, has nothing to warn of.
  try {
    return GameRecord.start(kind, text)
      .attacked(by)
      .map((cell) => ({ cell, mark: 'attacked' }))
  } catch {
    return []
  }
}

/** The side whose attacks matter: the opponent of the player who may move, or of the player at the bottom. */
export function attackerOf({ kind, legal, turn }: Position, flipped: boolean): Side {
  const [first, second] = factsOf(kind).sides
  const player = legal.length > 0 ? turn : flipped ? second : first
  return player === first ? second : first
}
