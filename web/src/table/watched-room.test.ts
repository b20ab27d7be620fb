// The room that the embed watches, over a fake socket.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ROOM, Socket, opened, seatTaken, started } from './testing'
import { WatchedRoom } from './watched-room'

const GAME = [opened('chess'), seatTaken(1), seatTaken(2), started('chess')]

let room: WatchedRoom
let unsubscribe: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
  Socket.all = []
  room = new WatchedRoom(ROOM)
  unsubscribe = room.subscribe(() => undefined)
  Socket.last.open()
})

afterEach(() => {
  unsubscribe()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function say(frame: object): void {
  Socket.last.say(JSON.stringify(frame))
}

function replay(...events: object[]): void {
  const now = Date.now()
  say({
    type: 'welcome',
    version: 1,
    room: ROOM,
    member: null,
    token: 'T',
    last: events.length,
    now,
  })
  entries(1, ...events)
}

function entries(first: number, ...events: object[]): void {
  const entry = (event: object, index: number) => ({ seq: first + index, at: Date.now(), event })
  say({ type: 'entries', entries: events.map(entry) })
}

const sent = () => Socket.last.sent.map((frame) => JSON.parse(frame) as unknown)

const applied = () => say({ type: 'applied', number: 1, seq: 4, member: null })

const HELLO = { type: 'hello', version: 1, after: 0 }
const WATCH = { type: 'command', number: 1, command: { type: 'watch' } }

test('shows a game once the room lets it watch, and sends nothing else', () => {
  replay(...GAME)
  expect(room.state()).toEqual({ status: 'connecting', isRetrying: false })
  applied()
  expect(room.state()).toMatchObject({ status: 'shown', link: 'live' })
  entries(5, { type: 'move-played', move: 'e2e4' })
  expect(room.state()).toMatchObject({ snapshot: { view: { moves: [{ notation: 'e4' }] } } })
  expect(room.position(0).turn).toBe('white')
  expect(() => room.position(2)).toThrow()
  say({ type: 'ping', id: 7, now: Date.now(), lagMillis: 1 })
  expect(sent()).toEqual([HELLO, WATCH, { type: 'pong', id: 7 }])
})

test('a new connection starts again without the token that the server gave', () => {
  replay(...GAME)
  applied()
  Socket.last.end()
  expect(room.state()).toMatchObject({ status: 'shown', link: 'lost' })
  vi.advanceTimersByTime(1000)
  Socket.last.open()
  // The known state stays while the room is replayed.
  replay(...GAME, { type: 'move-played', move: 'e2e4' })
  expect(room.state()).toMatchObject({ link: 'lost', snapshot: { view: { moves: [] } } })
  applied()
  expect(room.state()).toMatchObject({ link: 'live', snapshot: { view: { moves: [{}] } } })
  expect(Socket.all).toHaveLength(2)
  expect(sent()).toEqual([HELLO, WATCH])
})

test.each([4003, 4004])('a room that it may not enter is hidden: %i', (code) => {
  Socket.last.end(code)
  expect(room.state()).toEqual({ status: 'hidden' })
  vi.advanceTimersByTime(60_000)
  expect(Socket.all).toHaveLength(1)
})

test('a room without spectators is hidden, even while a seat is free', () => {
  replay(opened('chess', { spectators: false }), seatTaken(1))
  expect(room.state().status).toBe('connecting')
  say({ type: 'refused', number: 1, code: 'no-spectators', message: 'No.' })
  expect(room.state()).toEqual({ status: 'hidden' })
  expect(Socket.last.isClosed).toBe(true)
})

test('a closed room is shown', () => {
  replay(...GAME, { type: 'move-played', move: 'e2e4' }, { type: 'room-closed' })
  say({ type: 'refused', number: 1, code: 'room-closed', message: 'The room is closed.' })
  expect(room.state()).toMatchObject({ status: 'shown', snapshot: { view: { phase: 'closed' } } })
})

test('a server that cannot be reached is tried again', () => {
  Socket.last.end()
  expect(room.state()).toEqual({ status: 'connecting', isRetrying: true })
  vi.advanceTimersByTime(1000)
  expect(Socket.all).toHaveLength(2)
})

test('a room that ends after it was shown stays', () => {
  replay(...GAME)
  applied()
  Socket.last.end(4003)
  expect(room.state()).toMatchObject({ status: 'shown', link: 'ended' })
})
