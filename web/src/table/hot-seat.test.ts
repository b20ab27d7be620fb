import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { LocalTable } from '../raum'
import { HotSeat } from './hot-seat'
import { LocalGame } from './local-game'
import { storedTable } from './saved-tables'
import { play } from './table'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const notations = (table: HotSeat) => table.snapshot().view.moves.map(({ notation }) => notation)

function playAll(table: HotSeat, moves: string) {
  for (const move of moves.split(' ')) play(table, move)
}

test('the snapshot is the same object until something changes', () => {
  const table = HotSeat.at('chess')
  const changed = vi.fn()
  const leave = table.subscribe(changed)
  const before = table.snapshot()
  expect(table.snapshot()).toBe(before)
  play(table, 'e2e4')
  expect(changed).toHaveBeenCalledOnce()
  expect(table.snapshot()).not.toBe(before)
  leave()
  play(table, 'e7e5')
  expect(changed).toHaveBeenCalledOnce()
})

test('a table is stored after each move', () => {
  playAll(HotSeat.at('chess'), 'e2e4 e7e5')
  expect(notations(HotSeat.at('chess'))).toEqual(['e4', 'e5'])
  expect(notations(HotSeat.at('space'))).toEqual([])
})

test('a table without a place stores nothing', () => {
  const table = new LocalGame(LocalTable.open('chess'))
  play(table, 'e2e4')
  expect(table.snapshot().view.moves).toHaveLength(1)
  expect(localStorage.length).toBe(0)
})

test('a game against the computer is stored with its opponent', () => {
  HotSeat.at('chess').begin({ computer: { level: 7, side: 'first' } })
  const { seats, side } = HotSeat.at('chess').snapshot().view
  expect(seats.map(({ machine }) => machine?.level)).toEqual([7, undefined])
  expect(side).toBe('black')
})

test('a refused move changes nothing and shows the refusal', () => {
  const table = HotSeat.at('chess')
  play(table, 'e2e5')
  expect(table.snapshot().view).toMatchObject({ moves: [], refused: { code: 'illegal-move' } })
})

test('an unreadable journal is set aside', () => {
  localStorage.setItem('raum.table.chess.now', 'not a journal')
  expect(notations(HotSeat.at('chess'))).toEqual([])
  const table = HotSeat.at('chess')
  expect(table.unreadable).toBe('not a journal')
  table.forgetUnreadable()
  expect(table.unreadable).toBeNull()
})

test('isStored reports whether the browser stores the table', () => {
  const table = HotSeat.at('chess')
  play(table, 'e2e4')
  expect(table.isStored).toBe(true)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  play(table, 'e7e5')
  expect(table.isStored).toBe(false)
  expect(notations(table)).toEqual(['e4', 'e5'])
})

test('the previous game can be restored, and the other one after it', () => {
  const table = HotSeat.at('chess')
  expect(table.hasPrevious).toBe(false)
  play(table, 'e2e4')
  table.begin({})
  expect(notations(table)).toEqual([])
  play(table, 'd2d4')
  table.restorePrevious()
  expect(notations(table)).toEqual(['e4'])
  table.restorePrevious()
  expect(notations(table)).toEqual(['d4'])
})

test('restoring cycles through all previous games', () => {
  const table = HotSeat.at('chess')
  for (const move of ['a2a3', 'b2b3', 'c2c3']) {
    play(table, move)
    table.begin({})
  }
  const seen = [1, 2, 3, 4].map(() => {
    table.restorePrevious()
    return notations(table).join()
  })
  expect(seen).toEqual(['c3', 'b3', 'a3', 'c3'])
})

test('the oldest games are dropped when the storage is full', () => {
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
  table.restorePrevious()
  expect(notations(table)).toEqual(['d3'])
  table.restorePrevious()
  expect(notations(table)).toEqual(['c3'])
})

test('invalid previous games are ignored', () => {
  for (const nonsense of ['{', '7', '[7]']) {
    localStorage.setItem('raum.table.chess.before', nonsense)
    expect(HotSeat.at('chess').hasPrevious).toBe(false)
  }
})

test('a game without moves is not stored as a previous game', () => {
  const table = HotSeat.at('chess')
  play(table, 'e2e4')
  table.begin({})
  table.begin({})
  table.restorePrevious()
  expect(notations(table)).toEqual(['e4'])
})

test('an invalid game or one of another kind changes nothing', () => {
  const table = HotSeat.at('chess')
  play(table, 'e2e4')
  expect(() => {
    table.begin({ position: '8/8/8/8/8/8/8/8 w - - 0 1' })
  }).toThrow()
  expect(() => {
    table.put(LocalTable.open('space'))
  }).toThrow('space chess')
  expect(notations(table)).toEqual(['e4'])
  expect(table.hasPrevious).toBe(false)
})

test('the flag falls without a command, and the ending is stored', () => {
  const table = HotSeat.at('chess')
  table.begin({ clock: { initialMillis: 5000, incrementMillis: 0 } })
  const leave = table.subscribe(() => undefined)
  play(table, 'e2e4')
  vi.advanceTimersByTime(4999)
  expect(table.snapshot().view.ending).toBeNull()
  vi.advanceTimersByTime(1)
  expect(table.snapshot().view.ending).toEqual({ winner: 'white', reason: 'time' })
  leave()
  expect(HotSeat.at('chess').snapshot().view.ending?.reason).toBe('time')
})

test('a table does its work once for all subscribers', () => {
  const [one, other] = [HotSeat.at('chess'), HotSeat.at('chess')]
  const heard = [vi.fn(), vi.fn(), vi.fn()]
  const leave = heard.map((changed) => other.subscribe(changed))
  play(one, 'e2e4')
  const tell = () =>
    dispatchEvent(
      new StorageEvent('storage', {
        key: 'raum.table.chess.now',
        newValue: storedTable('chess', 'now'),
      }),
    )
  tell()
  for (const changed of heard) expect(changed).toHaveBeenCalledOnce()
  for (const each of leave) each()
  play(one, 'e7e5')
  tell()
  expect(notations(other)).toEqual(['e4'])
})

test('two pages of a browser show the same table', () => {
  const [one, other] = [HotSeat.at('chess'), HotSeat.at('chess')]
  const leave = other.subscribe(() => undefined)
  play(one, 'e2e4')
  // A browser notifies only the other pages.
  const tell = (newValue: string | null) =>
    dispatchEvent(new StorageEvent('storage', { key: 'raum.table.chess.now', newValue }))
  tell(storedTable('chess', 'now'))
  expect(notations(other)).toEqual(['e4'])
  tell('of a newer page')
  tell(null)
  expect(notations(other)).toEqual(['e4'])
  leave()
})
