// A room with a computer in a seat.

import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { button, controls, joinRoom, noButton, panel } from './testing'
import { changeSettings, currentSettings } from '../../settings'
import { ROOM } from '../../table/testing'

const engine = vi.hoisted(() => ({ search: vi.fn() }))
vi.mock('../../engine/engine', () => ({ engine }))

beforeEach(() => {
  localStorage.clear()
  changeSettings({ name: '', levels: {} })
  history.replaceState(null, '', `/r/${ROOM}`)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The card appears after a while. */
const PATIENCE = { timeout: 5000 }

const END = { type: 'game-ended', winner: 'second', reason: 'resignation' }

test('a computer is marked as one, with its level, and has no presence', () => {
  const { strips } = joinRoom({ computer: true })
  expect(strips()[0]).toContain('Computer, Level 3, Casual')
  expect(strips()[0]).not.toContain('here')
  expect(strips()[1]).toContain('Ann')
})

test('the status says that the computer is thinking', () => {
  const { happens } = joinRoom({ computer: true })
  expect(panel()).toHaveTextContent('Your turn — White to move')
  happens({ type: 'move-played', move: 'e2e4' })
  expect(panel()).toHaveTextContent('Computer is thinking…')
})

test('there is no chat with a computer, until a spectator comes', () => {
  const { presence } = joinRoom({ computer: true })
  expect(screen.queryByRole('region', { name: 'Chat' })).toBeNull()
  presence({ spectators: 1 })
  expect(noButton(/^Chat/)).toBeInTheDocument()
})

test('a hint is given against a computer', async () => {
  engine.search.mockResolvedValue({ lines: [{ moves: ['e2e4'] }] })
  joinRoom({ computer: true })
  await userEvent.click(button('Hint'))
  expect(await screen.findByText('Hint: pawn from e2 to e4.')).toBeVisible()
  expect(screen.getByRole('gridcell', { name: 'e4, empty, hint' })).toBeInTheDocument()
  expect(button('Threats')).toBeEnabled()
})

test('there are no hints between people, and none for spectators', () => {
  const { unmount } = joinRoom()
  expect([noButton('Hint'), noButton('Threats')]).toEqual([null, null])
  unmount()
  joinRoom({ computer: true, member: null })
  expect([noButton('Hint'), noButton('Threats')]).toEqual([null, null])
})

test('the level can be changed for the rematch, in the dialog and in the panel', async () => {
  const { happens, sent } = joinRoom({ computer: true })
  expect(controls()).not.toContain('Change level')
  happens(END)
  const end = within(
    await screen.findByRole('dialog', { name: 'Resignation — Black wins' }, PATIENCE),
  )
  fireEvent.input(end.getByRole('slider', { name: 'Level' }), { target: { value: '6' } })
  expect(sent()).toEqual([{ type: 'set-level', level: 6 }])
  expect(end.getByText('6 · Tournament')).toBeVisible()
  expect(currentSettings().levels.chess).toBe(6)
  await userEvent.click(end.getByRole('button', { name: 'Review board' }))
  await userEvent.click(button('Change level'))
  expect(await screen.findByRole('dialog', { name: 'Change level' })).toBeVisible()
})

test('a level that the server refuses is not shown', async () => {
  const { happens, refuse } = joinRoom({ computer: true })
  happens(END)
  const end = within(
    await screen.findByRole('dialog', { name: 'Resignation — Black wins' }, PATIENCE),
  )
  fireEvent.input(end.getByRole('slider', { name: 'Level' }), { target: { value: '6' } })
  refuse('You’ve changed the computer too often.')
  expect(end.getByText('3 · Casual')).toBeVisible()
})

test('offers name the computer', async () => {
  const { happens } = joinRoom({ computer: true })
  happens({ type: 'draw-offered', side: 'second' })
  await waitFor(() => expect(panel()).toHaveTextContent('The computer offered a draw.'))
})
