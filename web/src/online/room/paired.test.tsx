// A game between opponents whom the lobby has paired: the first moves, and the way to another opponent.

import { act } from '../../act'
import { render, screen, waitFor, within } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { button, controls, joinRoom, noButton, panel } from './testing'
import type { RoomSetup } from './testing'
import { lobby } from '../../lobby/use-lobby'
import { changeSettings } from '../../settings'
import { ROOM } from '../../table/testing'
import { setOverlay, useOverlay } from '../../ui/overlay'

const CLOCK = { initialMillis: 180_000, incrementMillis: 2000 }
const NO_FIRST_MOVE = { type: 'game-ended', winner: null, reason: 'no-first-move' }
const ABORTED = { type: 'game-ended', winner: null, reason: 'aborted' }

beforeEach(() => {
  localStorage.clear()
  changeSettings({ name: 'Ann', isNamed: true })
  history.replaceState(null, '', `/r/${ROOM}`)
  const summary = { kind: 'chess', rules: { clock: CLOCK } }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(summary)))
})

afterEach(() => {
  act(() => {
    lobby.withdraw()
    setOverlay(null)
  })
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const Overlay = () => useOverlay()
const join = (setup: RoomSetup = {}) => {
  render(<Overlay />)
  return joinRoom({ rules: { firstMoveMillis: 30_000 }, ...setup })
}
const timer = () => within(panel()).queryByRole('timer', { name: '' })
const end = () => screen.findByRole('dialog', { name: /^No result/ })

describe('the first moves', () => {
  test('are counted down, one side after the other', () => {
    vi.useFakeTimers({ now: Date.now() })
    const { happens } = join()
    expect(timer()).toHaveTextContent(/^Make your first move: 0:(29|30)$/)
    act(() => void vi.advanceTimersByTime(10_000))
    expect(timer()).toHaveTextContent(/^Make your first move: 0:(19|20)$/)
    happens({ type: 'move-played', move: 'e2e4' })
    expect(timer()).toHaveTextContent(/^\u2068Ben\u2069 has to make the first move: 0:(29|30)$/)
    happens({ type: 'move-played', move: 'e7e5' })
    expect(timer()).toBeNull()
  })

  test('can be avoided by aborting', async () => {
    const { sent } = join()
    await userEvent.click(button('Abort game'))
    expect(sent()).toEqual([{ type: 'abort' }])
  })

  test('are not limited in a room by link', () => {
    joinRoom()
    expect(timer()).toBeNull()
  })
})

describe('without a first move', () => {
  test('the player who was there looks for another opponent', async () => {
    const { happens } = join({ member: 2 })
    // The part that looks for an opponent is loaded after the board.
    await import('./Requeue')
    await act(() => new Promise((done) => setTimeout(done)))
    happens(NO_FIRST_MOVE)
    await waitFor(() =>
      expect(lobby.state().seek?.wish).toEqual({
        kind: 'chess',
        clock: CLOCK,
        from: ROOM,
      }),
    )
    expect(location.pathname).toBe(`/r/${ROOM}`)
  })

  test('the player who made none reads why, and can look for another opponent', async () => {
    const { happens } = join({ member: 1 })
    await import('./Requeue')
    await act(() => new Promise((done) => setTimeout(done)))
    happens(NO_FIRST_MOVE)
    const card = within(await end())
    expect(card.getByText('You didn’t make your first move in time.')).toBeVisible()
    expect(lobby.state().seek).toBeNull()
    await userEvent.click(await card.findByRole('button', { name: 'Find another opponent' }))
    await waitFor(() => expect(location.pathname).toBe('/'))
    expect(lobby.state().seek).toMatchObject({ wish: { clock: CLOCK, from: null } })
  })

  test('a spectator goes nowhere', async () => {
    const { happens } = join({ member: null })
    happens(NO_FIRST_MOVE)
    await end()
    expect(noButton('Find another opponent')).toBeNull()
    expect(lobby.state().seek).toBeNull()
  })
})

test('after an abort, another opponent is offered beside the rematch', async () => {
  const { happens } = join()
  happens(ABORTED)
  const card = within(await end())
  expect(card.getByRole('button', { name: 'Rematch' })).toBeEnabled()
  expect(await card.findByRole('button', { name: 'Find another opponent' })).toBeEnabled()
  expect(controls().slice(0, 2)).toEqual(['Rematch', 'New opponent'])
})

test('a server that cannot be reached is reported', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error()))
  const { happens } = join()
  happens(ABORTED)
  const card = within(await end())
  await userEvent.click(await card.findByRole('button', { name: 'Find another opponent' }))
  expect(await card.findByText('Can’t reach the server.')).toBeVisible()
})

test('a room by link offers no other opponent', async () => {
  const { happens } = joinRoom()
  happens(ABORTED)
  await end()
  expect(noButton('Find another opponent')).toBeNull()
})
