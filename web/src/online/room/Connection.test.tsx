// The state of the connection, and the game while it is lost.

import { act } from '../../act'
import { screen } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { button, cell, connection, noButton, panel, joinRoom } from './testing'
import { changeSettings } from '../../settings'
import { Socket } from '../../table/testing'

beforeEach(() => {
  localStorage.clear()
  changeSettings({ name: '' })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a live connection is shown without a button', () => {
  joinRoom()
  expect(connection()).toHaveTextContent(/^Connected$/)
  expect(noButton('Try now')).not.toBeInTheDocument()
})

describe('a lost connection', () => {
  test('is shown, and can be retried at once', () => {
    vi.useFakeTimers()
    const { cut, welcome } = joinRoom()
    cut()
    expect(connection()).toHaveTextContent(/^Reconnecting…$/)
    act(() => button('Try now').click())
    expect(Socket.all).toHaveLength(2)
    welcome()
    expect(connection()).toHaveTextContent(/^Connected$/)
  })

  test('keeps the board, and accepts moves', async () => {
    const { sent, cut, room, welcome } = joinRoom()
    cut()
    await userEvent.click(cell(4, 1))
    await userEvent.click(cell(4, 3))
    expect(panel()).toHaveTextContent('Sending…')
    expect(cell(4, 3)).toHaveAccessibleName(/white pawn/)
    act(() => room.reconnect())
    welcome()
    expect(sent()).toEqual([{ type: 'play', move: 'e2e4', ply: 0 }])
  })

  test.each([
    [4008, 'Too many requests. Retrying…'],
    [4010, 'The server can’t read this room right now. Reconnecting…'],
    [4011, 'The server is full. Retrying…'],
    [4012, 'This room needs a newer server. Retrying…'],
  ])('shows why: %i', (code, words) => {
    const { cut } = joinRoom()
    cut(code)
    expect(connection()).toHaveTextContent(words)
  })
})

test('a missing network is shown', () => {
  joinRoom()
  act(() => {
    dispatchEvent(new Event('offline'))
  })
  expect(connection()).toHaveTextContent(/^Offline$/)
})

describe('an ended connection', () => {
  test('replaced by a newer one can be taken back', async () => {
    const { cut, welcome } = joinRoom()
    cut(4006)
    const alert = screen.getByText('You’re playing this game in another tab or on another device.')
    expect(alert.closest('[role=alert]')).not.toBeNull()
    await userEvent.click(button('Play here'))
    welcome()
    expect(connection()).toHaveTextContent(/^Connected$/)
    expect(noButton('Play here')).not.toBeInTheDocument()
  })

  test('accepts no commands, and keeps the board', async () => {
    const { cut, room } = joinRoom({ moves: 'e2e4 e7e5' })
    cut(4006)
    const asking = vi.spyOn(room, 'ask')
    await userEvent.click(cell(6, 0))
    await userEvent.click(cell(5, 2))
    expect(asking).not.toHaveBeenCalled()
    expect(cell(6, 0)).toHaveAccessibleName(/white knight$/)
    expect(button('Resign')).toBeDisabled()
    expect(screen.getByRole('textbox', { name: /^Type a move/ })).toBeDisabled()
    await userEvent.click(button('e4'))
    expect(panel()).toHaveTextContent('Reviewing move 1')
  })

  test('with another version offers a reload', () => {
    const { cut } = joinRoom()
    cut(4002)
    expect(panel()).toHaveTextContent('This page is out of date.')
    expect(button('Reload')).toBeVisible()
  })

  test.each([
    [4003, 'This room no longer exists.'],
    [4004, 'You no longer have access to this room.'],
    [4000, 'Something went wrong with the connection.'],
  ])('for another reason links to the games: %i', async (code, words) => {
    const { cut } = joinRoom()
    cut(code)
    expect(panel()).toHaveTextContent(words)
    await userEvent.click(screen.getByRole('link', { name: 'All games' }))
    expect(location.pathname).toBe('/')
  })
})

test('warns if the seat would not survive a reload', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  joinRoom()
  expect(panel()).toHaveTextContent('This browser isn’t saving data: you’ll lose your seat')
})
