// A room in the native dialect, with a socket of its own. What the server says is written as it says it.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { NativeRoom } from './native-room'
import { forgetSeat, keepSeat, keptSeat } from './seats'
import { ROOM, Socket, opened, seatTaken, started } from './testing'
import { changeSettings } from '../settings'

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
  forgetSeat(ROOM)
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

/** Who shows no token gets one. */
function welcome(last: number, { member = null as number | null, token = 'T' } = {}): void {
  const [hello] = sent('hello') as { token?: string }[]
  const given = hello?.token === undefined ? { token } : {}
  say({ type: 'welcome', version: 1, room: ROOM, member, ...given, last, now: Date.now() })
}

function entries(first: number, ...events: object[]): void {
  const entry = (event: object, index: number) => ({ seq: first + index, at: Date.now(), event })
  say({ type: 'entries', entries: events.map(entry) })
}

/** What was sent of a type, over the connection there is. */
function sent(type: string): unknown[] {
  return Socket.last.sent
    .map((frame) => JSON.parse(frame) as { type: string })
    .filter((frame) => frame.type === type)
}

function asked(): unknown[] {
  return (sent('command') as { command: unknown }[]).map(({ command }) => command)
}

describe('a room by its code', () => {
  const code = 'Über uns'

  function enterBy(name: string) {
    room = new NativeRoom(name)
    unsubscribe = room.subscribe(() => undefined)
    Socket.last.open()
  }

  test('is asked for by the code, and goes on under its id', () => {
    enterBy(code)
    expect(Socket.last.address).toMatch(/\/ws\/raum\/%C3%9Cber%20uns$/)
    welcome(2)
    expect(room.state().movedTo).toBeUndefined()
    entries(1, OPENED, ANN)
    expect(room.state()).toMatchObject({ table: null, movedTo: ROOM })
    // The seat is taken under the id.
    expect(asked()).toEqual([])
    expect(keptSeat(code)).toBeNull()
    expect(keptSeat(ROOM)).toMatchObject({ token: null })
  })

  test('leaves the seat alone that is kept under the id', () => {
    keepSeat({ room: ROOM, kind: 'tictactoe', token: 'mine', key: 'key', at: 1 })
    enterBy(code)
    welcome(2)
    entries(1, OPENED, ANN)
    expect(keptSeat(ROOM)).toMatchObject({ token: 'mine', key: 'key' })
  })

  test('shows its token for an id in small letters', () => {
    keepSeat({ room: ROOM, kind: 'tictactoe', token: 'mine', key: null, at: 1 })
    enterBy(ROOM.toLowerCase())
    expect(sent('hello')).toMatchObject([{ token: 'mine' }])
    welcome(2, { member: 1 })
    entries(1, OPENED, ANN)
    expect(room.state().movedTo).toBe(ROOM)
    expect(keptSeat(ROOM)).toMatchObject({ token: 'mine' })
  })
})

describe('arriving', () => {
  test('whoever opens the link takes the free seat, and has kept its token by then', () => {
    changeSettings({ name: 'Ben' })
    enter()
    expect(sent('hello')).toEqual([{ type: 'hello', version: 1, after: 0 }])
    welcome(2)
    expect(asked()).toEqual([])
    entries(1, OPENED, ANN)
    expect(asked()).toEqual([{ type: 'take-seat', name: 'Ben' }])
    expect(keptSeat(ROOM)).toMatchObject({ token: 'T', kind: 'tictactoe', key: null })
    expect(room.isKept).toBe(true)
  })

  test('who has no name is a guest', () => {
    enter()
    welcome(1)
    entries(1, OPENED)
    expect(asked()).toEqual([{ type: 'take-seat', name: 'Guest' }])
  })

  test('a room that is half told is not seen, nor is a seat in it taken', () => {
    enter()
    welcome(4)
    entries(1, OPENED, ANN)
    expect(room.state().table).toBeNull()
    entries(3, BEN, STARTED)
    expect(room.state()).toMatchObject({ line: { status: 'live' } })
    expect(room.seen().view.phase).toBe('playing')
    expect(asked()).toEqual([])
  })

  test('a spectator owns nothing, and is called by name', () => {
    changeSettings({ name: 'Eve' })
    enter()
    welcome(4)
    entries(1, OPENED, ANN, BEN, STARTED)
    expect(asked()).toEqual([{ type: 'watch', name: 'Eve' }])
    expect(keptSeat(ROOM)).toMatchObject({ token: null })
    expect(room.token).toBeNull()
  })

  test('a seat that gets free later is taken by nobody who only watched', () => {
    const rules = { leaver: { type: 'frees-seat' } }
    enter()
    welcome(4)
    entries(1, opened('tictactoe', rules), ANN, BEN, started('tictactoe', rules))
    entries(5, { type: 'seat-left', member: 2 })
    Socket.last.end()
    vi.advanceTimersByTime(300)
    Socket.last.open()
    welcome(5)
    expect(room.seen().view).toMatchObject({ phase: 'waiting', may: { takeSeat: true } })
    expect(asked()).toEqual([])
    expect(keptSeat(ROOM)).toMatchObject({ token: null })
    // Whoever wants it then has kept its token before, too.
    room.ask({ type: 'take-seat', name: 'Eve' })
    expect(asked()).toEqual([{ type: 'take-seat', name: 'Eve' }])
    expect(keptSeat(ROOM)).toMatchObject({ token: 'T' })
  })

  test('the seat that this browser has is there again, and nothing is taken', () => {
    keepSeat({ room: ROOM, kind: 'tictactoe', token: 'mine', key: null, at: 1 })
    enter()
    expect(sent('hello')).toEqual([{ type: 'hello', version: 1, after: 0, token: 'mine' }])
    welcome(4, { member: 1 })
    entries(1, OPENED, ANN, BEN, STARTED)
    expect(asked()).toEqual([])
    expect(room.seen().view.side).toBe('X')
    expect(keptSeat(ROOM)).toMatchObject({ at: Date.now() })
  })

  test('a transfer code is shown instead of what this browser has, once', () => {
    keepSeat({ room: ROOM, kind: 'tictactoe', token: 'mine', key: null, at: 1 })
    enter({ transfer: 'CODE' })
    expect(sent('hello')).toEqual([{ type: 'hello', version: 1, after: 0, transfer: 'CODE' }])
    welcome(4, { member: 2, token: 'theirs' })
    entries(1, OPENED, ANN, BEN, STARTED)
    expect(keptSeat(ROOM)).toMatchObject({ token: 'theirs' })
    Socket.last.end()
    vi.advanceTimersByTime(300)
    Socket.last.open()
    expect(sent('hello')).toEqual([{ type: 'hello', version: 1, after: 4, token: 'theirs' }])
  })

  test('a pass key is shown when it is known, and kept when it was right', () => {
    enter()
    Socket.last.end(4004)
    expect(room.state().line).toMatchObject({ status: 'ended', close: { code: 4004 } })
    room.reconnect('sesame')
    Socket.last.open()
    expect(sent('hello')).toEqual([{ type: 'hello', version: 1, after: 0, key: 'sesame' }])
    expect(keptSeat(ROOM)).toBeNull()
    welcome(1)
    entries(1, opened('tictactoe', { passKey: true }))
    expect(keptSeat(ROOM)).toMatchObject({ key: 'sesame' })
  })
})

describe('playing', () => {
  beforeEach(() => {
    keepSeat({ room: ROOM, kind: 'tictactoe', token: 'mine', key: null, at: 1 })
    enter()
    welcome(4, { member: 1 })
    entries(1, OPENED, ANN, BEN, STARTED)
  })

  test('a move shows at once, is sent again after a loss, and stands once', () => {
    Socket.last.end()
    room.ask({ type: 'play', move: '4', ply: 0 })
    expect(room.seen().view).toMatchObject({ pending: true, moves: [{ text: '4' }] })
    vi.advanceTimersByTime(300)
    Socket.last.open()
    welcome(4, { member: 1 })
    expect(asked()).toEqual([{ type: 'play', move: '4', ply: 0 }])
    entries(5, { type: 'move-played', move: '4' })
    say({ type: 'applied', number: 1, seq: 5, member: 1 })
    expect(room.seen().view).toMatchObject({ pending: false, moves: [{ text: '4' }] })
  })

  test('a name is changed in the seat, and kept for the next room', () => {
    room.rename('Anna')
    expect(asked()).toEqual([{ type: 'rename', name: 'Anna' }])
    entries(5, { type: 'renamed', member: 1, name: 'Anna' })
    expect(room.seen().view.seats[0]).toMatchObject({ name: 'Anna', mine: true })
  })

  test('an opponent who is away can be claimed from when the time has come', () => {
    const since = Date.now() - 20_000
    say({ type: 'presence', away: [{ member: 2, since }], spectators: 1, watchers: ['Eve'] })
    expect(room.seen().view).toMatchObject({ claimInMillis: 40_000, watchers: ['Eve'] })
    expect(room.seen().view.may.claimAbsence).toBe(false)
    const changed = vi.fn()
    const stop = room.subscribe(changed)
    vi.advanceTimersByTime(40_000)
    expect(changed).toHaveBeenCalled()
    expect(room.seen().view).toMatchObject({ claimInMillis: 0, may: { claimAbsence: true } })
    stop()
  })

  test('a newer page has the seat: this one says so, and takes it back when asked', () => {
    Socket.last.end(4006)
    expect(room.state().line).toMatchObject({ status: 'ended', close: { code: 4006 } })
    expect(room.seen().view.phase).toBe('playing')
    room.reconnect()
    Socket.last.open()
    expect(sent('hello')).toEqual([{ type: 'hello', version: 1, after: 4, token: 'mine' }])
    welcome(4, { member: 1 })
    expect(room.state().line.status).toBe('live')
  })

  test('asks to be loaded again at an entry of a newer raum', () => {
    entries(5, { type: 'bot-seated', level: 7 })
    expect(room.state().line).toMatchObject({ status: 'ended', close: { code: 4002 } })
    vi.advanceTimersByTime(100_000)
    expect(Socket.all).toHaveLength(1)
  })

  test('what changes nothing leaves the same object, and tells nobody', () => {
    const presence = { type: 'presence', away: [], spectators: 1, watchers: ['Eve'] }
    say(presence)
    room.ask({ type: 'play', move: '4', ply: 0 })
    const answers = { member: 1, number: 1 }
    const event = { type: 'move-played', move: '4' }
    say({ type: 'entries', entries: [{ seq: 5, at: Date.now(), answers, event }] })
    const [seen, state] = [room.seen(), room.state()]
    const changed = vi.fn()
    const stop = room.subscribe(changed)
    say({ type: 'applied', number: 1, seq: 5, member: 1 })
    say(presence)
    vi.advanceTimersByTime(20_000)
    say({ type: 'ping', id: 1, now: Date.now() })
    expect(sent('pong')).toEqual([{ type: 'pong', id: 1 }])
    expect(changed).not.toHaveBeenCalled()
    expect(room.seen()).toBe(seen)
    expect(room.state()).toBe(state)
    entries(6, { type: 'move-played', move: '0' })
    expect(changed).toHaveBeenCalledOnce()
    expect(room.seen()).not.toBe(seen)
    expect(room.seen().view.moves.map(({ text }) => text)).toEqual(['4', '0'])
    stop()
  })

  test('a claim comes in time after the line was lost, too', () => {
    say({ type: 'presence', away: [{ member: 2, since: Date.now() }], spectators: 0 })
    vi.advanceTimersByTime(50_000)
    Socket.last.end()
    expect(room.state().line.status).toBe('lost')
    expect(room.seen().view.may.claimAbsence).toBe(false)
    vi.advanceTimersByTime(10_000)
    expect(room.seen().view.may.claimAbsence).toBe(true)
  })

  test('the line is there while somebody listens', () => {
    const { last } = Socket
    unsubscribe()
    expect(last.isClosed).toBe(true)
    unsubscribe = room.subscribe(() => undefined)
    expect(Socket.last).not.toBe(last)
  })

  test('a clock runs on between two views, whatever the pings say', () => {
    const clock = { initialMillis: 300_000, incrementMillis: 0 }
    entries(5, started('tictactoe', { clock }, 2))
    entries(6, { type: 'move-played', move: '4' }, { type: 'move-played', move: '0' })
    const seen = room.seen()
    expect(seen.view.clocks).toEqual({ leftMillis: [300_000, 300_000], running: 'X' })
    vi.advanceTimersByTime(20_000)
    // A network that takes its time.
    say({ type: 'ping', id: 1, now: Date.now() - 100 })
    expect(room.seen()).toBe(seen)
    entries(8, { type: 'said', member: 2, name: 'Ben', text: 'Well?' })
    expect(room.seen().view.clocks?.leftMillis).toEqual([280_000, 300_000])
    expect(Date.now() - seen.at).toBe(20_000)
    // Somebody has set the clock of this machine.
    say({ type: 'ping', id: 2, now: Date.now() + 60_000 })
    expect(room.seen().view.clocks?.leftMillis).toEqual([220_000, 300_000])
  })

  test('journal and PGN are as the room tells them', () => {
    expect(room.journal().trimEnd().split('\n')).toHaveLength(4)
    expect(room.pgn()).toContain('[White "Ann"]')
  })
})
