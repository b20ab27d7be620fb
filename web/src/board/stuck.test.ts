import { expect, it } from 'vitest'

import { cellName } from './cell'
import { reasonOf } from './stuck'
import { GameRecord } from '../raum'
import type { Kind } from '../raum'

/** The reasons of all pieces without a legal move, in the starting position or another. */
function reasons(kind: Kind, text?: string): { [cell: string]: string } {
  const position = GameRecord.start(kind, text).position()
  const { legal, pieces, turn } = position
  const movable = new Set(legal.map(({ from }) => from && cellName(kind, from)))
  return Object.fromEntries(
    pieces
      .filter(({ side, cell }) => side === turn && !movable.has(cellName(kind, cell)))
      .map((piece) => [cellName(kind, piece.cell), reasonOf(position, piece)]),
  )
}

it.each([
  ['chess', undefined, { a1: 'blocked', c1: 'blocked', d1: 'blocked', e1: 'blocked' }],
  // A bishop on a line between king and rook, beside a pawn with a piece in front of it.
  ['chess', '4k3/8/4r3/8/8/7p/4B2P/4K3 w - - 0 1', { e2: 'pinned', h2: 'blocked' }],
  ['chess', '4k3/4r3/8/8/8/8/P7/4K3 w - - 0 1', { a2: 'check' }],
  ['chess', '7k/8/8/8/8/1r6/P6r/K7 w - - 0 1', { a1: 'unsafe' }],
  ['space', undefined, { Aa1: 'blocked', Ac1: 'blocked' }],
] as const)('explains a piece that cannot move in %s, %s', (kind, text, wanted) => {
  expect(reasons(kind, text)).toMatchObject(wanted)
})
