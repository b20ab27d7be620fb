// The cells that can be pointed at in a position.

import { sizeOf } from '../camera/layout'
import type { Layout } from '../camera/layout'
import type { Candidate } from './hit'
import { keyOf } from '../../board/cell'
import { choosable } from '../../board/choice'
import type { Choice } from '../../board/choice'
import type { Cell, Position } from '../../raum'

/** All pieces, as obstacles. */
export function bodiesOf(layout: Layout, { pieces }: Position): Candidate[] {
  return pieces.map(({ cell, role }) => ({ cell, isTarget: false, ...sizeOf(layout, role) }))
}

/** The cells a click can act on: the targets of the selected piece, and the pieces that can be selected. */
export function candidatesOf(
  layout: Layout,
  position: Position,
  { targets }: Pick<Choice, 'targets'>,
): Candidate[] {
  const bodies = new Map(bodiesOf(layout, position).map((body) => [keyOf(body.cell), body]))
  const candidates = new Map<string, Candidate>()
  const add = (cell: Cell, isTarget: boolean) => {
    const body = bodies.get(keyOf(cell)) ?? { height: 0, radius: 0 }
    candidates.set(keyOf(cell), { ...body, cell, isTarget })
  }
  for (const { cell } of choosable(position)) add(cell, false)
  for (const { to } of targets) add(to, true)
  return [...candidates.values()]
}
