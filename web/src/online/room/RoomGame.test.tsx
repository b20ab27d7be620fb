// The game of a room, as players and spectators see it.

import { screen } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { button, cell, panel, joinRoom } from './testing'
import { changeSettings } from '../../settings'

beforeEach(() => {
  localStorage.clear()
  changeSettings({ name: '', autoFlip: false })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The first cell of the board, at the top left. */
const corner = () => document.querySelector('[data-cell]')?.getAttribute('data-cell')

describe('the board', () => {
  test('has the player’s own side at the bottom, and can be flipped', async () => {
    joinRoom({ member: 2 })
    expect(corner()).toBe('7.0.0')
    await userEvent.click(button('Flip board'))
    expect(corner()).toBe('0.7.0')
    await userEvent.click(button('Flip board'))
    expect(corner()).toBe('7.0.0')
  })

  test('has the first side at the bottom for spectators', () => {
    joinRoom({ member: null })
    expect(corner()).toBe('0.7.0')
  })

  test('does not flip after moves', () => {
    changeSettings({ autoFlip: true })
    joinRoom({ moves: 'e2e4' })
    expect(corner()).toBe('0.7.0')
    expect(screen.queryByRole('switch', { name: /Turn the board/ })).not.toBeInTheDocument()
  })

  test('has the player’s own side at the bottom after a rematch, even if flipped before', async () => {
    const { happens, started } = joinRoom({ member: 1 })
    await userEvent.click(button('Flip board'))
    happens({ type: 'game-ended', winner: 'first', reason: 'resignation' })
    happens({ type: 'rematch-asked', member: 1 }, { type: 'rematch-asked', member: 2 })
    happens(started(2, 2, 1))
    expect(corner()).toBe('7.0.0')
  })
})

describe('a move', () => {
  test('is shown at once, sent, and confirmed', async () => {
    const { sent, done } = joinRoom()
    await userEvent.click(cell(4, 1))
    await userEvent.click(cell(4, 3))
    expect(sent()).toEqual([{ type: 'play', move: 'e2e4', ply: 0 }])
    expect(panel()).toHaveTextContent('Black to move')
    expect(panel()).toHaveTextContent('Sending…')
    expect(cell(4, 3)).toHaveAccessibleName(/white pawn/)
    done({ type: 'move-played', move: 'e2e4' })
    expect(panel()).not.toHaveTextContent('Sending…')
    expect(panel()).toHaveTextContent('Black to move')
  })

  test('is undone with the server’s message if refused', async () => {
    const { refuse } = joinRoom()
    await userEvent.click(cell(4, 1))
    await userEvent.click(cell(4, 3))
    refuse('The game has moved on.')
    expect(screen.getByText('The game has moved on.')).toHaveAttribute('role', 'alert')
    expect(cell(4, 1)).toHaveAccessibleName(/white pawn/)
    expect(panel()).toHaveTextContent('Your turn — White to move')
  })

  test('cannot be made by spectators', async () => {
    const { sent } = joinRoom({ member: null })
    await userEvent.click(cell(4, 1))
    await userEvent.click(cell(4, 3))
    expect(sent()).toEqual([])
    expect(screen.queryByRole('textbox', { name: /^Type a move/ })).not.toBeInTheDocument()
  })
})

describe('the status', () => {
  test('shows whose turn it is, and whether it is the player’s own', () => {
    const { happens } = joinRoom({ member: 2 })
    expect(panel()).toHaveTextContent('White to move')
    expect(panel()).not.toHaveTextContent('Your turn')
    happens({ type: 'move-played', move: 'e2e4' })
    expect(panel()).toHaveTextContent('Your turn — Black to move')
  })

  test('shows spectators that they are watching', () => {
    joinRoom({ member: null })
    expect(screen.getByText('You’re watching.')).toBeVisible()
    expect(panel()).not.toHaveTextContent('Your turn')
  })

  test('does not show that to members', () => {
    joinRoom()
    expect(screen.queryByText('You’re watching.')).not.toBeInTheDocument()
  })
})

describe('the sides', () => {
  test('have names, and the player’s own is marked', () => {
    const { strips } = joinRoom({ member: 2 })
    expect(strips()).toEqual(['WhiteAnnhere', 'BlackBenYou'])
  })

  test('show who is away and who has left', () => {
    const { strips, presence, happens } = joinRoom()
    presence({ away: [{ member: 2, since: Date.now() }] })
    expect(strips()[0]).toBe('BlackBenaway')
    presence({})
    expect(strips()[0]).toBe('BlackBenhere')
    happens({ type: 'seat-left', member: 2 })
    expect(strips()[0]).toBe('BlackBenleft')
  })

  test('both have clocks', async () => {
    joinRoom({ rules: { clock: { initialMillis: 300_000, incrementMillis: 0 } } })
    const clocks = await screen.findAllByRole('timer')
    expect(clocks.map((clock) => clock.textContent)).toEqual(['5:00', '5:00'])
  })

  test('have neither names nor presence if the dialect has none', () => {
    const { strips } = joinRoom({ kind: 'space', dialect: 'space' })
    expect(strips()).toEqual(['Black', 'WhiteYou'])
  })
})

describe('the document title', () => {
  test('shows whose turn it is, and the result', () => {
    const { happens } = joinRoom({ member: 2 })
    expect(document.title).toBe('White to move · Chess · raum')
    happens({ type: 'move-played', move: 'e2e4' })
    expect(document.title).toBe('Your turn · Chess · raum')
    happens({ type: 'game-ended', winner: null, reason: 'agreement' })
    expect(document.title).toBe('Draw — Agreement · Chess · raum')
  })

  test('shows the number of unread messages, and is reset after leaving the room', async () => {
    const { happens, unmount } = joinRoom()
    happens({ type: 'said', member: 2, name: 'Ben', text: 'Hello' })
    happens({ type: 'said', member: 2, name: 'Ben', text: 'Are you there?' })
    expect(document.title).toBe('(2) Your turn · Chess · raum')
    await userEvent.click(button('Chat, 2 unread'))
    expect(document.title).toBe('Your turn · Chess · raum')
    unmount()
    expect(document.title).not.toContain('Your turn')
  })
})
