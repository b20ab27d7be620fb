// The connection to the lobby and the search, against a scripted server. Clauses are of docs/dialects/lobby.md.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { Lobby } from './lobby'
import { BLITZ, LISTS, commands, hello, hide, listed, prepare, say, welcome } from './testing'
import { changeSettings } from '../settings'
import { storedSeat } from '../table/seats'
import { Socket } from '../table/testing'

const WISH = { kind: 'chess', clock: BLITZ, from: null } as const

let lobby: Lobby
let unsubscribe: () => void

beforeEach(() => {
  prepare()
  vi.useFakeTimers()
  changeSettings({ name: 'Ann', watchable: false })
  lobby = new Lobby()
  unsubscribe = lobby.subscribe(() => undefined)
})

afterEach(() => {
  lobby.withdraw()
  unsubscribe()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Breaks the connection, and waits for the next one. */
function reconnect() {
  Socket.last.end()
  vi.advanceTimersByTime(20_000)
}

const seekState = () => lobby.state().seek?.state

describe('connecting (clauses 1 to 5)', () => {
  test('a new browser stores its token, and sends it next time', () => {
    expect(Socket.last.address).toMatch(/^ws:.*\/ws\/lobby$/)
    welcome()
    expect(hello()).toEqual({ type: 'hello', version: 1 })
    reconnect()
    Socket.last.open()
    expect(hello()).toMatchObject({ token: 'mine' })
  })

  test('tabs that get a token each at the same time agree on the first', () => {
    Socket.last.open()
    localStorage.setItem('raum.lobby', 'theirs')
    say({ type: 'welcome', now: 0, token: 'mine' })
    expect(Socket.last.isClosed).toBe(true)
    vi.advanceTimersByTime(1000)
    Socket.last.open()
    expect(hello()).toMatchObject({ token: 'theirs' })
  })

  test('the lists follow the changes', () => {
    welcome()
    expect(lobby.state()).toMatchObject({ status: 'live', lists: LISTS })
    say({ type: 'changes', number: 8, people: 4, rooms: [listed('A')] })
    expect(lobby.state().lists).toMatchObject({ people: 4, rooms: [{ room: 'A' }] })
  })

  test('after a reconnect the lists resume', () => {
    welcome()
    say({ type: 'changes', number: 8, people: 4 })
    reconnect()
    Socket.last.open()
    expect(hello()).toMatchObject({ after: 8, mark: 'ab' })
    say({ type: 'welcome', now: Date.now() })
    say({ type: 'changes', number: 9, people: 5 })
    expect(lobby.state().lists?.people).toBe(5)
  })

  test('after a gap the lists are requested anew, and stay on screen meanwhile', () => {
    welcome()
    say({ type: 'changes', number: 9, people: 4 })
    expect(lobby.state().lists?.people).toBe(3)
    vi.advanceTimersByTime(20_000)
    Socket.last.open()
    expect(hello()).not.toHaveProperty('after')
    welcome({ lists: { ...LISTS, number: 9, people: 4 } })
    expect(lobby.state().lists?.people).toBe(4)
  })

  test('a ping is answered', () => {
    welcome()
    say({ type: 'ping', id: 4 })
    expect(JSON.parse(Socket.last.sent.at(-1) ?? '')).toEqual({ type: 'pong', id: 4 })
  })

  test('the connection ends with the last subscriber', () => {
    welcome()
    unsubscribe()
    expect(Socket.last.isClosed).toBe(true)
  })
})

describe('a search (clauses 6 to 9)', () => {
  test('is sent with the name and the wish to be watched', () => {
    changeSettings({ watchable: true })
    welcome()
    lobby.seek(WISH)
    expect(commands()).toEqual([
      { type: 'seek', kind: 'chess', clock: BLITZ, name: 'Ann', listed: true },
    ])
    expect(seekState()).toBe('waiting')
  })

  test('waits for the connection', () => {
    lobby.seek(WISH)
    expect(Socket.last.sent).toEqual([])
    welcome()
    expect(commands()).toMatchObject([{ type: 'seek' }])
  })

  test('survives the last subscriber, and is sent again after a reconnect', () => {
    welcome()
    lobby.seek(WISH)
    unsubscribe()
    expect(Socket.last.isClosed).toBe(false)
    say({ type: 'seek', state: 'offered', until: Date.now() + 10_000 })
    reconnect()
    expect(seekState()).toBe('offered')
    welcome()
    expect(commands()).toMatchObject([{ type: 'seek', kind: 'chess' }])
    expect(seekState()).toBe('waiting')
    lobby.withdraw()
    expect(commands().at(-1)).toEqual({ type: 'withdraw' })
    expect(Socket.last.isClosed).toBe(true)
  })

  test('numbers its commands across connections', () => {
    welcome()
    lobby.seek(WISH)
    reconnect()
    welcome()
    const numbers = Socket.last.sent.map((text) => (JSON.parse(text) as { number?: number }).number)
    expect(numbers.filter(Boolean)).toEqual([2])
  })

  test('is accepted at once if the user is waiting', () => {
    welcome()
    lobby.attend(true)
    lobby.seek(WISH)
    say({ type: 'seek', state: 'waiting', since: Date.now() })
    say({ type: 'seek', state: 'offered', until: Date.now() + 10_000 })
    expect(commands().at(-1)).toEqual({ type: 'ready' })
    expect(lobby.state().seek).toMatchObject({ state: 'offered', isReady: true })
    // The opponent was not ready.
    say({ type: 'seek', state: 'waiting', since: Date.now() })
    expect(seekState()).toBe('waiting')
  })

  test('is accepted when a hidden page becomes visible', () => {
    welcome()
    lobby.attend(true)
    lobby.seek(WISH)
    hide(true)
    say({ type: 'seek', state: 'offered', until: Date.now() + 10_000 })
    expect(commands()).toHaveLength(1)
    hide(false)
    expect(commands().at(-1)).toEqual({ type: 'ready' })
  })

  test('asks a user who is busy, by this device’s clock', () => {
    Socket.last.open()
    const ahead = 3_600_000
    say({ type: 'welcome', now: Date.now() + ahead, token: 'mine' })
    say({ type: 'lobby', ...LISTS })
    lobby.seek(WISH)
    say({ type: 'seek', state: 'offered', until: Date.now() + ahead + 10_000 })
    expect(lobby.state().seek).toMatchObject({ until: Date.now() + 10_000, isReady: false })
    lobby.ready()
    lobby.ready()
    expect(commands().filter(({ type }) => type === 'ready')).toHaveLength(1)
  })

  test('leads to the room, whose seat is stored', () => {
    welcome()
    lobby.seek(WISH)
    say({ type: 'seek', state: 'paired', room: 'K3V9', token: 'seat' })
    expect(storedSeat('K3V9')).toMatchObject({ kind: 'chess', token: 'seat', key: null })
    expect(location.pathname).toBe('/r/K3V9')
    expect(lobby.state().seek).toBeNull()
    expect(commands().at(-1)).toEqual({ type: 'withdraw' })
  })

  test('that succeeded before a reload leads to the room, too', () => {
    welcome()
    say({ type: 'seek', state: 'paired', room: 'K3V9', token: 'seat' })
    expect(storedSeat('K3V9')?.token).toBe('seat')
    expect(location.pathname).toBe('/r/K3V9')
  })

  test.each(['dropped', 'replaced'] as const)('ends when it is %s', (state) => {
    welcome()
    lobby.seek(WISH)
    say({ type: 'seek', state })
    expect(seekState()).toBe(state)
    reconnect()
    welcome()
    expect(commands()).toEqual([])
    lobby.withdraw()
    expect(lobby.state().seek).toBeNull()
  })

  test('ends with the server’s message when it is refused', () => {
    welcome()
    lobby.seek(WISH)
    say({ type: 'refused', number: 1, code: 'blocked-name', message: 'Choose another name.' })
    expect(lobby.state().seek).toMatchObject({ state: 'refused', message: 'Choose another name.' })
  })

  test('ignores the refusal of another command, and news about a search that was cancelled', () => {
    welcome()
    lobby.seek(WISH)
    lobby.withdraw()
    lobby.seek(WISH)
    say({ type: 'refused', number: 2, code: 'x', message: 'No.' })
    expect(seekState()).toBe('waiting')
    lobby.withdraw()
    say({ type: 'seek', state: 'offered', until: Date.now() + 10_000 })
    expect(lobby.state().seek).toBeNull()
  })
})
