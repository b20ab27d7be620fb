// How the connection is, and what becomes of the game while it is not there.

import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { button, cell, connection, noButton, panel, sitDown } from './testing'
import { prefer } from '../../settings'
import { Socket } from '../../table/testing'

beforeEach(() => {
  localStorage.clear()
  prefer({ name: '' })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a live one is told, and offers nothing', () => {
  sitDown()
  expect(connection()).toHaveTextContent(/^Live$/)
  expect(noButton('Try now')).not.toBeInTheDocument()
})

describe('a lost one', () => {
  test('is told, and can be tried at once', () => {
    vi.useFakeTimers()
    const { cut, welcome } = sitDown()
    cut()
    expect(connection()).toHaveTextContent(/^Reconnecting…$/)
    act(() => button('Try now').click())
    expect(Socket.all).toHaveLength(2)
    welcome()
    expect(connection()).toHaveTextContent(/^Live$/)
  })

  test('leaves the board to be read and to be played on', async () => {
    const { asked, cut, room, welcome } = sitDown()
    cut()
    await userEvent.click(cell(4, 1))
    await userEvent.click(cell(4, 3))
    expect(panel()).toHaveTextContent('Sending…')
    expect(cell(4, 3)).toHaveAccessibleName(/white pawn/)
    act(() => room.reconnect())
    welcome()
    expect(asked()).toEqual([{ type: 'play', move: 'e2e4', ply: 0 }])
  })

  test.each([
    [4008, 'Too much at once. Trying again…'],
    [4010, 'The room cannot be read just now. Trying again…'],
    [4011, 'The server is full. Trying again…'],
    [4012, 'This room needs a newer raum on the server. Trying again…'],
  ])('says why: %i', (code, words) => {
    const { cut } = sitDown()
    cut(code)
    expect(connection()).toHaveTextContent(words)
  })
})

test('without a network it says so', () => {
  sitDown()
  act(() => {
    dispatchEvent(new Event('offline'))
  })
  expect(connection()).toHaveTextContent(/^Offline$/)
})

describe('one that has ended', () => {
  test('because of a newer one is told, and can be had back', async () => {
    const { cut, welcome } = sitDown()
    cut(4006)
    const alert = screen.getByText('This game goes on in another tab or on another device.')
    expect(alert.closest('[role=alert]')).not.toBeNull()
    await userEvent.click(button('Play here'))
    welcome()
    expect(connection()).toHaveTextContent(/^Live$/)
    expect(noButton('Play here')).not.toBeInTheDocument()
  })

  test('takes no moves and nothing else, and leaves the board', async () => {
    const { cut, room } = sitDown({ moves: 'e2e4 e7e5' })
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

  test('because of another version is mended by a reload', () => {
    const { cut } = sitDown()
    cut(4002)
    expect(panel()).toHaveTextContent('The server speaks another version than this page.')
    expect(button('Reload')).toBeVisible()
  })

  test.each([
    [4003, 'This room is no longer there.'],
    [4004, 'This room does not let you in any more.'],
    [4000, 'The server and this page do not understand each other.'],
  ])('for another reason leads to the games: %i', async (code, words) => {
    const { cut } = sitDown()
    cut(code)
    expect(panel()).toHaveTextContent(words)
    await userEvent.click(screen.getByRole('link', { name: 'To the games' }))
    expect(location.pathname).toBe('/')
  })
})

test('warns where a seat would not survive a reload', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  sitDown()
  expect(panel()).toHaveTextContent('This browser keeps nothing, so your seat is gone')
})
