// The end of a game: the dialog, the rematch, and saving.

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
  vi.restoreAllMocks()
})

const ALMOST = 'f2f3 e7e5 g2g4'
const MATE = [
  { type: 'move-played', move: 'd8h4' },
  { type: 'game-ended', winner: 'second', reason: 'checkmate' },
]
const dialog = () => screen.findByRole('dialog', { name: 'Checkmate — Black wins' })
const noDialog = () => expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
const clickIn = async (name: string) => {
  await userEvent.click(within(await dialog()).getByRole('button', { name }))
}

describe('the end', () => {
  test('opens a dialog once', async () => {
    const { happens } = joinRoom({ moves: ALMOST })
    happens(...MATE)
    expect(await dialog()).toHaveTextContent('After 2 moves.')
    // The player has the white pieces.
    expect(screen.getByRole('heading', { name: 'You lost by checkmate' })).toBeVisible()
    await clickIn('Review board')
    noDialog()
    happens({ type: 'said', member: 2, name: 'Ben', text: 'Good game' })
    noDialog()
    expect(panel()).toHaveTextContent('Checkmate — Black wins')
  })

  test('of an earlier game is shown in the status, without a dialog', () => {
    joinRoom({ moves: ALMOST, then: MATE })
    noDialog()
    expect(panel()).toHaveTextContent('Checkmate — Black wins')
    expect(button('Last position')).toBeDisabled()
    expect(button('Previous move')).toBeEnabled()
  })

  test('offers a new game', async () => {
    const { happens } = joinRoom({ moves: ALMOST })
    happens(...MATE)
    await clickIn('Start New Game')
    expect(location.pathname + location.search).toBe('/?new=chess')
  })

  test('offers spectators no rematch', async () => {
    const { happens } = joinRoom({ moves: ALMOST, member: null })
    happens(...MATE)
    expect(within(await dialog()).getByRole('button', { name: 'Start New Game' })).toBeVisible()
    expect(noButton('Rematch')).not.toBeInTheDocument()
  })
})

describe('a rematch', () => {
  test('starts when both players have asked for it', async () => {
    const { sent, done, happens, started } = joinRoom({ moves: ALMOST })
    happens(...MATE)
    await clickIn('Rematch')
    expect(sent()).toEqual([{ type: 'ask-rematch' }])
    done({ type: 'rematch-asked', member: 1 })
    expect(await dialog()).toHaveTextContent('You asked for a rematch. Waiting for your opponent.')
    expect(within(await dialog()).getByRole('button', { name: 'Rematch' })).toBeDisabled()
    happens({ type: 'rematch-asked', member: 2 }, started(2, 2, 1))
    noDialog()
    expect(panel()).toHaveTextContent('White to move')
    expect(panel()).not.toHaveTextContent('Your turn')
  })

  test('is accepted by asking for it too', async () => {
    const { sent, happens } = joinRoom({ moves: ALMOST, then: MATE })
    happens({ type: 'rematch-asked', member: 2 })
    const offers = screen.getByRole('region', { name: 'Offers' })
    expect(offers).toHaveTextContent('Your opponent wants a rematch.')
    expect(noButton('Decline')).not.toBeInTheDocument()
    await userEvent.click(within(offers).getByRole('button', { name: 'Accept' }))
    expect(sent()).toEqual([{ type: 'ask-rematch' }])
  })

  test('is also among the controls', async () => {
    const { sent } = joinRoom({ moves: ALMOST, then: MATE })
    expect(controls()).toEqual([
      'Rematch',
      'Save',
      'Leave',
      '…',
      'Flip board',
      'Share',
      'Other device',
      'Attacked cells',
    ])
    await userEvent.click(button('Rematch'))
    expect(sent()).toEqual([{ type: 'ask-rematch' }])
  })

  test('is unavailable after the opponent left', () => {
    joinRoom({ moves: ALMOST, then: [...MATE, { type: 'seat-left', member: 2 }] })
    expect(button('Rematch')).toBeDisabled()
  })
})

describe('saving', () => {
  const files: { name: string; text: Promise<string> }[] = []

  beforeEach(() => {
    files.length = 0
    // jsdom cannot save files: the fake link captures them.
    let blob = new Blob()
    URL.createObjectURL = (given) => {
      blob = given as Blob
      return 'blob:it'
    }
    URL.revokeObjectURL = () => undefined
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      files.push({ name: this.download, text: blob.text() })
    })
  })

  test.each([
    ['Moves (PGN)', `raum-chess-${ROOM}.pgn`, /\[White "Ann"\][^]*1\. f3 e5/],
    ['Journal (JSON Lines)', `raum-chess-${ROOM}.jsonl`, /^\{.*"room-opened"/],
    ['Position (FEN)', `raum-chess-${ROOM}.fen`, /^rnbqkbnr\/.* b KQkq - 0 2\n$/],
  ])('%s', async (label, name, text) => {
    joinRoom({ moves: ALMOST })
    await userEvent.click(button('Save'))
    await userEvent.click(await screen.findByRole('button', { name: label }))
    expect(files.map((file) => file.name)).toEqual([name])
    expect(await files[0]?.text).toMatch(text)
  })

  test('offers no journal if the dialect has none', async () => {
    joinRoom({ kind: 'space', dialect: 'space' })
    await userEvent.click(button('Save'))
    expect(await screen.findByRole('button', { name: 'Moves (PGN)' })).toBeVisible()
    expect(noButton('Journal (JSON Lines)')).not.toBeInTheDocument()
  })
})
