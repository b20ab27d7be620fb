// The controls of a room, and the players' offers.

import { act } from '../../act'
import { screen, within } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { button, controls, noButton, panel, joinRoom } from './testing'
import { changeSettings } from '../../settings'
import { ROOM } from '../../table/testing'

beforeEach(() => {
  localStorage.clear()
  changeSettings({ name: '' })
  history.replaceState(null, '', `/r/${ROOM}`)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const click = async (name: string | RegExp) => {
  await userEvent.click(button(name))
}
const clickIn = async (dialog: string, name: string) => {
  const question = within(await screen.findByRole('dialog', { name: dialog }))
  await userEvent.click(question.getByRole('button', { name }))
}
const offers = () => screen.getByRole('region', { name: 'Offers' })
const KNIGHTS = 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8'
const AWAY = { member: 2, since: 0 }

describe('the controls', () => {
  test('of a player', () => {
    joinRoom({ moves: 'e2e4 e7e5' })
    expect(controls()).toEqual([
      'Take back',
      'Offer draw',
      'Resign',
      '…',
      'Flip board',
      'Save',
      'Share',
      'Other device',
      'Leave',
      'Attacked cells',
    ])
    expect(button('Take back')).toBeEnabled()
  })

  test('abort a game until both sides have moved', async () => {
    const { sent, happens } = joinRoom()
    expect(controls().slice(0, 3)).toEqual(['Take back', 'Offer draw', 'Abort game'])
    await click('Abort game')
    expect(sent()).toEqual([{ type: 'abort' }])
    happens({ type: 'game-ended', winner: null, reason: 'aborted' })
    expect(await screen.findByRole('dialog', { name: 'No result — Aborted' })).toBeVisible()
    expect(noButton('Abort game')).not.toBeInTheDocument()
  })

  test('are enabled if the room would accept the command', () => {
    joinRoom()
    expect(button('Take back')).toBeDisabled()
    expect(button('Offer draw')).toBeEnabled()
  })

  test('of a spectator', () => {
    joinRoom({ member: null })
    expect(controls()).toEqual(['Flip board', 'Save', 'Leave', '…', 'Share', 'Attacked cells'])
  })

  test('are limited to what the dialect supports', () => {
    joinRoom({ kind: 'space', dialect: 'space' })
    const others = ['Share', 'Show lines', 'Attacked cells']
    expect(controls()).toEqual(['Flip board', 'Save', 'Leave', '…', ...others])
    expect(screen.queryByRole('region', { name: 'Chat' })).not.toBeInTheDocument()
    expect(panel()).not.toHaveTextContent('spectator')
  })

  test('have no flip button for tic-tac-toe', () => {
    joinRoom({ kind: 'tictactoe' })
    expect(noButton('Flip board')).not.toBeInTheDocument()
  })

  test('offer a draw claim only when available', async () => {
    const { sent } = joinRoom({ moves: KNIGHTS })
    await click('Claim draw: Threefold repetition')
    expect(sent()).toEqual([{ type: 'claim-draw' }])
  })
})

test('ask for confirmation before resigning', async () => {
  const { sent } = joinRoom()
  await click('Resign')
  await clickIn('Resign?', 'Cancel')
  expect(sent()).toEqual([])
  await click('Resign')
  await clickIn('Resign?', 'Resign')
  expect(sent()).toEqual([{ type: 'resign' }])
})

describe('leaving', () => {
  test('a running game needs confirmation, and goes home', async () => {
    const { sent } = joinRoom()
    await click('Leave')
    expect(location.pathname).toBe(`/r/${ROOM}`)
    await clickIn('Leave the game?', 'Leave')
    expect(sent()).toEqual([{ type: 'leave' }])
    expect(location.pathname).toBe('/')
  })

  test('a finished game needs no confirmation', async () => {
    const { sent } = joinRoom({
      then: [{ type: 'game-ended', winner: null, reason: 'agreement' }],
    })
    await click('Leave')
    expect(sent()).toEqual([{ type: 'leave' }])
    expect(location.pathname).toBe('/')
  })

  test('needs no confirmation for spectators', async () => {
    joinRoom({ member: null })
    await click('Leave')
    expect(location.pathname).toBe('/')
  })
})

describe('a draw', () => {
  test('can be offered and declined', async () => {
    const { sent, done, happens } = joinRoom()
    await click('Offer draw')
    expect(sent()).toEqual([{ type: 'offer-draw' }])
    done({ type: 'draw-offered', side: 'first' })
    expect(offers()).toHaveTextContent('You offered a draw.')
    expect(noButton('Accept')).not.toBeInTheDocument()
    expect(button('Offer draw')).toBeDisabled()
    happens({ type: 'draw-declined', side: 'second' })
    expect(offers()).toHaveTextContent(/^Your draw offer was declined.$/)
    // The notice disappears with the next change.
    happens({ type: 'move-played', move: 'e2e4' })
    expect(screen.queryByRole('region', { name: 'Offers' })).not.toBeInTheDocument()
  })

  test.each([
    ['Accept', 'accept-draw'],
    ['Decline', 'decline-draw'],
  ])('is answered: %s', async (name, type) => {
    const { sent } = joinRoom({ then: [{ type: 'draw-offered', side: 'second' }] })
    expect(offers()).toHaveTextContent('Your opponent offered a draw.')
    await click(name)
    expect(sent()).toEqual([{ type }])
  })

  test('cannot be answered by spectators', () => {
    joinRoom({ member: null, then: [{ type: 'draw-offered', side: 'second' }] })
    expect(offers()).toHaveTextContent('Black offered a draw.')
    expect(noButton('Accept')).not.toBeInTheDocument()
    expect(noButton('Decline')).not.toBeInTheDocument()
  })
})

describe('a takeback', () => {
  test('can be requested', async () => {
    const { sent, done } = joinRoom({ moves: 'e2e4' })
    await click('Take back')
    expect(sent()).toEqual([{ type: 'ask-takeback' }])
    done({ type: 'takeback-asked', side: 'first', ply: 0 })
    expect(offers()).toHaveTextContent('You asked for a takeback.')
    expect(button('Take back')).toBeDisabled()
  })

  test.each([
    ['Accept', 'accept-takeback'],
    ['Decline', 'decline-takeback'],
  ])('is answered: %s', async (name, type) => {
    const then = [{ type: 'takeback-asked', side: 'second', ply: 1 }]
    const { sent } = joinRoom({ moves: 'e2e4 e7e5', then })
    expect(offers()).toHaveTextContent('Your opponent asked for a takeback.')
    await click(name)
    expect(sent()).toEqual([{ type }])
  })
})

describe('an absent opponent', () => {
  const NOW = 1_790_000_000_000

  beforeEach(() => {
    vi.useFakeTimers({ now: NOW })
  })

  const pass = (millis: number) =>
    act(() => {
      vi.advanceTimersByTime(millis)
    })

  test('can be claimed against after a countdown', () => {
    const { presence } = joinRoom({ moves: 'e2e4' })
    pass(18_000)
    presence({ away: [{ ...AWAY, since: NOW }] })
    expect(panel()).toHaveTextContent('Opponent away — claim in 0:42')
    expect(noButton('Claim win')).not.toBeInTheDocument()
    pass(2001)
    expect(panel()).toHaveTextContent('claim in 0:39')
    // The server keeps sending frames; otherwise the connection would time out.
    presence({ away: [{ ...AWAY, since: NOW }] })
    pass(40_000)
    expect(panel()).not.toHaveTextContent('claim in')
    expect(button('Claim win')).toBeVisible()
    expect(button('Claim draw')).toBeVisible()
  })

  test.each([
    ['Claim win', 'win'],
    ['Claim draw', 'draw'],
  ])('%s', (name, result) => {
    const { sent, presence } = joinRoom({ moves: 'e2e4' })
    presence({ away: [{ ...AWAY, since: NOW }] })
    pass(30_000)
    presence({ away: [{ ...AWAY, since: NOW }] })
    pass(30_000)
    act(() => button(name).click())
    expect(sent()).toEqual([{ type: 'claim-absence', result }])
  })

  test('cannot be claimed against after coming back', () => {
    const { presence } = joinRoom({ moves: 'e2e4' })
    presence({ away: [{ ...AWAY, since: NOW - 60_000 }] })
    presence({})
    expect(noButton('Claim win')).not.toBeInTheDocument()
    expect(panel()).not.toHaveTextContent('away —')
  })

  test('cannot be claimed against on the player’s own turn', () => {
    const { presence } = joinRoom()
    presence({ away: [{ ...AWAY, since: NOW - 60_000 }] })
    expect(noButton('Claim win')).not.toBeInTheDocument()
    expect(panel()).not.toHaveTextContent('claim in')
  })
})
