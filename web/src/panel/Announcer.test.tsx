import { act } from '../act'
import { render, screen } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'

import Announcer from './Announcer'
import { soundOf } from './useSounds'
import type { Kind, View } from '../raum'
import { HotSeat } from '../table/hot-seat'
import { play } from '../table/table'

beforeEach(() => {
  localStorage.clear()
})

/** A table after moves from a position, with an announcer on it. */
function renderAnnouncer(kind: Kind, moves = '', position?: string) {
  const table = HotSeat.at(kind)
  table.begin(position ? { position } : {})
  for (const move of moves.split(' ').filter(Boolean)) play(table, move)
  render(<Announcer table={table} />)
  return table
}

const announced = () => screen.getByRole('status').textContent
const doing = (table: HotSeat, what: () => void): [View, View] => {
  const before = table.snapshot().view
  act(() => what())
  return [before, table.snapshot().view]
}

test('nothing is announced before a change', () => {
  renderAnnouncer('chess', 'e2e4')
  expect(announced()).toBe('')
})

test('a move made while the announcer was loading is announced', () => {
  const table = HotSeat.at('chess')
  table.begin({})
  const since = table.snapshot().view
  play(table, 'e2e4')
  render(<Announcer table={table} since={since} />)
  expect(announced()).toBe('White: pawn to e4.')
})

const CASTLE = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
const PROMOTE = '3r3k/4P3/8/8/8/8/8/K7 w - - 0 1'
const SPACE = '5/5/5/5/KP3|5/5/5/5/5|5/5/5/5/5|2P2/5/5/5/5|5/5/5/5/4k w 0 1'

test.each<[string, string, Kind, string, string, string?]>([
  ['White: knight to f3.', 'move', 'chess', '', 'g1f3'],
  ['Black: pawn takes pawn on e4.', 'capture', 'chess', 'e2e4 d7d5 a2a3', 'd5e4'],
  ['White: pawn takes pawn on d6.', 'capture', 'chess', 'e2e4 a7a6 e4e5 d7d5', 'e5d6'],
  ['White: queen to h5. Check.', 'check', 'chess', 'e2e4 f7f6', 'd1h5'],
  ['White: castles kingside.', 'move', 'chess', '', 'e1g1', CASTLE],
  ['White: castles queenside.', 'move', 'chess', '', 'e1c1', CASTLE],
  ['White: pawn to e8, promotes to knight.', 'move', 'chess', '', 'e7e8n', PROMOTE],
  [
    'White: pawn takes rook on d8, promotes to queen. Check.',
    'check',
    'chess',
    '',
    'e7d8q',
    PROMOTE,
  ],
  ['White: pawn to Ec5, promotes to unicorn.', 'move', 'space', '', 'Dc5Ec5U', SPACE],
  ['X: centre.', 'move', 'tictactoe', '', '4'],
  ['Black: queen to h4. Checkmate — Black wins.', 'end', 'chess', 'f2f3 e7e5 g2g4', 'd8h4'],
  ['X: top right. Three in a row — X wins.', 'end', 'tictactoe', '0 3 1 4', '2'],
])('a move is announced: %s', (words, sound, kind, moves, move, position) => {
  const table = renderAnnouncer(kind, moves, position)
  const change = doing(table, () => play(table, move))
  expect(announced()).toBe(words)
  expect(soundOf(...change)).toBe(sound)
})

test('undone and redone moves are announced each time', () => {
  const table = renderAnnouncer('chess', 'e2e4 e7e5 d1h5')
  const back = (ply: number) => doing(table, () => table.ask({ type: 'undo', ply }))
  expect(soundOf(...back(2))).toBe('move')
  expect(announced()).toBe('Move taken back. White to move.')
  back(1)
  expect(announced()).toBe('Move taken back. Black to move.')
  back(0)
  const once = announced()
  doing(table, () => table.ask({ type: 'redo', ply: 1 }))
  expect(announced()).toBe('White: pawn to e4.')
  back(0)
  expect(announced()).toBe(once)
})

test('the same text twice is announced twice', () => {
  const table = renderAnnouncer('chess', 'e2e4 e7e5 g1f3 g8f6')
  doing(table, () => table.ask({ type: 'undo', ply: 2 }))
  const once = announced()
  doing(table, () => table.ask({ type: 'undo', ply: 0 }))
  expect(announced()).not.toBe(once)
  expect(announced().trim()).toBe(once)
})

test('a new game, and an end without a move, are announced', () => {
  const table = renderAnnouncer('chess', 'e2e4')
  const begun = doing(table, () => table.begin({}))
  expect(announced()).toBe('New game. White to move.')
  expect(soundOf(...begun)).toBe('move')
  const ended = doing(table, () => table.ask({ type: 'resign' }))
  expect(announced()).toBe('Resignation — Black wins.')
  expect(soundOf(...ended)).toBe('end')
})

test('moves of the computer are announced, and both plies taken back and brought back', () => {
  const table = renderAnnouncer('chess', 'e2e4')
  doing(table, () => table.ask({ type: 'seat-machine', level: 1, side: 'second' }))
  const thought = table.thought()
  if (!thought) throw new Error('the computer has nothing to do')
  const replied = doing(table, () => table.act(thought, [{ type: 'play', move: 'd7d5', ply: 1 }]))
  expect(announced()).toBe('Black: pawn to d5.')
  expect(soundOf(...replied)).toBe('move')
  doing(table, () => table.ask({ type: 'undo', ply: 0 }))
  expect(announced()).toBe('Move taken back. White to move.')
  doing(table, () => table.ask({ type: 'redo', ply: 2 }))
  expect(announced()).toBe('Several moves were played. White to move.')
  doing(table, () => table.ask({ type: 'offer-draw' }))
  const offered = table.thought()
  if (!offered) throw new Error('the computer has nothing to do')
  doing(table, () => table.act(offered, [{ type: 'decline-draw' }]))
  expect(announced()).toBe('Your draw offer was declined.')
})

test('a refused move is not announced here', () => {
  const table = renderAnnouncer('chess')
  const refused = doing(table, () => play(table, 'e2e5'))
  expect(announced()).toBe('')
  expect(soundOf(...refused)).toBeNull()
})
