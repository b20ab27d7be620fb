import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { LocalTable } from '../raum'
import { HotSeat } from './hot-seat'
import { kept } from './shelf'
import { play } from './table'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const notations = (table: HotSeat) => table.seen().view.moves.map(({ notation }) => notation)

function playAll(table: HotSeat, moves: string) {
  for (const move of moves.split(' ')) play(table, move)
}

test('what is seen is the same until something changes, and then another', () => {
  const table = HotSeat.at('chess')
  const changed = vi.fn()
  const leave = table.subscribe(changed)
  const before = table.seen()
  expect(table.seen()).toBe(before)
  play(table, 'e2e4')
  expect(changed).toHaveBeenCalledOnce()
  expect(table.seen()).not.toBe(before)
  leave()
  play(table, 'e7e5')
  expect(changed).toHaveBeenCalledOnce()
})

test('a table is as it was left, after each move', () => {
  playAll(HotSeat.at('chess'), 'e2e4 e7e5')
  expect(notations(HotSeat.at('chess'))).toEqual(['e4', 'e5'])
  expect(notations(HotSeat.at('space'))).toEqual([])
})

test('a refused move changes nothing but says so', () => {
  const table = HotSeat.at('chess')
  play(table, 'e2e5')
  expect(table.seen().view).toMatchObject({ moves: [], refused: { code: 'illegal-move' } })
})

test('what cannot be read is put aside', () => {
  localStorage.setItem('raum.table.chess.now', 'not a journal')
  expect(notations(HotSeat.at('chess'))).toEqual([])
  const table = HotSeat.at('chess')
  expect(table.unreadable).toBe('not a journal')
  table.forgetUnreadable()
  expect(table.unreadable).toBeNull()
})

test('it tells whether it is kept', () => {
  const table = HotSeat.at('chess')
  play(table, 'e2e4')
  expect(table.isKept).toBe(true)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  play(table, 'e7e5')
  expect(table.isKept).toBe(false)
  expect(notations(table)).toEqual(['e4', 'e5'])
})

test('the game before another can be brought back, and the other after it', () => {
  const table = HotSeat.at('chess')
  expect(table.hasBefore).toBe(false)
  play(table, 'e2e4')
  table.begin({})
  expect(notations(table)).toEqual([])
  play(table, 'd2d4')
  table.bringBack()
  expect(notations(table)).toEqual(['e4'])
  table.bringBack()
  expect(notations(table)).toEqual(['d4'])
})

test('of many games before, each comes by', () => {
  const table = HotSeat.at('chess')
  for (const move of ['a2a3', 'b2b3', 'c2c3']) {
    play(table, move)
    table.begin({})
  }
  const seen = [1, 2, 3, 4].map(() => {
    table.bringBack()
    return notations(table).join()
  })
  expect(seen).toEqual(['c3', 'b3', 'a3', 'c3'])
})

test('where there is no room for all, the oldest give way', () => {
  const table = HotSeat.at('chess')
  for (const move of ['a2a3', 'b2b3', 'c2c3']) {
    play(table, move)
    table.begin({})
  }
  const setItem = Storage.prototype.setItem.bind(localStorage)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => {
    if (key.endsWith('before') && (JSON.parse(value) as string[]).length > 2) {
      throw new DOMException('full', 'QuotaExceededError')
    }
    setItem(key, value)
  })
  play(table, 'd2d3')
  table.begin({})
  table.bringBack()
  expect(notations(table)).toEqual(['d3'])
  table.bringBack()
  expect(notations(table)).toEqual(['c3'])
})

test('games before that mean nothing are as if there were none', () => {
  for (const nonsense of ['{', '7', '[7]']) {
    localStorage.setItem('raum.table.chess.before', nonsense)
    expect(HotSeat.at('chess').hasBefore).toBe(false)
  }
})

test('a game in which nothing was played replaces no game before', () => {
  const table = HotSeat.at('chess')
  play(table, 'e2e4')
  table.begin({})
  table.begin({})
  table.bringBack()
  expect(notations(table)).toEqual(['e4'])
})

test('a game that cannot begin or is of another kind leaves everything as it was', () => {
  const table = HotSeat.at('chess')
  play(table, 'e2e4')
  expect(() => {
    table.begin({ position: '8/8/8/8/8/8/8/8 w - - 0 1' })
  }).toThrow()
  expect(() => {
    table.put(LocalTable.open('space'))
  }).toThrow('space chess')
  expect(notations(table)).toEqual(['e4'])
  expect(table.hasBefore).toBe(false)
})

test('the flag falls by itself, and the fall is kept', () => {
  const table = HotSeat.at('chess')
  table.begin({ clock: { initialMillis: 5000, incrementMillis: 0 } })
  const leave = table.subscribe(() => undefined)
  play(table, 'e2e4')
  vi.advanceTimersByTime(4999)
  expect(table.seen().view.ending).toBeNull()
  vi.advanceTimersByTime(1)
  expect(table.seen().view.ending).toEqual({ winner: 'white', reason: 'time' })
  leave()
  expect(HotSeat.at('chess').seen().view.ending?.reason).toBe('time')
})

test('two pages of a browser show the same table', () => {
  const [one, other] = [HotSeat.at('chess'), HotSeat.at('chess')]
  const leave = other.subscribe(() => undefined)
  play(one, 'e2e4')
  // A browser tells the other pages alone.
  const tell = (newValue: string | null) =>
    dispatchEvent(new StorageEvent('storage', { key: 'raum.table.chess.now', newValue }))
  tell(kept('chess', 'now'))
  expect(notations(other)).toEqual(['e4'])
  tell('of a newer page')
  tell(null)
  expect(notations(other)).toEqual(['e4'])
  leave()
})
