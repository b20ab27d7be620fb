// Rooms in the native dialect over a fake socket. Frames are written as the server sends them.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { NativeRoom } from './native-room'
import { removeSeat, storeSeat, storedSeat } from './seats'
import { opened, ROOM, seatTaken, Socket, started } from './testing'
import { changeSettings, currentSettings } from '../settings'

const OPENED = opened('tictactoe')
const [ANN, BEN] = [seatTaken(1), seatTaken(2)]
const STARTED = started('tictactoe')

let room: NativeRoom
let unsubscribe: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(1_790_000_000_000)
  vi.stubGlobal('WebSocket', Socket)
  Socket.all = []
  changeSettings({ name: '' })
  removeSeat(ROOM)
})

afterEach(() => {
  unsubscribe()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function enter(options?: { transfer: string }): void {
  room = new NativeRoom(ROOM, options)
  unsubscribe = room.subscribe(() => undefined)
  Socket.last.open()
}

function say(frame: object): void {
  Socket.last.say(JSON.stringify(frame))
}

/** A client without a token gets one. */
function welcome(last: number, { member = null as number | null, token = 'T' } = {}): void {
  const [hello] = sent('hello') as { token?: string }[]
  const given = hello?.token === undefined ? { token } : {}
  say({ type: 'welcome', version: 1, room: ROOM, member, ...given, last, now: Date.now() })
}

function entries(first: number, ...events: object[]): void {
  const entry = (event: object, index: number) => ({ seq: first + index, at: Date.now(), event })
  say({ type: 'entries', entries: events.map(entry) })
}

/** The frames of a type that were sent over the current connection. */
function sent(type: string): unknown[] {
  return Socket.last.sent
    .map((frame) => JSON.parse(frame) as { type: string })
    .filter((frame) => frame.type === type)
}

function asked(): unknown[] {
  return (sent('command') as { command: unknown }[]).map(({ command }) => command)
}

test('the time for a first move is by this device’s clock', () => {
  vi.useFakeTimers()
  storeSeat({ room: ROOM, kind: 'tictactoe', token: 'mine', key: null, at: 1 })
  enter()
  const rules = { firstMoveMillis: 30_000 }
  const events = [
    opened('tictactoe', rules),
    seatTaken(1),
    seatTaken(2),
    started('tictactoe', rules),
  ]
  // The server's clock is an hour ahead.
  const now = Date.now() + 3_600_000
  say({ type: 'welcome', version: 1, room: ROOM, member: 1, last: events.length, now })
  say({
    type: 'entries',
    entries: events.map((event, index) => ({ seq: index + 1, at: now, event })),
  })
  expect(room.snapshot().view.firstMoveBy).toBe(Date.now() + 30_000)
})

describe('a room opened by its code', () => {
  const code = 'Über uns'

  function enterBy(name: string) {
    room = new NativeRoom(name)
    unsubscribe = room.subscribe(() => undefined)
    Socket.last.open()
  }

  test('connects by the code, and continues under its id', () => {
    enterBy(code)
    expect(Socket.last.address).toMatch(/\/ws\/raum\/%C3%9Cber%20uns$/)
    welcome(2)
    expect(room.state().movedTo).toBeUndefined()
    entries(1, OPENED, ANN)
    expect(room.state()).toMatchObject({ table: null, movedTo: ROOM })
    // The page takes the seat under the id.
    expect(asked()).toEqual([])
    expect(storedSeat(code)).toBeNull()
    expect(storedSeat(ROOM)).toMatchObject({ token: null })
  })

  test('does not replace the seat that is stored under the id', () => {
    storeSeat({ room: ROOM, kind: 'tictactoe', token: 'mine', key: 'key', at: 1 })
    enterBy(code)
    welcome(2)
    entries(1, OPENED, ANN)
    expect(storedSeat(ROOM)).toMatchObject({ token: 'mine', key: 'key' })
  })

  test('finds its token for an id in lower case', () => {
    storeSeat({ room: ROOM, kind: 'tictactoe', token: 'mine', key: null, at: 1 })
    enterBy(ROOM.toLowerCase())
    expect(sent('hello')).toMatchObject([{ token: 'mine' }])
    welcome(2, { member: 1 })
    entries(1, OPENED, ANN)
    expect(room.state().movedTo).toBe(ROOM)
    expect(storedSeat(ROOM)).toMatchObject({ token: 'mine' })
  })
})

describe('entering', () => {
  test('a client that opens the link takes the free seat, and stores its token first', () => {
    changeSettings({ name: 'Ben' })
    enter()
    expect(sent('hello')).toEqual([{ type: 'hello', version: 1, after: 0 }])
    welcome(2)
    expect(asked()).toEqual([])
    entries(1, OPENED, ANN)
    expect(asked()).toEqual([{ type: 'take-seat', name: 'Ben' }])
    expect(storedSeat(ROOM)).toMatchObject({ token: 'T', kind: 'tictactoe', key: null })
    expect(room.isStored).toBe(true)
  })

  test('a client without a name is a guest with an invented one', () => {
    enter()
    welcome(1)
    entries(1, OPENED)
    const { name, isNamed } = currentSettings()
    expect(name).toMatch(/^Guest [A-Z][a-z]+$/)
    expect(isNamed).toBe(false)
    expect(asked()).toEqual([{ type: 'take-seat', name }])
  })

  test('a partial replay shows no room and takes no seat', () => {
    enter()
    welcome(4)
    entries(1, OPENED, ANN)
    expect(room.state().table).toBeNull()
    entries(3, BEN, STARTED)
    expect(room.state()).toMatchObject({ connection: { status: 'live' } })
    expect(room.snapshot().view.phase).toBe('playing')
    expect(asked()).toEqual([])
  })

  test('a spectator stores no token, and gives its name', () => {
    changeSettings({ name: 'Eve' })
    enter()
    welcome(4)
    entries(1, OPENED, ANN, BEN, STARTED)
    expect(asked()).toEqual([{ type: 'watch', name: 'Eve' }])
    expect(storedSeat(ROOM)).toMatchObject({ token: null })
    expect(room.token).toBeNull()
  })

  test('a spectator does not take a seat that is freed later', () => {
    const rules = { leaver: { type: 'frees-seat' } }
    enter()
    welcome(4)
    entries(1, opened('tictactoe', rules), ANN, BEN, started('tictactoe', rules))
    entries(5, { type: 'seat-left', member: 2 })
    Socket.last.end()
    vi.advanceTimersByTime(300)
    Socket.last.open()
    welcome(5)
    expect(room.snapshot().view).toMatchObject({ phase: 'waiting', may: { takeSeat: true } })
    expect(asked()).toEqual([])
    expect(storedSeat(ROOM)).toMatchObject({ token: null })
    // Asking for the seat stores its token first, too.
    room.ask({ type: 'take-seat', name: 'Eve' })
    expect(asked()).toEqual([{ type: 'take-seat', name: 'Eve' }])
    expect(storedSeat(ROOM)).toMatchObject({ token: 'T' })
  })

  test('a stored seat is resumed, and no seat is taken', () => {
    storeSeat({ room: ROOM, kind: 'tictactoe', token: 'mine', key: null, at: 1 })
    enter()
    expect(sent('hello')).toEqual([{ type: 'hello', version: 1, after: 0, token: 'mine' }])
    welcome(4, { member: 1 })
    entries(1, OPENED, ANN, BEN, STARTED)
    expect(asked()).toEqual([])
    expect(room.snapshot().view.side).toBe('X')
    expect(storedSeat(ROOM)).toMatchObject({ at: Date.now() })
  })

  test('a transfer code is sent once, instead of the stored token', () => {
    storeSeat({ room: ROOM, kind: 'tictactoe', token: 'mine', key: null, at: 1 })
    enter({ transfer: 'CODE' })
    expect(sent('hello')).toEqual([{ type: 'hello', version: 1, after: 0, transfer: 'CODE' }])
    welcome(4, { member: 2, token: 'theirs' })
    entries(1, OPENED, ANN, BEN, STARTED)
    expect(storedSeat(ROOM)).toMatchObject({ token: 'theirs' })
    Socket.last.end()
    vi.advanceTimersByTime(300)
    Socket.last.open()
    expect(sent('hello')).toEqual([{ type: 'hello', version: 1, after: 4, token: 'theirs' }])
  })

  test('a known pass key is sent, and stored once it was right', () => {
    enter()
    Socket.last.end(4004)
    expect(room.state().connection).toMatchObject({ status: 'ended', close: { code: 4004 } })
    room.reconnect('sesame')
    Socket.last.open()
    expect(sent('hello')).toEqual([{ type: 'hello', version: 1, after: 0, key: 'sesame' }])
    expect(storedSeat(ROOM)).toBeNull()
    welcome(1)
    entries(1, opened('tictactoe', { passKey: true }))
    expect(storedSeat(ROOM)).toMatchObject({ key: 'sesame' })
  })
})

describe('playing', () => {
  beforeEach(() => {
    storeSeat({ room: ROOM, kind: 'tictactoe', token: 'mine', key: null, at: 1 })
    enter()
    welcome(4, { member: 1 })
    entries(1, OPENED, ANN, BEN, STARTED)
  })

  test('a move shows at once, is sent again after a reconnect, and is played once', () => {
    Socket.last.end()
    room.ask({ type: 'play', move: '4', ply: 0 })
    expect(room.snapshot().view).toMatchObject({ pending: true, moves: [{ text: '4' }] })
    vi.advanceTimersByTime(300)
    Socket.last.open()
    welcome(4, { member: 1 })
    expect(asked()).toEqual([{ type: 'play', move: '4', ply: 0 }])
    entries(5, { type: 'move-played', move: '4' })
    say({ type: 'applied', number: 1, seq: 5, member: 1 })
    expect(room.snapshot().view).toMatchObject({ pending: false, moves: [{ text: '4' }] })
  })

  test('a rename changes the seat, and is stored for the next room', () => {
    room.rename('Anna')
    expect(asked()).toEqual([{ type: 'rename', name: 'Anna' }])
    entries(5, { type: 'renamed', member: 1, name: 'Anna' })
    expect(room.snapshot().view.seats[0]).toMatchObject({ name: 'Anna', mine: true })
  })

  test('the game of an absent opponent can be claimed after the grace', () => {
    entries(5, { type: 'move-played', move: '4' })
    const since = Date.now()
    vi.advanceTimersByTime(20_000)
    say({ type: 'presence', away: [{ member: 2, since }], spectators: 1, watchers: ['Eve'] })
    expect(room.snapshot().view).toMatchObject({ claimInMillis: 40_000, watchers: ['Eve'] })
    expect(room.snapshot().view.may.claimAbsence).toBe(false)
    const changed = vi.fn()
    const stop = room.subscribe(changed)
    vi.advanceTimersByTime(40_000)
    expect(changed).toHaveBeenCalled()
    expect(room.snapshot().view).toMatchObject({ claimInMillis: 0, may: { claimAbsence: true } })
    stop()
  })

  test('a page whose seat a newer page took reports it, and can take it back', () => {
    Socket.last.end(4006)
    expect(room.state().connection).toMatchObject({ status: 'ended', close: { code: 4006 } })
    expect(room.snapshot().view.phase).toBe('playing')
    room.reconnect()
    Socket.last.open()
    expect(sent('hello')).toEqual([{ type: 'hello', version: 1, after: 4, token: 'mine' }])
    welcome(4, { member: 1 })
    expect(room.state().connection.status).toBe('live')
  })

  test('an entry of a newer version ends the connection with a request to reload', () => {
    entries(5, { type: 'bot-seated', level: 7 })
    expect(room.state().connection).toMatchObject({ status: 'ended', close: { code: 4002 } })
    vi.advanceTimersByTime(100_000)
    expect(Socket.all).toHaveLength(1)
  })

  test('frames without changes keep the same snapshot and notify no listener', () => {
    const presence = { type: 'presence', away: [], spectators: 1, watchers: ['Eve'] }
    say(presence)
    room.ask({ type: 'play', move: '4', ply: 0 })
    const answers = { member: 1, number: 1 }
    const event = { type: 'move-played', move: '4' }
    say({ type: 'entries', entries: [{ seq: 5, at: Date.now(), answers, event }] })
    const [seen, state] = [room.snapshot(), room.state()]
    const changed = vi.fn()
    const stop = room.subscribe(changed)
    say({ type: 'applied', number: 1, seq: 5, member: 1 })
    say(presence)
    vi.advanceTimersByTime(20_000)
    say({ type: 'ping', id: 1, now: Date.now() })
    expect(sent('pong')).toEqual([{ type: 'pong', id: 1 }])
    expect(changed).not.toHaveBeenCalled()
    expect(room.snapshot()).toBe(seen)
    expect(room.state()).toBe(state)
    entries(6, { type: 'move-played', move: '0' })
    expect(changed).toHaveBeenCalledOnce()
    expect(room.snapshot()).not.toBe(seen)
    expect(room.snapshot().view.moves.map(({ text }) => text)).toEqual(['4', '0'])
    stop()
  })

  test('a claim also becomes possible in time after a lost connection', () => {
    entries(5, { type: 'move-played', move: '4' })
    say({ type: 'presence', away: [{ member: 2, since: Date.now() }], spectators: 0 })
    vi.advanceTimersByTime(50_000)
    Socket.last.end()
    expect(room.state().connection.status).toBe('lost')
    expect(room.snapshot().view.may.claimAbsence).toBe(false)
    vi.advanceTimersByTime(10_000)
    expect(room.snapshot().view.may.claimAbsence).toBe(true)
  })

  test('the room is connected while it has subscribers', () => {
    const { last } = Socket
    unsubscribe()
    expect(last.isClosed).toBe(true)
    unsubscribe = room.subscribe(() => undefined)
    expect(Socket.last).not.toBe(last)
  })

  test('pings with network delay do not disturb the clock of a view', () => {
    const clock = { initialMillis: 300_000, incrementMillis: 0 }
    entries(5, started('tictactoe', { clock }, 2))
    entries(6, { type: 'move-played', move: '4' }, { type: 'move-played', move: '0' })
    const seen = room.snapshot()
    expect(seen.view.clocks).toEqual({ leftMillis: [300_000, 300_000], running: 'X' })
    vi.advanceTimersByTime(20_000)
    // A slow network.
    say({ type: 'ping', id: 1, now: Date.now() - 100 })
    expect(room.snapshot()).toBe(seen)
    entries(8, { type: 'said', member: 2, name: 'Ben', text: 'Well?' })
    expect(room.snapshot().view.clocks?.leftMillis).toEqual([280_000, 300_000])
    expect(Date.now() - seen.at).toBe(20_000)
    // The clock of this machine was set.
    say({ type: 'ping', id: 2, now: Date.now() + 60_000 })
    expect(room.snapshot().view.clocks?.leftMillis).toEqual([220_000, 300_000])
  })

  test('journal and PGN have all entries of the room', () => {
    expect(room.journal().trimEnd().split('\n')).toHaveLength(4)
    expect(room.pgn()).toContain('[White "Ann"]')
  })
})
