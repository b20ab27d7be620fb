// The panel of a local game, with a real table.

import { act } from '../act'
import { cleanup, render, screen, within } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { Panel } from './LocalPanel'
import type { Kind, LocalTableOptions } from '../raum'
import { readTable } from '../table/files'
import { HotSeat } from '../table/hot-seat'
import { useReview } from '../table/review'
import { play } from '../table/table'

// Its lower part is loaded after the board: once, for all tests.
beforeAll(async () => {
  shown('chess')
  await screen.findByRole('group', { name: 'Controls' })
  cleanup()
})

beforeEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/chess')
})

const flip = vi.fn()

function Beside({ table }: { table: HotSeat }) {
  const review = useReview(table)
  return (
    <Panel table={table} review={review} flipped={false} onFlip={flip} onAdvice={() => undefined} />
  )
}

/** Renders the panel of a table after some moves. */
function shown(kind: Kind, moves = '', options?: LocalTableOptions) {
  const table = HotSeat.at(kind)
  if (options) table.begin(options)
  playAll(table, moves)
  render(<Beside table={table} />)
  return table
}

function playAll(table: HotSeat, moves: string) {
  for (const move of moves.split(' ').filter(Boolean)) play(table, move)
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const click = async (name: string | RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name }))
}
const made = (table: HotSeat) => table.snapshot().view.moves.map(({ text }) => text)
const panel = () => screen.getByRole('region', { name: 'Game' })

const MATE = 'f2f3 e7e5 g2g4 d8h4'
const KNIGHTS = 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8'

describe('warnings', () => {
  test('warn that the browser is not saving data', async () => {
    const table = shown('chess')
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError')
    })
    act(() => play(table, 'e2e4'))
    vi.restoreAllMocks()
    expect(await screen.findByText(/This browser isn’t saving data/)).toBeVisible()
  })

  test('offer an unreadable game as a file until it is discarded', async () => {
    localStorage.setItem('raum.table.chess.now', 'not a journal')
    shown('chess')
    expect(await screen.findByText(/couldn’t be read/)).toBeVisible()
    expect(button('Save as a file')).toBeVisible()
    await click('Discard')
    expect(panel()).not.toHaveTextContent('couldn’t be read')
  })
})

describe('the status', () => {
  test('shows the side to move', () => {
    const table = shown('chess')
    expect(panel()).toHaveTextContent('White to move')
    act(() => play(table, 'e2e4'))
    expect(panel()).toHaveTextContent('Black to move')
  })

  test('shows check by text and shape', () => {
    shown('chess', 'e2e4 f7f6 d1h5')
    expect(screen.getByText('Check').querySelector('svg')).toBeInTheDocument()
  })

  test.each<[string, string, string]>([
    ['', MATE, 'Checkmate — Black wins'],
    ['7k/8/5KQ1/8/8/8/8/8 w - - 0 1', 'g6f7', 'Draw — Stalemate'],
    ['4k3/8/8/8/8/8/3p4/4K3 w - - 0 1', 'e1d2', 'Draw — Insufficient material'],
  ])('shows the result: %s %s', (position, moves, words) => {
    shown('chess', moves, position ? { position } : undefined)
    expect(panel()).toHaveTextContent(words)
    expect(panel()).not.toHaveTextContent('to move')
    expect(screen.queryByText('Check')).not.toBeInTheDocument()
  })

  test('shows the position under review, with a button back to the game', async () => {
    shown('chess', 'e2e4 e7e5 g1f3')
    await click('e5')
    expect(panel()).toHaveTextContent('Reviewing move 1')
    await click('First position')
    expect(panel()).toHaveTextContent('Reviewing the start')
    await click('Back to the game')
    expect(panel()).toHaveTextContent('Black to move')
  })

  test('shows why a move is refused', () => {
    const table = shown('chess')
    act(() => play(table, 'e2e5'))
    expect(within(panel()).getByText(/isn't legal/)).toHaveAttribute('role', 'alert')
  })

  test('warns when the browser is not saving data', () => {
    const table = shown('chess')
    expect(panel()).not.toHaveTextContent('isn’t saving data')
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    act(() => play(table, 'e2e4'))
    expect(panel()).toHaveTextContent('This browser isn’t saving data')
    full.mockRestore()
  })
})

describe('the controls', () => {
  test('invite an opponent to the game on the board while it is running', async () => {
    const table = shown('chess', 'e2e4')
    await click('Invite')
    const dialog = await screen.findByRole('dialog', { name: 'Create New Game' })
    expect(dialog).toHaveTextContent('This game moves online with 1 move.')
    await click('Close')
    act(() => table.ask({ type: 'resign' }))
    expect(button('Invite')).toBeDisabled()
  })

  test('undo and redo as far as possible', async () => {
    const table = shown('chess', 'e2e4 e7e5')
    expect(button('Redo')).toBeDisabled()
    await click('Undo')
    expect(made(table)).toEqual(['e2e4'])
    await click('Undo')
    expect(button('Undo')).toBeDisabled()
    await click('Redo')
    expect(made(table)).toEqual(['e2e4'])
  })

  test('resign for the side to move, after confirmation', async () => {
    const table = shown('chess', 'e2e4')
    await click('Resign')
    const question = await screen.findByRole('dialog', { name: 'Resign as Black?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(table.snapshot().view.ending).toBeNull()
    await click('Resign')
    await userEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Resign' }),
    )
    expect(table.snapshot().view.ending).toEqual({ winner: 'white', reason: 'resignation' })
  })

  test('agree a draw, after confirmation', async () => {
    const table = shown('chess')
    await click('Draw')
    await click('Agree to a draw')
    expect(table.snapshot().view.ending).toEqual({ winner: null, reason: 'agreement' })
    expect(button('Draw')).toBeDisabled()
    expect(button('Resign')).toBeDisabled()
  })

  test('undo an agreed draw and a claimed one', async () => {
    const table = shown('chess', KNIGHTS)
    await click('Draw')
    expect(await screen.findByRole('dialog')).toHaveTextContent('“Undo” resumes it')
    await click('Agree to a draw')
    await userEvent.click(await screen.findByRole('button', { name: 'Review board' }))
    await click('Undo')
    expect(table.snapshot().view.ending).toBeNull()
    await click('Redo')
    await click('Claim draw: Threefold repetition')
    await userEvent.click(await screen.findByRole('button', { name: 'Review board' }))
    await click('Undo')
    expect(table.snapshot().view.ending).toBeNull()
    expect(made(table)).toHaveLength(7)
  })

  test('restart after confirmation, and restore the previous game', async () => {
    const clock = { initialMillis: 180_000, incrementMillis: 0 }
    const position = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
    const table = shown('chess', '', { position, clock })
    expect(button('Restart')).toBeDisabled()
    act(() => playAll(table, 'e2e4 e8e7'))
    await click('Restart')
    const question = within(await screen.findByRole('dialog', { name: 'Restart the game?' }))
    expect(question.getByText(/You can restore this game/)).toBeVisible()
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    expect(made(table)).toHaveLength(2)
    await click('Restart')
    await userEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Restart' }),
    )
    expect(made(table)).toEqual([])
    expect(table.snapshot().view.position.text).toBe(position)
    expect(table.snapshot().view.clocks?.leftMillis).toEqual([180_000, 180_000])
    expect(table.hasPrevious).toBe(true)
    act(() => table.restorePrevious())
    expect(made(table)).toEqual(['e2e4', 'e8e7'])
  })

  test('offer a draw claim only when available, naming the rule', async () => {
    const table = shown('chess', KNIGHTS.slice(0, -5))
    expect(screen.queryByRole('button', { name: /^Claim draw/ })).toBeNull()
    act(() => play(table, 'f6g8'))
    await click('Claim draw: Threefold repetition')
    expect(table.snapshot().view.ending?.reason).toBe('threefold-repetition')
    await userEvent.click(await screen.findByRole('button', { name: 'Review board' }))
    expect(screen.queryByRole('button', { name: /^Claim draw/ })).toBeNull()
  })

  test('claim a draw after fifty moves', () => {
    shown('chess', '', { position: '4k3/8/8/8/8/8/4P3/4K3 w - - 100 80' })
    expect(button('Claim draw: Fifty-move rule')).toBeEnabled()
  })

  test('offer no claim in a kind without claims', () => {
    shown('tictactoe')
    expect(screen.queryByRole('button', { name: /^Claim/ })).not.toBeInTheDocument()
  })

  test('flip the board', async () => {
    shown('chess')
    await click('Flip board')
    expect(flip).toHaveBeenCalledOnce()
  })
})

describe('typed moves', () => {
  const type = async (text: string) => {
    const field = await screen.findByRole('textbox', { name: /^Type a move/ })
    await userEvent.type(field, `${text}{Enter}`)
    return field
  }

  const CASTLE = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  const PROMOTE = '8/4P2k/8/8/8/8/8/K7 w - - 0 1'

  test.each<[Kind, string, string, string?]>([
    ['chess', 'e4', 'e2e4'],
    ['chess', 'Nf3', 'g1f3'],
    ['chess', ' e2e4 ', 'e2e4'],
    ['chess', 'O-O', 'e1g1', CASTLE],
    ['chess', '0-0-0', 'e1c1', CASTLE],
    ['chess', 'e1g1', 'e1g1', CASTLE],
    ['chess', 'e7e8q', 'e7e8q', PROMOTE],
    ['chess', 'e8=N', 'e7e8n', PROMOTE],
    ['space', 'Aa2Aa3', 'Aa2Aa3'],
    ['space', 'NCa1', 'Ab1Ca1'],
    ['tictactoe', '5', '5'],
  ])('in %s: %s', async (kind, typed, text, position) => {
    const table = shown(kind, '', position ? { position } : {})
    expect(await type(typed)).toHaveValue('')
    expect(made(table)).toEqual([text])
  })

  test('that cannot be played stay in the field, with the reason', async () => {
    const table = shown('chess')
    const field = await type('Ke3')
    expect(field).toHaveValue('Ke3')
    expect(field).toHaveAccessibleDescription('"Ke3" is not a legal move.')
    expect(screen.getByText(/is not a legal move/)).toHaveAttribute('role', 'alert')
    expect(made(table)).toEqual([])
    await userEvent.type(field, '{Backspace}')
    expect(field).toHaveAccessibleDescription('')
  })

  test('are disabled during review and after the end', async () => {
    const table = shown('chess', 'e2e4 e7e5')
    await click('First position')
    expect(screen.getByRole('textbox')).toBeDisabled()
    await click('Back to the game')
    expect(screen.getByRole('textbox')).toBeEnabled()
    act(() => table.ask({ type: 'resign' }))
    expect(screen.getByRole('textbox')).toBeDisabled()
  })
})

describe('the end', () => {
  test('shows a card with what to do next', async () => {
    const table = shown('chess', '', {
      position: '7k/8/5KQ1/8/8/8/8/8 w - - 0 1',
      clock: { initialMillis: 60_000, incrementMillis: 0 },
    })
    act(() => play(table, 'g6g7'))
    const end = await screen.findByRole('dialog', { name: 'Checkmate — White wins' })
    expect(end).toHaveTextContent('After 1 move.')
    await userEvent.click(within(end).getByRole('button', { name: 'Restart' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(table.snapshot().view).toMatchObject({
      phase: 'playing',
      moves: [],
      position: { text: '7k/8/5KQ1/8/8/8/8/8 w - - 0 1' },
      clocks: { leftMillis: [60_000, 60_000] },
    })
    expect(table.hasPrevious).toBe(true)
  })

  test('leaves the board and undo available after closing', async () => {
    const table = shown('chess', 'f2f3 e7e5 g2g4')
    act(() => play(table, 'd8h4'))
    await click('Review board')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await click('f3')
    await click('Back to the game')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await click('Undo')
    expect(table.snapshot().view.phase).toBe('playing')
    await click('Redo')
    const end = await screen.findByRole('dialog', { name: 'Checkmate — Black wins' })
    expect(end).toHaveTextContent('After 2 moves.')
  })

  test('links to the home screen', async () => {
    const table = shown('chess', 'f2f3 e7e5 g2g4')
    act(() => play(table, 'd8h4'))
    await click('Exit')
    expect(location.pathname).toBe('/')
  })

  test('opens no dialog for a loaded game', () => {
    const table = shown('chess')
    act(() => table.put(readTable('1. f3 e5 2. g4 Qh4# 0-1', 'chess')))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(panel()).toHaveTextContent('Checkmate — Black wins')
  })

  test('opens no dialog after a reload', () => {
    shown('chess', MATE)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(panel()).toHaveTextContent('Checkmate — Black wins')
  })
})
