// The marks on cells. Each has a distinct shape as well as a colour.

import { keyOf } from './cell'
import type { Choice } from './choice'
import type { Cell, Position } from '../raum'
import type { MARKS } from '../words'

/** A mark besides those that follow from the position and the choice. */
export interface Marked {
  cell: Cell
  mark: Mark
}

/** A promotion is shown, but has no word of its own for screen readers. */
export type Mark = Exclude<keyof typeof MARKS, 'line'> | 'promotion'

/** Only flat boards show a winning line: tic-tac-toe has no other. */
export type FlatMark = Mark | 'line'

/** Marks that replace the dot of a quiet move. */
export const INSTEAD_OF_DOT: readonly Mark[] = ['promotion', 'face', 'edge', 'corner']

/** The marks of a position, by the key of their cell. */
export function marksOf(
  { lastMove, check }: Position,
  {
    selected,
    targets,
    advice,
    marked = [],
  }: Pick<Choice, 'selected' | 'targets'> & Partial<Pick<Choice, 'advice' | 'marked'>>,
): Map<string, Set<Mark>> {
  const marks = new Map<string, Set<Mark>>()
  const mark = (key: string, what: Mark) => marks.set(key, (marks.get(key) ?? new Set()).add(what))
  if (lastMove?.from) mark(keyOf(lastMove.from), 'last')
  if (lastMove) mark(keyOf(lastMove.to), 'last')
  if (check) mark(keyOf(check), 'check')
  if (advice?.from) mark(keyOf(advice.from), advice.mark)
  if (advice) mark(keyOf(advice.to), advice.mark)
  if (selected) mark(keyOf(selected), 'selected')
  for (const { to, captures, promotion } of targets) {
    mark(keyOf(to), captures ? 'capture' : 'quiet')
    if (promotion) mark(keyOf(to), 'promotion')
  }
  for (const each of marked) mark(keyOf(each.cell), each.mark)
  return marks
}

/** The keys of the cells that won the game: three in a row. */
export function lineOf({ outcome, pieces }: Position): string[] {
  if (outcome?.reason !== 'line') return []
  const marks = pieces.filter(({ side }) => side === outcome.winner)
  const keys = new Set(marks.map(({ cell }) => keyOf(cell)))
  return marks.flatMap(({ cell: end }) =>
    marks.flatMap(({ cell: middle }) => {
      const other = { ...end, x: 2 * middle.x - end.x, y: 2 * middle.y - end.y }
      const line = [end, middle, other].map(keyOf)
      return new Set(line).size === 3 && keys.has(keyOf(other)) ? line : []
    }),
  )
}
