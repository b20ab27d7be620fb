// Rooms in the space chess dialect. e2e checks their frames against the schema, over a real socket.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { CANNOT_RESUME, NOT_SUPPORTED, UNREACHABLE } from '../words-online'
import type { Ending, View } from '../raum'
import { readTable } from './files'
import { SpaceRoom } from './space-room'
import { play } from './table'
import { Socket } from './testing'

const MATE = ['Bc1Cc1', 'Dd5Ce4', 'Bb1Dd3', 'Dc5Ac2']

let leave: () => void = () => undefined

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
  Socket.all = []
})

afterEach(() => {
  leave()
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function hear(frame: object) {
  Socket.last.say(JSON.stringify(frame))
}

function said(): unknown[] {
  return Socket.last.sent.map((frame) => JSON.parse(frame) as unknown)
}

function made(by: 'white' | 'black', text: string) {
  const promotion = text.slice(6) || undefined
  hear({ type: 'move_made', by, from: text.slice(0, 3), to: text.slice(3, 6), promotion })
}

/** A client that has opened the link of a room. */
function joined(room = 'ROOM'): SpaceRoom {
  const remote = SpaceRoom.of(room)
  leave = remote.subscribe(() => undefined)
  Socket.last.open()
  return remote
}

/** A client whose game has started. */
function started(color: 'white' | 'black', initialPosition?: string): SpaceRoom {
  const remote = joined()
  hear({ type: 'game_start', color, initialPosition })
  return remote
}

const view = (remote: SpaceRoom): View => remote.snapshot().view
const line = (remote: SpaceRoom) => remote.state().connection

test('a created game waits for its opponent across screens', async () => {
  const creating = SpaceRoom.create()
  Socket.last.open()
  expect(said()).toEqual([{ type: 'create_game' }])
  hear({ type: 'game_created', gameId: 'ABC' })
  const created = await creating
  expect(created.room).toBe('ABC')
  const remote = SpaceRoom.of('ABC')
  expect(remote).toBe(created)
  leave = remote.subscribe(() => undefined)
  // Another screen of the same room.
  leave()
  leave = remote.subscribe(() => undefined)
  vi.runAllTimers()
  expect(view(remote)).toMatchObject({ phase: 'waiting', side: null, seats: [{ mine: true }] })
  hear({ type: 'game_start', color: 'black' })
  expect(view(remote)).toMatchObject({ phase: 'playing', side: 'black', may: { play: false } })
  expect(Socket.all).toHaveLength(1)
  leave()
  vi.runAllTimers()
  expect(Socket.last.isClosed).toBe(true)
  expect(SpaceRoom.of('ABC')).not.toBe(remote)
})

test('a creator joins the same game again after a restart of the server', async () => {
  const creating = SpaceRoom.create()
  Socket.last.open()
  hear({ type: 'game_created', gameId: 'ABC' })
  const remote = await creating
  leave = remote.subscribe(() => undefined)
  Socket.last.end(1012, 'the server restarts')
  expect(remote.state().connection.status).toBe('lost')
  vi.advanceTimersByTime(20_000)
  expect(Socket.all).toHaveLength(2)
  Socket.last.open()
  expect(said()).toEqual([{ type: 'join_game', gameId: 'ABC' }])
  hear({ type: 'game_created', gameId: 'ABC' })
  expect(remote.state().connection.status).toBe('live')
  expect(view(remote)).toMatchObject({ phase: 'waiting', side: null, seats: [{ mine: true }] })
  hear({ type: 'game_start', color: 'white' })
  expect(view(remote)).toMatchObject({ phase: 'playing', side: 'white' })
})

test('an error during creation is reported', async () => {
  const creating = SpaceRoom.create()
  Socket.last.open()
  hear({ type: 'error', code: 'server_full', message: 'The server is full. Try again later.' })
  await expect(creating).rejects.toThrow('The server is full. Try again later.')
  const unheard = SpaceRoom.create()
  Socket.last.end(1006, '')
  await expect(unheard).rejects.toThrow(UNREACHABLE)
})

test('a move shows at once as pending, until the server confirms it', () => {
  const remote = started('white')
  expect(said()).toEqual([{ type: 'join_game', gameId: 'ROOM' }])
  expect(view(remote)).toMatchObject({ phase: 'playing', side: 'white', may: { play: true } })
  play(remote, 'Bc1Cc1')
  expect(said().at(-1)).toEqual({ type: 'move', from: 'Bc1', to: 'Cc1' })
  expect(view(remote)).toMatchObject({ pending: true, may: { play: false }, unanswered: 1 })
  expect(view(remote).position.legal).toEqual([])
  expect(view(remote).moves).toHaveLength(1)
  made('white', 'Bc1Cc1')
  expect(view(remote)).toMatchObject({ pending: false, unanswered: 0, moves: [{ text: 'Bc1Cc1' }] })
  made('black', 'Dd5Ce4')
  expect(view(remote).moves.map(({ notation }) => notation)).toEqual(['QCc1', 'UCe4'])
  expect(view(remote).may.play).toBe(true)
  expect(remote.position(1).pieces).not.toEqual(remote.position(2).pieces)
})

test('only legal moves are sent', () => {
  const remote = started('white')
  const before = said()
  play(remote, 'Aa2Aa5')
  expect(view(remote).refused?.code).toBe('illegal-move')
  remote.ask({ type: 'resign' })
  expect(view(remote).refused?.message).toBe(NOT_SUPPORTED)
  remote.rename('Ann')
  play(remote, 'Bc1Cc1')
  play(remote, 'Dd5Ce4')
  expect(view(remote).refused?.code).toBe('not-your-turn')
  expect(said()).toEqual([...before, { type: 'move', from: 'Bc1', to: 'Cc1' }])
})

test('a refused move is taken back, and the error is shown', () => {
  const remote = started('white')
  play(remote, 'Bc1Cc1')
  hear({ type: 'error', code: 'game_too_long', message: 'The game has become too long.' })
  expect(view(remote)).toMatchObject({
    phase: 'playing',
    moves: [],
    pending: false,
    refused: { code: 'game_too_long', message: 'The game has become too long.' },
    may: { play: true },
  })
})

test('a promotion has a field of its own in the frame', () => {
  const start = '5/5/5/5/K4|5/5/5/5/5|5/5/5/5/5|2P2/5/5/5/5|5/5/5/5/4k w 0 1'
  const remote = started('white', start)
  expect(view(remote).position.text).toBe(start)
  play(remote, 'Dc5Ec5U')
  expect(said().at(-1)).toEqual({ type: 'move', from: 'Dc5', to: 'Ec5', promotion: 'U' })
  made('white', 'Dc5Ec5U')
  expect(view(remote).position.pieces).toContainEqual({
    cell: { x: 2, y: 4, z: 4 },
    side: 'white',
    role: 'unicorn',
  })
})

test('the rules end the game by mate once the server has confirmed the move', () => {
  const remote = started('black')
  for (const [ply, text] of MATE.slice(0, 3).entries()) made(ply % 2 ? 'black' : 'white', text)
  play(remote, 'Dc5Ac2')
  expect(view(remote)).toMatchObject({ phase: 'playing', pending: true, ending: null })
  made('black', 'Dc5Ac2')
  const ending = { winner: 'black', reason: 'checkmate' }
  expect(view(remote)).toMatchObject({ phase: 'over', ending, may: { play: false } })
  // A later error does not change the ending.
  hear({ type: 'error', code: 'game_over', message: 'The game is over.' })
  expect(view(remote)).toMatchObject({ ending, refused: { message: 'The game is over.' } })
})

test('an error reports an ending that the board does not show, and a new game can start', () => {
  const remote = started('black')
  const message = 'Black wins by resignation.'
  hear({ type: 'error', code: 'game_over', message })
  expect(view(remote)).toMatchObject({
    phase: 'over',
    ending: { winner: 'black', reason: 'resignation' },
    refused: { message },
  })
  expect(remote.pgn()).toContain('[Result "0-1"]')
  hear({ type: 'game_start', color: 'white' })
  expect(view(remote)).toMatchObject({ phase: 'playing', game: 2, ending: null, refused: null })
})

test.each<[string, Ending]>([
  ['White wins on time.', { winner: 'white', reason: 'time' }],
  ['Black wins because the other side was away too long.', { winner: 'black', reason: 'absence' }],
  ['White wins because the other side left.', { winner: 'white', reason: 'leaving' }],
  ['Your opponent has left.', { winner: null, reason: 'leaving' }],
  [
    "The game has no result: the server restarted and a player couldn't reconnect.",
    { winner: null, reason: 'interrupted' },
  ],
  ['The game is drawn by agreement.', { winner: null, reason: 'agreement' }],
  ['The game is drawn by threefold repetition.', { winner: null, reason: 'threefold-repetition' }],
  [
    'The game is drawn by seventy-five moves without a capture or a pawn move.',
    { winner: null, reason: 'seventy-five-moves' },
  ],
  [
    'The game is drawn by fifty moves without a capture or a pawn move.',
    { winner: null, reason: 'fifty-moves' },
  ],
  ['The game is drawn because neither side can win.', { winner: null, reason: 'dead-position' }],
])('%s', (message, ending) => {
  const remote = started('black')
  hear({ type: 'error', code: 'game_over', message })
  expect(view(remote).ending).toEqual(ending)
})

test.each([
  ['unknown_game', 4003],
  ['seats_taken', 4004],
  ['too_many_requests', 4008],
])('the error %s rejects a join', (code, close) => {
  const remote = joined()
  hear({ type: 'error', code, message: 'No.' })
  expect(remote.state()).toEqual({
    connection: { status: 'ended', close: { code: close, reason: 'No.' } },
    table: null,
  })
  expect(Socket.last.isClosed).toBe(true)
  remote.reconnect()
  Socket.last.open()
  expect(said()).toEqual([{ type: 'join_game', gameId: 'ROOM' }])
  expect(line(remote).status).toBe('connecting')
})

test('a join without a response waits, and joins again after a lost connection', () => {
  const remote = joined()
  expect(remote.state().table).toBeNull()
  vi.advanceTimersByTime(1000)
  expect(view(remote).phase).toBe('waiting')
  expect(line(remote).status).toBe('live')
  Socket.last.end()
  expect(line(remote).status).toBe('lost')
  vi.advanceTimersByTime(300)
  Socket.last.open()
  expect(said()).toEqual([{ type: 'join_game', gameId: 'ROOM' }])
  hear({ type: 'game_start', color: 'white' })
  expect(view(remote)).toMatchObject({ phase: 'playing', game: 1 })
})

test('a game whose connection is lost ends, because the dialect cannot resume it', () => {
  const remote = started('white')
  made('white', 'Bc1Cc1')
  Socket.last.end(1012)
  expect(line(remote)).toEqual({
    status: 'ended',
    close: { code: 1012, reason: CANNOT_RESUME },
  })
  expect(view(remote).moves).toHaveLength(1)
  vi.advanceTimersByTime(100_000)
  expect(Socket.all).toHaveLength(1)
  // A new connection has no claim to the seat.
  remote.reconnect()
  Socket.last.open()
  hear({ type: 'error', code: 'seats_taken', message: 'Both seats are taken.' })
  expect(line(remote).close?.reason).toBe('Both seats are taken.')
  expect(view(remote).may.play).toBe(false)
})

test('an impossible move ends the connection', () => {
  const remote = started('white')
  made('black', 'Ea4Ea3')
  expect(line(remote)).toMatchObject({ status: 'ended', close: { code: 4000 } })
  expect(view(remote).moves).toEqual([])
})

test('the game can be saved as PGN and as a journal', () => {
  const remote = started('black')
  for (const [ply, text] of MATE.entries()) made(ply % 2 ? 'black' : 'white', text)
  expect(readTable(remote.pgn(), 'space').view().moves).toHaveLength(4)
  expect(remote.journal().split('\n').length).toBeGreaterThan(2)
})
