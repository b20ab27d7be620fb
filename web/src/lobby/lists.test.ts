import { expect, test } from 'vitest'

import { openRooms, playedRooms, withChanges } from './lists'
import { BLITZ, LISTS, SEEKS, listed } from './testing'

const rooms = (lists: { rooms: { room: string }[] }) => lists.rooms.map(({ room }) => room)

test('absent fields change nothing but the number', () => {
  expect(withChanges(LISTS, { number: 8 })).toEqual({ ...LISTS, number: 8 })
})

test.each([7, 6, 9])('change %i does not continue state 7', (number) => {
  expect(() => withChanges(LISTS, { number })).toThrow()
})

test('seeks are replaced in place, by kind and clock', () => {
  const changed = { kind: 'chess', clock: { ...BLITZ }, count: 2 } as const
  const { seeks } = withChanges(LISTS, { number: 8, seeks: [changed] })
  expect(seeks).toEqual([changed, ...SEEKS.slice(1)])
})

test('rooms are added, replaced and removed, the newest first', () => {
  const before = { ...LISTS, rooms: [listed('B', { since: 2 }), listed('A')] }
  const after = withChanges(before, {
    number: 8,
    rooms: [listed('A', { spectators: 4 }), listed('C', { since: 3 })],
    gone: ['B'],
  })
  expect(rooms(after)).toEqual(['C', 'A'])
  expect(after.rooms[1]?.spectators).toBe(4)
})

test('a room with a game can be watched, another one can be joined', () => {
  const game = { ply: 0, position: '', lastMove: null, turn: 'first' } as const
  const lists = { ...LISTS, rooms: [listed('A'), listed('B', { game })] }
  expect(rooms({ rooms: openRooms(lists) })).toEqual(['A'])
  expect(rooms({ rooms: playedRooms(lists) })).toEqual(['B'])
})
