// The game of a room elsewhere, as its people see it.

import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { button, cell, panel, sitDown } from './testing'
import { changeSettings } from '../../settings'

beforeEach(() => {
  localStorage.clear()
  changeSettings({ name: '', autoFlip: false })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The first cell of the board from above. */
const corner = () => document.querySelector('[data-cell]')?.getAttribute('data-cell')

describe('the board', () => {
  test('has one’s own side near, and turns when asked', async () => {
    sitDown({ member: 2 })
    expect(corner()).toBe('7.0.0')
    await userEvent.click(button('Flip board'))
    expect(corner()).toBe('0.7.0')
    await userEvent.click(button('Flip board'))
    expect(corner()).toBe('7.0.0')
  })

  test('has the first side near for those who watch', () => {
    sitDown({ member: null })
    expect(corner()).toBe('0.7.0')
  })

  test('turns by no means with the moves', () => {
    changeSettings({ autoFlip: true })
    sitDown({ moves: 'e2e4' })
    expect(corner()).toBe('0.7.0')
    expect(screen.queryByRole('switch', { name: /Turn the board/ })).not.toBeInTheDocument()
  })

  test('has one’s own side near again after a rematch, whatever was turned before', async () => {
    const { happens, started } = sitDown({ member: 1 })
    await userEvent.click(button('Flip board'))
    happens({ type: 'game-ended', winner: 'first', reason: 'resignation' })
    happens({ type: 'rematch-asked', member: 1 }, { type: 'rematch-asked', member: 2 })
    happens(started(2, 2, 1))
    expect(corner()).toBe('7.0.0')
  })
})

describe('a move', () => {
  test('shows at once, is sent, and is confirmed', async () => {
    const { asked, done } = sitDown()
    await userEvent.click(cell(4, 1))
    await userEvent.click(cell(4, 3))
    expect(asked()).toEqual([{ type: 'play', move: 'e2e4', ply: 0 }])
    expect(panel()).toHaveTextContent('Black to move')
    expect(panel()).toHaveTextContent('Sending…')
    expect(cell(4, 3)).toHaveAccessibleName(/white pawn/)
    done({ type: 'move-played', move: 'e2e4' })
    expect(panel()).not.toHaveTextContent('Sending…')
    expect(panel()).toHaveTextContent('Black to move')
  })

  test('that is refused goes back, and the server’s words are shown', async () => {
    const { refuse } = sitDown()
    await userEvent.click(cell(4, 1))
    await userEvent.click(cell(4, 3))
    refuse('The game has moved on.')
    expect(screen.getByText('The game has moved on.')).toHaveAttribute('role', 'alert')
    expect(cell(4, 1)).toHaveAccessibleName(/white pawn/)
    expect(panel()).toHaveTextContent('Your turn — White to move')
  })

  test('is not for those who watch', async () => {
    const { asked } = sitDown({ member: null })
    await userEvent.click(cell(4, 1))
    await userEvent.click(cell(4, 3))
    expect(asked()).toEqual([])
    expect(screen.queryByRole('textbox', { name: /^Type a move/ })).not.toBeInTheDocument()
  })
})

describe('the status', () => {
  test('says whose turn it is, and whether it is one’s own', () => {
    const { happens } = sitDown({ member: 2 })
    expect(panel()).toHaveTextContent('White to move')
    expect(panel()).not.toHaveTextContent('Your turn')
    happens({ type: 'move-played', move: 'e2e4' })
    expect(panel()).toHaveTextContent('Your turn — Black to move')
  })

  test('tells those who watch that they do', () => {
    sitDown({ member: null })
    expect(screen.getByText('You’re watching.')).toBeVisible()
    expect(panel()).not.toHaveTextContent('Your turn')
  })

  test('does not tell members that they watch', () => {
    sitDown()
    expect(screen.queryByText('You’re watching.')).not.toBeInTheDocument()
  })
})

describe('the sides', () => {
  test('have names, and one’s own is told apart', () => {
    const { strips } = sitDown({ member: 2 })
    expect(strips()).toEqual(['WhiteAnnhere', 'BlackBenYou'])
  })

  test('tell who is away and who has left', () => {
    const { strips, presence, happens } = sitDown()
    presence({ away: [{ member: 2, since: Date.now() }] })
    expect(strips()[0]).toBe('BlackBenaway')
    presence({})
    expect(strips()[0]).toBe('BlackBenhere')
    happens({ type: 'seat-left', member: 2 })
    expect(strips()[0]).toBe('BlackBenleft')
  })

  test('have clocks, both of them', () => {
    sitDown({ rules: { clock: { initialMillis: 300_000, incrementMillis: 0 } } })
    expect(screen.getAllByRole('timer').map((clock) => clock.textContent)).toEqual(['5:00', '5:00'])
  })

  test('have no names where the dialect has none, nor is anybody’s presence known', () => {
    const { strips } = sitDown({ kind: 'space', dialect: 'space' })
    expect(strips()).toEqual(['Black', 'WhiteYou'])
  })
})

describe('the page’s name', () => {
  test('tells whose turn it is, and how the game ended', () => {
    const { happens } = sitDown({ member: 2 })
    expect(document.title).toBe('White to move · Chess · raum')
    happens({ type: 'move-played', move: 'e2e4' })
    expect(document.title).toBe('Your turn · Chess · raum')
    happens({ type: 'game-ended', winner: null, reason: 'agreement' })
    expect(document.title).toBe('Draw — Agreement · Chess · raum')
  })

  test('tells how much is unread, and is gone with the room', async () => {
    const { happens, unmount } = sitDown()
    happens({ type: 'said', member: 2, name: 'Ben', text: 'Hello' })
    happens({ type: 'said', member: 2, name: 'Ben', text: 'Are you there?' })
    expect(document.title).toBe('(2) Your turn · Chess · raum')
    await userEvent.click(button('Chat, 2 unread'))
    expect(document.title).toBe('Your turn · Chess · raum')
    act(unmount)
    expect(document.title).not.toContain('Your turn')
  })
})
