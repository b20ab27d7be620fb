import { expect, test } from 'vitest'

import { materialOf } from './material'
import { GameRecord } from '../raum'
import type { Kind, Side } from '../raum'

/** The material of a side after moves from a position. */
function after(kind: Kind, moves: string, side: Side, position?: string) {
  const record = GameRecord.start(kind, position)
  const first = record.position()
  for (const move of moves.split(' ').filter(Boolean)) record.play(move)
  return materialOf(first, record.position(), side)
}

test('nothing is captured at the start, from any position', () => {
  expect(after('chess', '', 'white')).toEqual({ captured: [], lead: 0 })
  expect(after('chess', '', 'white', '4k3/8/8/8/8/8/8/Q3K3 w - - 0 1')).toEqual({
    captured: [],
    lead: 9,
  })
  expect(after('tictactoe', '0 4 8', 'X')).toEqual({ captured: [], lead: 0 })
})

test('lists captures, most valuable first, and the lead', () => {
  const moves = 'e2e4 d7d5 e4d5 d8d5 b1c3 d5g2 f1g2'
  expect(after('chess', moves, 'white')).toEqual({ captured: ['queen', 'pawn'], lead: 8 })
  expect(after('chess', moves, 'black')).toEqual({ captured: ['pawn', 'pawn'], lead: 0 })
})

test('a promotion does not count as a capture', () => {
  const start = '1r5k/P7/8/8/8/8/8/K7 w - - 0 1'
  expect(after('chess', 'a7a8q', 'black', start)).toEqual({ captured: [], lead: 0 })
  expect(after('chess', 'a7b8n', 'black', start)).toEqual({ captured: [], lead: 0 })
  expect(after('chess', 'a7b8n', 'white', start)).toEqual({ captured: ['rook'], lead: 3 })
})

test('a captured promoted piece counts as a pawn', () => {
  const start = '1r5k/P7/8/8/8/8/8/K2Q4 w - - 0 1'
  expect(after('chess', 'a7a8q b8a8', 'black', start).captured).toEqual(['pawn'])
})

test('a unicorn is worth two', () => {
  const start = '5/5/5/5/K4|5/5/5/5/5|5/5/2u2/5/5|5/5/5/5/5|5/5/R4/5/4k w 0 1'
  expect(after('space', '', 'white', start).lead).toBe(3)
})
