// What is said to those who do not see it, and what is heard, of a room elsewhere.

import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { sitDown } from './testing'
import type { Setting } from './testing'
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

/** Sounds come after the board. */
const soundsAreThere = () => waitFor(() => expect(awaitGesture).toHaveBeenCalled())
const spoken = () => document.querySelector('.panel > .visually-hidden')?.textContent.trim()
const heard = () => vi.mocked(sound).mock.calls.map(([name]) => name)

test('nothing is said of what was there before', () => {
  sitDown({ moves: 'e2e4', then: [{ type: 'draw-offered', side: 'first' }], member: 2 })
  expect(spoken()).toBe('')
  expect(heard()).toEqual([])
})

test('a move of one’s own is said and heard once, when it is made', async () => {
  const { done, room } = sitDown()
  await soundsAreThere()
  act(() => play(room, 'e2e4'))
  expect(spoken()).toBe('White: pawn to e4.')
  done({ type: 'move-played', move: 'e2e4' })
  expect(spoken()).toBe('White: pawn to e4.')
  expect(heard()).toEqual(['move'])
})

test('a move that is refused is no other game, and makes no sound', async () => {
  const { refuse, room } = sitDown()
  await soundsAreThere()
  act(() => play(room, 'e2e4'))
  refuse('No.')
  expect(spoken()).toBe('White: pawn to e4.')
  expect(heard()).toEqual(['move'])
})

test.each<[string, Setting, object[]]>([
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
  sitDown(setting).happens(...events)
  expect(spoken()).toBe(words)
})

test('a rematch is another game', () => {
  const ended = { type: 'game-ended', winner: 'first', reason: 'resignation' }
  const { happens, started } = sitDown({ then: [ended] })
  happens(
    { type: 'rematch-asked', member: 1 },
    { type: 'rematch-asked', member: 2 },
    started(2, 2, 1),
  )
  expect(spoken()).toBe('New game. White to move.')
})

test('who goes away and comes back is told, and when the game can be claimed', () => {
  vi.useFakeTimers({ now: 1_790_000_000_000 })
  const { presence } = sitDown()
  const away = [{ member: 2, since: Date.now() - 30_000 }]
  presence({ away })
  expect(spoken()).toBe('\u2068Ben\u2069 is away.')
  act(() => {
    vi.advanceTimersByTime(30_000)
  })
  expect(spoken()).toBe('You can claim the game now.')
  presence({})
  expect(spoken()).toBe('\u2068Ben\u2069 is back.')
})
