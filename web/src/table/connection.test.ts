// Connections over a fake socket that tests cut, restart and silence. e2e has a real one.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Connection } from './connection'
import type { ConnectionState } from './connection'
import { Socket } from './testing'

let states: ConnectionState[] = []
let connection: Connection
const forget = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
  vi.spyOn(Math, 'random').mockReturnValue(1)
  forget.mockClear()
  Socket.all = []
  states = []
  connection = new Connection('ws://here/room', {
    hello: () => 'hello',
    receive: (frame) => {
      if (frame === 'nonsense') throw new Error('does not follow')
      return frame === 'ping' ? ['pong'] : []
    },
    forget,
    changed: (state) => states.push(state),
  })
})

afterEach(() => {
  connection.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Opens the connection and receives a frame. */
function answer() {
  Socket.last.open()
  Socket.last.say('welcome')
}

test('sends hello, replies to frames, and is live from the first frame on', () => {
  Socket.last.open()
  expect(Socket.last.sent).toEqual(['hello'])
  expect(states).toEqual([{ status: 'connecting', close: null }])
  Socket.last.say('ping')
  expect(Socket.last.sent).toEqual(['hello', 'pong'])
  expect(states.at(-1)?.status).toBe('live')
})

test('sends only over an open socket', () => {
  connection.send(['too soon'])
  Socket.last.open()
  connection.send(['now'])
  expect(Socket.last.sent).toEqual(['hello', 'now'])
})

test('reconnects with backoff, which starts over once the connection was live', () => {
  answer()
  Socket.last.end()
  expect(states.at(-1)?.status).toBe('lost')
  for (const [count, wait] of [300, 600, 1200, 2400].entries()) {
    vi.advanceTimersByTime(wait - 1)
    expect(Socket.all).toHaveLength(count + 1)
    vi.advanceTimersByTime(1)
    expect(Socket.all).toHaveLength(count + 2)
    if (count < 3) Socket.last.end()
  }
  answer()
  Socket.last.end(1012)
  vi.advanceTimersByTime(300)
  expect(Socket.all).toHaveLength(6)
})

test('waits at most 15 seconds between retries', () => {
  for (let failure = 0; failure < 20; failure += 1) {
    Socket.last.end()
    vi.advanceTimersByTime(15_000)
  }
  expect(Socket.all).toHaveLength(21)
})

test.each([4002, 4003, 4004, 4006])('close code %i ends the connection', (code) => {
  answer()
  Socket.last.end(code)
  expect(states.at(-1)).toEqual({ status: 'ended', close: { code, reason: 'why' } })
  vi.advanceTimersByTime(100_000)
  dispatchEvent(new Event('online'))
  expect(Socket.all).toHaveLength(1)
})

test('a cursor that the server does not know causes a full replay', () => {
  answer()
  Socket.last.end(4009)
  expect(forget).toHaveBeenCalledOnce()
})

test('a gap in the frames causes a new connection', () => {
  answer()
  const first = Socket.last
  first.say('nonsense')
  expect(first.isClosed).toBe(true)
  expect(forget).toHaveBeenCalledOnce()
  // Frames of the old socket are ignored.
  first.say('welcome')
  first.end()
  expect(states.at(-1)?.status).toBe('lost')
  vi.advanceTimersByTime(300)
  expect(Socket.all).toHaveLength(2)
})

test('a silent connection is dropped', () => {
  answer()
  vi.advanceTimersByTime(44_000)
  Socket.last.say('ping')
  vi.advanceTimersByTime(44_000)
  expect(states.at(-1)?.status).toBe('live')
  vi.advanceTimersByTime(1000)
  expect(states.at(-1)?.status).toBe('lost')
})

test('a connection without a response is dropped', () => {
  answer()
  connection.send(['a move'])
  vi.advanceTimersByTime(9000)
  Socket.last.say('applied')
  vi.advanceTimersByTime(9000)
  expect(states.at(-1)?.status).toBe('live')
  connection.send(['another'])
  vi.advanceTimersByTime(9000)
  connection.send(['and another'])
  vi.advanceTimersByTime(1000)
  expect(states.at(-1)?.status).toBe('lost')
})

test.each([4008, 4010, 4011, 4012])(
  'close code %i is reported, and retried after a longer wait',
  (code) => {
    Socket.last.end(code)
    expect(states.at(-1)).toEqual({ status: 'lost', close: { code, reason: 'why' } })
    vi.advanceTimersByTime(4999)
    expect(Socket.all).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(Socket.all).toHaveLength(2)
  },
)

test('waits while offline, and reconnects at once when online', () => {
  answer()
  dispatchEvent(new Event('offline'))
  expect(states.at(-1)?.status).toBe('offline')
  vi.advanceTimersByTime(100_000)
  expect(Socket.all).toHaveLength(1)
  dispatchEvent(new Event('online'))
  expect(Socket.all).toHaveLength(2)
})

test('reconnects at once when the device wakes up', () => {
  for (let failure = 0; failure < 6; failure += 1) {
    Socket.last.end()
    vi.advanceTimersByTime(15_000)
  }
  Socket.last.end()
  const before = Socket.all.length
  document.dispatchEvent(new Event('visibilitychange'))
  expect(Socket.all).toHaveLength(before + 1)
})

test('stays closed after close', () => {
  answer()
  connection.close()
  expect(Socket.last.isClosed).toBe(true)
  vi.advanceTimersByTime(100_000)
  dispatchEvent(new Event('online'))
  expect(Socket.all).toHaveLength(1)
})

test('a connection that cannot be resumed survives going offline, and ends when it is lost', () => {
  let canResume = true
  connection.close()
  connection = new Connection('ws://here/game', {
    hello: () => 'join',
    receive: () => [],
    forget,
    changed: (state) => states.push(state),
    canResume: () => canResume,
    isQuiet: true,
  })
  answer()
  Socket.last.end()
  expect(states.at(-1)?.status).toBe('lost')
  vi.advanceTimersByTime(300)
  answer()
  canResume = false
  // The server need not send anything.
  connection.send(['move'])
  vi.advanceTimersByTime(100_000)
  dispatchEvent(new Event('offline'))
  expect(states.at(-1)?.status).toBe('live')
  Socket.last.end()
  expect(states.at(-1)).toEqual({ status: 'ended', close: { code: 1006, reason: 'why' } })
  vi.advanceTimersByTime(100_000)
  expect(Socket.all).toHaveLength(3)
})

test('closes a socket that is still connecting once it is open, which browsers do not report as an error', () => {
  connection.close()
  expect(Socket.last.isClosed).toBe(false)
  Socket.last.open()
  expect(Socket.last.isClosed).toBe(true)
  expect(Socket.last.sent).toEqual([])
})
