// Announcements and sounds of a room.

import { act } from '../../act'
import { waitFor } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { joinRoom } from './testing'
import type { RoomSetup } from './testing'
import { changeSettings } from '../../settings'
import { awaitGesture, sound } from '../../sound'
import { play } from '../../table/table'

vi.mock('../../sound', () => ({ awaitGesture: vi.fn(), sound: vi.fn() }))

beforeEach(() => {
  localStorage.clear()
  changeSettings({ name: '' })
  vi.mocked(sound).mockClear()
  vi.mocked(awaitGesture).mockClear()
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Waits for the sounds, which load after the board. */
const soundsAreThere = () => waitFor(() => expect(awaitGesture).toHaveBeenCalled())
const announced = () => document.querySelector('.panel > .visually-hidden')?.textContent.trim()
const playedSounds = () => vi.mocked(sound).mock.calls.map(([name]) => name)

test('nothing is announced about earlier events', () => {
  joinRoom({ moves: 'e2e4', then: [{ type: 'draw-offered', side: 'first' }], member: 2 })
  expect(announced()).toBe('')
  expect(playedSounds()).toEqual([])
})

test('the player’s own move is announced once, when it is made', async () => {
  const { done, room } = joinRoom()
  await soundsAreThere()
  act(() => play(room, 'e2e4'))
  expect(announced()).toBe('White: pawn to e4.')
  done({ type: 'move-played', move: 'e2e4' })
  expect(announced()).toBe('White: pawn to e4.')
  expect(playedSounds()).toEqual(['move'])
})

test('a refused move makes no sound and is not announced as a new game', async () => {
  const { refuse, room } = joinRoom()
  await soundsAreThere()
  act(() => play(room, 'e2e4'))
  refuse('No.')
  expect(announced()).toBe('White: pawn to e4.')
  expect(playedSounds()).toEqual(['move'])
})

test.each<[string, RoomSetup, object[]]>([
  ['Black: pawn to e5.', { moves: 'e2e4' }, [{ type: 'move-played', move: 'e7e5' }]],
  [
    'Several moves were played. White to move.',
    { moves: 'e2e4', member: null },
    ['e7e5', 'g1f3', 'b8c6'].map((move) => ({ type: 'move-played', move })),
  ],
  [
    'Move taken back. White to move.',
    { moves: 'e2e4 e7e5 g1f3', member: 2 },
    [
      { type: 'takeback-asked', side: 'first', ply: 2 },
      { type: 'undone', ply: 2 },
    ],
  ],
  [
    'Several moves were played. White to move.',
    { moves: 'e2e4 e7e5', member: null },
    [
      { type: 'undone', ply: 1 },
      { type: 'move-played', move: 'c7c5' },
    ],
  ],
  ['Your opponent offered a draw.', {}, [{ type: 'draw-offered', side: 'second' }]],
  ['White offered a draw.', { member: null }, [{ type: 'draw-offered', side: 'first' }]],
  [
    'Your draw offer was declined.',
    { then: [{ type: 'draw-offered', side: 'first' }] },
    [{ type: 'draw-declined', side: 'second' }],
  ],
  [
    'Your opponent asked for a takeback.',
    { moves: 'e2e4 e7e5' },
    [{ type: 'takeback-asked', side: 'second', ply: 1 }],
  ],
  [
    'Your takeback request was declined.',
    { moves: 'e2e4', then: [{ type: 'takeback-asked', side: 'first', ply: 0 }] },
    [{ type: 'takeback-declined', side: 'second' }],
  ],
  [
    'Resignation — White wins.',
    {},
    [{ type: 'game-ended', winner: 'first', reason: 'resignation' }],
  ],
  [
    'Your opponent wants a rematch.',
    { then: [{ type: 'game-ended', winner: 'first', reason: 'resignation' }] },
    [{ type: 'rematch-asked', member: 2 }],
  ],
  ['\u2068Ben\u2069 left.', {}, [{ type: 'seat-left', member: 2 }]],
  [
    '\u2068Ben\u2069: \u2068Good luck\u2069',
    {},
    [{ type: 'said', member: 2, name: 'Ben', text: 'Good luck' }],
  ],
  ['', {}, [{ type: 'said', member: 1, name: 'Ann', text: 'Good luck' }]],
])('%s', (words, setting, events) => {
  joinRoom(setting).happens(...events)
  expect(announced()).toBe(words)
})

test('a rematch is announced as a new game', () => {
  const ended = { type: 'game-ended', winner: 'first', reason: 'resignation' }
  const { happens, started } = joinRoom({ then: [ended] })
  happens(
    { type: 'rematch-asked', member: 1 },
    { type: 'rematch-asked', member: 2 },
    started(2, 2, 1),
  )
  expect(announced()).toBe('New game. White to move.')
})

test('absence, return and a possible claim are announced', () => {
  vi.useFakeTimers({ now: 1_790_000_000_000 })
  const { presence } = joinRoom({ moves: 'e2e4' })
  const away = [{ member: 2, since: Date.now() }]
  presence({ away })
  expect(announced()).toBe('\u2068Ben\u2069 is away.')
  // The server keeps sending frames; otherwise the connection would time out.
  for (const millis of [30_000, 30_000]) {
    presence({ away })
    act(() => {
      vi.advanceTimersByTime(millis)
    })
  }
  expect(announced()).toBe('You can claim the game now.')
  presence({})
  expect(announced()).toBe('\u2068Ben\u2069 is back.')
})
