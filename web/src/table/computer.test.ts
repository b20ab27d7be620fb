import { waitFor } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Computer } from './computer'
import { LocalGame } from './local-game'
import { play } from './table'
import { LocalTable } from '../raum'
import type { Command, LocalTableOptions } from '../raum'
import type { Options, Situation } from '../engine/engine'
import { changeSettings } from '../settings'

/** An engine whose answers the test gives. */
class FakeEngine {
  readonly asked: {
    situation: Situation
    options: Options
    answer: (commands: Command[]) => void
    fail: (error: Error) => void
  }[] = []

  act = (situation: Situation, options: Options = {}): Promise<Command[]> =>
    new Promise((answer, fail) => {
      this.asked.push({ situation, options, answer, fail })
      options.signal?.addEventListener('abort', () => fail(new Error('aborted')))
    })

  /** The last request. */
  get last() {
    const asked = this.asked.at(-1)
    if (!asked) throw new Error('nothing was asked')
    return asked
  }

  /** Waits until this many requests have come. */
  async has(count: number) {
    await waitFor(() => expect(this.asked).toHaveLength(count))
    return this.last
  }
}

let engine: FakeEngine
let stop: () => void = () => undefined

beforeEach(() => {
  engine = new FakeEngine()
  changeSettings({ instant: true })
})

afterEach(() => {
  stop()
  changeSettings({ instant: false })
})

/** A table where the computer plays Black, and has started. */
function sit(options: LocalTableOptions = {}, load = () => Promise.resolve(engine)) {
  const room = LocalTable.open('chess', options)
  room.ask({ type: 'seat-machine', level: 3, side: 'second' })
  const table = new LocalGame(room)
  const computer = new Computer(table, load)
  stop = computer.start()
  return { table, computer }
}

const made = (table: LocalGame) => table.snapshot().view.moves.map(({ text }) => text)
const reply = (move: string, ply: number): Command[] => [{ type: 'play', move, ply }]

test('the computer plays in its turn, and only then', async () => {
  const { table } = sit()
  expect(engine.asked).toEqual([])
  play(table, 'e2e4')
  const { situation, answer } = await engine.has(1)
  expect(situation).toMatchObject({
    kind: 'chess',
    moves: ['e2e4'],
    level: 3,
    game: 1,
    isItsTurn: true,
    drawOffered: false,
    lastOffer: null,
  })
  expect(table.snapshot().view.may.play).toBe(false)
  answer(reply('e7e5', 1))
  await waitFor(() => expect(made(table)).toEqual(['e2e4', 'e7e5']))
  expect(table.snapshot().view.may.play).toBe(true)
  expect(engine.asked).toHaveLength(1)
})

test('an undo in the computer’s turn cancels its thought', async () => {
  const { table } = sit()
  play(table, 'e2e4')
  const { options, answer } = await engine.has(1)
  table.ask({ type: 'undo', ply: 0 })
  expect(options.signal?.aborted).toBe(true)
  answer(reply('e7e5', 1))
  play(table, 'd2d4')
  const next = await engine.has(2)
  expect(next.situation.moves).toEqual(['d2d4'])
  expect(made(table)).toEqual(['d2d4'])
})

test('undo takes back both plies, and redo brings both back', async () => {
  const { table } = sit()
  play(table, 'e2e4')
  const { answer } = await engine.has(1)
  answer(reply('e7e5', 1))
  await waitFor(() => expect(made(table)).toHaveLength(2))
  const { undoTo } = table.snapshot().view
  expect(undoTo).toBe(0)
  table.ask({ type: 'undo', ply: 0 })
  const { redoTo, may } = table.snapshot().view
  expect([redoTo, may.redo]).toEqual([2, true])
  table.ask({ type: 'redo', ply: 2 })
  expect(made(table)).toEqual(['e2e4', 'e7e5'])
  expect(engine.asked).toHaveLength(1)
})

test('taking over, and leaving the screen, cancel a thought', async () => {
  const { table } = sit()
  play(table, 'e2e4')
  const first = await engine.has(1)
  table.ask({ type: 'take-over' })
  expect(first.options.signal?.aborted).toBe(true)
  expect(table.snapshot().view.may.play).toBe(true)
  table.ask({ type: 'seat-machine', level: 1, side: 'second' })
  const second = await engine.has(2)
  stop()
  expect(second.options.signal?.aborted).toBe(true)
})

test('a table loaded in the computer’s turn makes it think again', async () => {
  const { table } = sit()
  play(table, 'e2e4')
  const { situation } = await engine.has(1)
  stop()
  const loaded = new LocalGame(LocalTable.load(table.journal()))
  stop = new Computer(loaded, () => Promise.resolve(engine)).start()
  const again = await engine.has(2)
  expect(again.situation).toMatchObject({ moves: situation.moves, seed: situation.seed })
})

test('the computer pauses for a natural time, unless switched off', async () => {
  changeSettings({ instant: false })
  const { table } = sit()
  play(table, 'e2e4')
  const { answer } = await engine.has(1)
  vi.useFakeTimers()
  try {
    const { notBefore } = table.thought() ?? { notBefore: 0 }
    expect(notBefore).toBeGreaterThan(Date.now())
    answer(reply('e7e5', 1))
    await vi.advanceTimersByTimeAsync(notBefore - Date.now() - 1)
    expect(made(table)).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(made(table)).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

test('the computer answers a draw offer', async () => {
  const { table } = sit()
  play(table, 'e2e4')
  const { answer } = await engine.has(1)
  answer(reply('e7e5', 1))
  await waitFor(() => expect(made(table)).toHaveLength(2))
  table.ask({ type: 'offer-draw' })
  const offered = await engine.has(2)
  expect(offered.situation).toMatchObject({ isItsTurn: false, drawOffered: true })
  offered.answer([{ type: 'accept-draw' }])
  await waitFor(() =>
    expect(table.snapshot().view.ending).toEqual({ winner: null, reason: 'agreement' }),
  )
})

test('when its time is short, the computer plays the best move so far', async () => {
  const { table } = sit({ clock: { initialMillis: 30_000, incrementMillis: 0 } })
  play(table, 'e2e4')
  vi.useFakeTimers()
  try {
    await vi.advanceTimersByTimeAsync(0)
    const { options } = engine.last
    options.report?.({
      depth: 1,
      longest: 1,
      nodes: 9,
      lines: [{ centipawns: 1, moves: ['a7a6'] }],
    })
    options.report?.({
      depth: 2,
      longest: 2,
      nodes: 99,
      lines: [{ centipawns: 1, moves: ['e7e5'] }],
    })
    await vi.advanceTimersByTimeAsync(1600)
    expect(made(table)).toEqual(['e2e4', 'e7e5'])
  } finally {
    vi.useRealTimers()
  }
})

test('when there is no move in time, the first one that is found is played', async () => {
  const { table, computer } = sit({ clock: { initialMillis: 30_000, incrementMillis: 0 } })
  play(table, 'e2e4')
  vi.useFakeTimers()
  try {
    await vi.advanceTimersByTimeAsync(4000)
    expect([made(table), computer.failure()]).toEqual([['e2e4'], null])
    const lines = [{ centipawns: 1, moves: ['e7e5'] }]
    engine.last.options.report?.({ depth: 1, longest: 1, nodes: 9, lines })
    await vi.advanceTimersByTimeAsync(0)
    expect(made(table)).toEqual(['e2e4', 'e7e5'])
  } finally {
    vi.useRealTimers()
  }
})

test('a draw offer in the person’s turn is answered however long that takes', async () => {
  const { table, computer } = sit({ clock: { initialMillis: 30_000, incrementMillis: 0 } })
  table.ask({ type: 'offer-draw' })
  vi.useFakeTimers()
  try {
    await vi.advanceTimersByTimeAsync(4000)
    expect(computer.failure()).toBeNull()
    engine.last.answer([{ type: 'decline-draw' }])
    await vi.advanceTimersByTimeAsync(0)
    expect(table.snapshot().view.drawOffer).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('another game at the table has situations of its own', async () => {
  class Shelf extends LocalGame {
    put(room: LocalTable) {
      this.replace(room, true)
    }
  }
  const begun = (position?: string) => {
    const room = LocalTable.open('chess', position === undefined ? {} : { position })
    room.ask({ type: 'seat-machine', level: 3, side: 'first' })
    return room
  }
  const table = new Shelf(begun())
  stop = new Computer(table, () => Promise.resolve(engine)).start()
  const first = await engine.has(1)
  const position = '4k3/8/8/8/8/8/8/R3K3 w - - 0 1'
  table.put(begun(position))
  expect(first.options.signal?.aborted).toBe(true)
  first.answer(reply('e2e4', 0))
  const second = await engine.has(2)
  expect(second.situation).toMatchObject({ start: position, moves: [] })
  second.answer(reply('a1a8', 0))
  await waitFor(() => expect(made(table)).toEqual(['a1a8']))
})

test('a device clock that was set back does not prolong the pause', async () => {
  changeSettings({ instant: false })
  const room = LocalTable.open('chess', {}, Date.now() + 86_400_000)
  room.ask({ type: 'seat-machine', level: 3, side: 'first' })
  const table = new LocalGame(room)
  vi.useFakeTimers()
  try {
    stop = new Computer(table, () => Promise.resolve(engine)).start()
    await vi.advanceTimersByTimeAsync(0)
    engine.last.answer(reply('e2e4', 0))
    await vi.advanceTimersByTimeAsync(1500)
    expect(made(table)).toEqual(['e2e4'])
  } finally {
    vi.useRealTimers()
  }
})

test('an engine that does not load is reported, and can be tried again', async () => {
  let isOnline = false
  const { table, computer } = sit({}, () =>
    isOnline ? Promise.resolve(engine) : Promise.reject(new Error('offline')),
  )
  const changed = vi.fn()
  computer.subscribe(changed)
  play(table, 'e2e4')
  await waitFor(() => expect(computer.failure()).toEqual({ error: new Error('offline') }))
  expect(changed).toHaveBeenCalledOnce()
  isOnline = true
  computer.retry()
  expect(computer.failure()).toBeNull()
  const { answer } = await engine.has(1)
  answer(reply('e7e5', 1))
  await waitFor(() => expect(made(table)).toHaveLength(2))
})

test('a failure is forgotten when the person takes over', async () => {
  const { table, computer } = sit({}, () => Promise.reject(new Error('offline')))
  play(table, 'e2e4')
  await waitFor(() => expect(computer.failure()).not.toBeNull())
  table.ask({ type: 'take-over' })
  expect(computer.failure()).toBeNull()
  play(table, 'e7e5')
  expect(made(table)).toHaveLength(2)
})
