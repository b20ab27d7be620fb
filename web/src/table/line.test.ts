// The line against a socket of its own: a network that is cut, restarted and silent on demand. e2e has the real one.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Line } from './line'
import type { LineState } from './line'
import { Socket } from './testing'

let states: LineState[] = []
let line: Line
const forget = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
  vi.spyOn(Math, 'random').mockReturnValue(1)
  forget.mockClear()
  Socket.all = []
  states = []
  line = new Line('ws://here/room', {
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
  line.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The connection is made, and the server has said something. */
function answer() {
  Socket.last.open()
  Socket.last.say('welcome')
}

test('says hello, answers, and is live from the first word on', () => {
  Socket.last.open()
  expect(Socket.last.sent).toEqual(['hello'])
  expect(states).toEqual([{ status: 'connecting', close: null }])
  Socket.last.say('ping')
  expect(Socket.last.sent).toEqual(['hello', 'pong'])
  expect(states.at(-1)?.status).toBe('live')
})

test('sends only where somebody hears it', () => {
  line.send(['too soon'])
  Socket.last.open()
  line.send(['now'])
  expect(Socket.last.sent).toEqual(['hello', 'now'])
})

test('a lost connection is made again, later each time, and soon again once it was live', () => {
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

test('nobody waits longer than a quarter of a minute', () => {
  for (let failure = 0; failure < 20; failure += 1) {
    Socket.last.end()
    vi.advanceTimersByTime(15_000)
  }
  expect(Socket.all).toHaveLength(21)
})

test.each([4002, 4003, 4004, 4006])('%i is the end', (code) => {
  answer()
  Socket.last.end(code)
  expect(states.at(-1)).toEqual({ status: 'ended', close: { code, reason: 'why' } })
  vi.advanceTimersByTime(100_000)
  dispatchEvent(new Event('online'))
  expect(Socket.all).toHaveLength(1)
})

test('a server that knows less than we do is heard from the beginning', () => {
  answer()
  Socket.last.end(4009)
  expect(forget).toHaveBeenCalledOnce()
})

test('what does not follow is mended by another connection', () => {
  answer()
  const first = Socket.last
  first.say('nonsense')
  expect(first.isClosed).toBe(true)
  expect(forget).toHaveBeenCalledOnce()
  // What the old one still says is for nobody.
  first.say('welcome')
  first.end()
  expect(states.at(-1)?.status).toBe('lost')
  vi.advanceTimersByTime(300)
  expect(Socket.all).toHaveLength(2)
})

test('a line on which nothing is said is dead', () => {
  answer()
  vi.advanceTimersByTime(44_000)
  Socket.last.say('ping')
  vi.advanceTimersByTime(44_000)
  expect(states.at(-1)?.status).toBe('live')
  vi.advanceTimersByTime(1000)
  expect(states.at(-1)?.status).toBe('lost')
})

test('what is asked is answered soon, or the line is dead', () => {
  answer()
  line.send(['a move'])
  vi.advanceTimersByTime(9000)
  Socket.last.say('applied')
  vi.advanceTimersByTime(9000)
  expect(states.at(-1)?.status).toBe('live')
  line.send(['another'])
  vi.advanceTimersByTime(9000)
  line.send(['and another'])
  vi.advanceTimersByTime(1000)
  expect(states.at(-1)?.status).toBe('lost')
})

test.each([4008, 4010, 4011, 4012])('%i is told, and is tried again after a while', (code) => {
  Socket.last.end(code)
  expect(states.at(-1)).toEqual({ status: 'lost', close: { code, reason: 'why' } })
  vi.advanceTimersByTime(4999)
  expect(Socket.all).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(Socket.all).toHaveLength(2)
})

test('without a network it waits, and with one it tries at once', () => {
  answer()
  dispatchEvent(new Event('offline'))
  expect(states.at(-1)?.status).toBe('offline')
  vi.advanceTimersByTime(100_000)
  expect(Socket.all).toHaveLength(1)
  dispatchEvent(new Event('online'))
  expect(Socket.all).toHaveLength(2)
})

test('a device that wakes up tries at once', () => {
  for (let failure = 0; failure < 6; failure += 1) {
    Socket.last.end()
    vi.advanceTimersByTime(15_000)
  }
  Socket.last.end()
  const before = Socket.all.length
  document.dispatchEvent(new Event('visibilitychange'))
  expect(Socket.all).toHaveLength(before + 1)
})

test('closed, it stays closed', () => {
  answer()
  line.close()
  expect(Socket.last.isClosed).toBe(true)
  vi.advanceTimersByTime(100_000)
  dispatchEvent(new Event('online'))
  expect(Socket.all).toHaveLength(1)
})

test('what cannot be resumed is not given up before it is lost, and then is over', () => {
  let canResume = true
  line.close()
  line = new Line('ws://here/game', {
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
  // Nothing has to be said.
  line.send(['move'])
  vi.advanceTimersByTime(100_000)
  dispatchEvent(new Event('offline'))
  expect(states.at(-1)?.status).toBe('live')
  Socket.last.end()
  expect(states.at(-1)).toEqual({ status: 'ended', close: { code: 1006, reason: 'why' } })
  vi.advanceTimersByTime(100_000)
  expect(Socket.all).toHaveLength(3)
})
