import { beforeEach, expect, test } from 'vitest'

import { PLIES_MAX, pliesUpTo } from './frames'
import { samplesOf } from './film'
import { frameAt } from './story'
import { changeSettings } from '../settings'
import { HotSeat } from '../table/hot-seat'
import { play } from '../table/table'

beforeEach(() => {
  localStorage.clear()
  changeSettings({ name: '' })
})

function played(kind: 'chess' | 'tictactoe', moves: string) {
  const table = HotSeat.at(kind)
  for (const move of moves.split(' ')) play(table, move)
  return table
}

test('a frame has the pieces, the marks and the words of its position', () => {
  const table = played('chess', 'f2f3 e7e5 g2g4 d8h4')
  const start = frameAt(table, 0, {})
  expect(start.pieces).toHaveLength(32)
  expect([start.last, start.check]).toEqual([[], null])
  expect(start.caption).toEqual({ status: 'White to move', players: 'Chess', move: null })
  const second = frameAt(table, 2, {})
  expect(second.last).toEqual(['4.6.0', '4.4.0'])
  expect(second.caption).toMatchObject({ status: 'White to move', move: '1… e5' })
  const end = frameAt(table, 4, {})
  expect(end.check).toBe('4.0.0')
  expect(end.caption).toMatchObject({ status: 'Checkmate — Black wins', move: '2… Qh4#' })
  expect(end.pieces.find(({ key }) => key === '7.3.0')).toMatchObject({
    role: 'queen',
    isFirst: false,
  })
})

test('a line of tic-tac-toe is marked, and its moves are counted one by one', () => {
  const { line, caption } = frameAt(played('tictactoe', '0 3 1 4 2'), 5, {})
  expect(new Set(line)).toEqual(new Set(['0.0.0', '1.0.0', '2.0.0']))
  expect(caption).toMatchObject({ status: 'Three in a row — X wins', move: '5. top right' })
})

test('players have names: those told, or those of the seats', () => {
  const table = played('chess', 'e2e4')
  const players = (told: Parameters<typeof frameAt>[2]) => frameAt(table, 1, told).caption.players
  expect(players({ names: ['Ann', 'Bob'] })).toBe('\u2068Ann\u2069 – \u2068Bob\u2069')
  expect(players({ names: null })).toBe('Chess')
  table.ask({ type: 'seat-machine', level: 3, side: 'second' })
  expect(players({ isLocal: true })).toBe('\u2068White\u2069 – \u2068Computer (3 · Casual)\u2069')
  changeSettings({ name: 'Ann' })
  expect(players({ isLocal: true })).toBe('\u2068Ann\u2069 – \u2068Computer (3 · Casual)\u2069')
})

test('a told result is that of the last position only', () => {
  const table = played('chess', 'e2e4 e7e5')
  const status = (ply: number) => frameAt(table, ply, { result: 'White won' }).caption.status
  expect([1, 2].map(status)).toEqual(['Black to move', 'White won'])
})

test('an animation has a frame more than moves, and shows the end of a long game', () => {
  expect(pliesUpTo(3)).toEqual([0, 1, 2, 3])
  expect(pliesUpTo(PLIES_MAX)[0]).toBe(0)
  const long = pliesUpTo(PLIES_MAX + 7)
  expect([long[0], long.at(-1), long.length]).toEqual([7, PLIES_MAX + 7, PLIES_MAX + 1])
})

test('the colours are taken from frames along the game, and from the first check', () => {
  const table = played('chess', 'e2e4 f7f6 d1h5 g7g6 h5h3 g6g5 h3h5')
  const frames = pliesUpTo(7).map((ply) => frameAt(table, ply, {}))
  expect(samplesOf(frames)).toEqual([0, 1, 3, 4, 6, 7])
  expect(samplesOf([...frames, ...frames, ...frames])).toContain(3)
  expect(samplesOf(frames.slice(0, 1))).toEqual([0])
})
