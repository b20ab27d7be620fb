import { renderHook } from '@testing-library/preact'
import { expect, test } from 'vitest'

import { cellName } from './cell'
import { motionOf } from './motion'
import { useMotion } from './useMotion'
import type { Motion } from './motion'
import { GameRecord } from '../raum'
import type { Kind, Piece, Position } from '../raum'

/** The positions before and after the last of some moves. */
function around(kind: Kind, moves: string, position?: string): [Position, Position] {
  const record = GameRecord.start(kind, position)
  const [last = '', ...others] = moves.split(' ').reverse()
  for (const move of others.reverse()) record.play(move)
  const before = record.position()
  record.play(last)
  return [before, record.position()]
}

/** A motion as text. */
function told(kind: Kind, { moved, gone, came }: Motion) {
  const standing = ({ side, role, cell }: Piece) => `${side} ${role} ${cellName(kind, cell)}`
  return {
    moved: moved.map(({ piece, from }) => `${cellName(kind, from)} → ${standing(piece)}`).sort(),
    gone: gone.map(standing),
    came: came.map(standing),
  }
}

test.each<[string, Kind, string, string | undefined, object, object]>([
  [
    'a move',
    'chess',
    'g1f3',
    undefined,
    { moved: ['g1 → white knight f3'], gone: [], came: [] },
    { moved: ['f3 → white knight g1'], gone: [], came: [] },
  ],
  [
    'a capture',
    'chess',
    'e2e4 d7d5 e4d5',
    undefined,
    { moved: ['e4 → white pawn d5'], gone: ['black pawn d5'], came: [] },
    { moved: ['d5 → white pawn e4'], gone: [], came: ['black pawn d5'] },
  ],
  [
    'castling',
    'chess',
    'e1c1',
    'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1',
    { moved: ['a1 → white rook d1', 'e1 → white king c1'], gone: [], came: [] },
    { moved: ['c1 → white king e1', 'd1 → white rook a1'], gone: [], came: [] },
  ],
  [
    'en passant',
    'chess',
    'e2e4 a7a6 e4e5 d7d5 e5d6',
    undefined,
    { moved: ['e5 → white pawn d6'], gone: ['black pawn d5'], came: [] },
    { moved: ['d6 → white pawn e5'], gone: [], came: ['black pawn d5'] },
  ],
  [
    'a promotion',
    'chess',
    'a7a8q',
    '8/P6k/8/8/8/8/8/K2Q4 w - - 0 1',
    { moved: ['a7 → white queen a8'], gone: [], came: [] },
    { moved: ['a8 → white pawn a7'], gone: [], came: [] },
  ],
  [
    'a promotion by capture',
    'chess',
    'a7b8n',
    '1r5k/P7/8/8/8/8/8/K7 w - - 0 1',
    { moved: ['a7 → white knight b8'], gone: ['black rook b8'], came: [] },
    { moved: ['b8 → white pawn a7'], gone: [], came: ['black rook b8'] },
  ],
  [
    'a move to another level',
    'space',
    'Ab1Cb2',
    undefined,
    { moved: ['Ab1 → white knight Cb2'], gone: [], came: [] },
    { moved: ['Cb2 → white knight Ab1'], gone: [], came: [] },
  ],
  [
    'a mark',
    'tictactoe',
    '4 0',
    undefined,
    { moved: [], gone: [], came: ['O mark row 1, column 1'] },
    { moved: [], gone: ['O mark row 1, column 1'], came: [] },
  ],
])('%s, and its undoing', (_, kind, moves, position, done, undone) => {
  const [before, after] = around(kind, moves, position)
  expect(told(kind, motionOf(before.pieces, after.pieces))).toEqual(done)
  expect(told(kind, motionOf(after.pieces, before.pieces))).toEqual(undone)
})

test('the first position is not animated, the next move is, a jump is not', () => {
  const record = GameRecord.start('chess')
  const start = record.position()
  const { result, rerender } = renderHook(useMotion, { initialProps: start })
  const still = { moved: [], gone: [], came: [] }
  expect(result.current[0]).toEqual(still)

  record.play('e2e4')
  rerender(record.position())
  expect(told('chess', result.current[0]).moved).toEqual(['e2 → white pawn e4'])
  const [motion] = result.current
  rerender({ ...record.position(), legal: [] })
  expect(result.current[0]).toBe(motion)

  for (const move of ['e7e5', 'g1f3', 'b8c6', 'f1b5']) record.play(move)
  rerender(record.position())
  expect(result.current[0]).toEqual(still)
  rerender(start)
  expect(result.current[0]).toEqual(still)
})
