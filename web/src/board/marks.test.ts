import { expect, test } from 'vitest'

import { isSame, keyOf } from './cell'
import { marksOf } from './marks'
import { GameRecord } from '../raum'
import type { Cell, Kind } from '../raum'

/** The marks after some moves with a selected piece, as text. */
function marksAfter(kind: Kind, moves: string, selected: Cell | null, position?: string) {
  const record = GameRecord.start(kind, position)
  for (const move of moves.split(' ').filter(Boolean)) record.play(move)
  const shown = record.position()
  const targets = shown.legal.filter(({ from }) => from !== null && isSame(from, selected))
  const marks = marksOf(shown, { selected, targets })
  return Object.fromEntries([...marks].map(([key, set]) => [key, [...set].sort().join(' ')]))
}

const at = (x: number, y: number, z = 0): Cell => ({ x, y, z })

test('nothing is marked at the start', () => {
  expect(marksAfter('chess', '', null)).toEqual({})
})

test('the last move marks both its cells', () => {
  expect(marksAfter('chess', 'e2e4', null)).toEqual({ '4.1.0': 'last', '4.3.0': 'last' })
  expect(marksAfter('tictactoe', '5', null)).toEqual({ [keyOf(at(2, 1))]: 'last' })
})

test('the selected piece, its quiet moves and its captures are marked', () => {
  expect(marksAfter('chess', 'e2e4 d7d5', at(4, 3))).toEqual({
    '3.6.0': 'last',
    '3.4.0': 'capture last',
    '4.3.0': 'selected',
    '4.4.0': 'quiet',
  })
})

test('en passant is marked as a capture on an empty cell', () => {
  expect(marksAfter('chess', 'e2e4 a7a6 e4e5 d7d5', at(4, 4))).toMatchObject({
    '3.5.0': 'capture',
    '4.5.0': 'quiet',
  })
})

test('promotions are marked, with and without a capture', () => {
  expect(marksAfter('chess', '', at(0, 6), '1r5k/P7/8/8/8/8/8/K7 w - - 0 1')).toEqual({
    '0.6.0': 'selected',
    '0.7.0': 'promotion quiet',
    '1.7.0': 'capture promotion',
  })
})

test('the king in check is marked', () => {
  expect(marksAfter('chess', 'e2e4 f7f6 d1h5', null)).toMatchObject({ '4.7.0': 'check' })
})

test('a hint and a threat mark both their cells, or the one of a new piece', () => {
  const position = GameRecord.start('chess').position()
  const marked = (mark: 'hint' | 'threat', from: Cell | null) => {
    const advice = { mark, positionText: position.text, from, to: at(4, 3) }
    return [...marksOf(position, { selected: null, targets: [], advice }).keys()]
  }
  expect(marked('hint', at(4, 1))).toEqual(['4.1.0', '4.3.0'])
  expect(marked('threat', null)).toEqual(['4.3.0'])
})
