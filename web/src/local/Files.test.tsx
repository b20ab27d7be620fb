import { fireEvent, render, screen, waitFor } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import Files from './Files'
import { tableFile } from '../table/files'
import { HotSeat } from '../table/hot-seat'
import { play } from '../table/table'

const saved: { name: string; text: Promise<string> }[] = []

beforeEach(() => {
  localStorage.clear()
  saved.length = 0
  // jsdom cannot save files: the fake link captures them.
  const blobs: Blob[] = []
  URL.createObjectURL = (blob) => `blob:${blobs.push(blob as Blob) - 1}`
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const blob = blobs[Number(this.href.replace('blob:', ''))]
    saved.push({ name: this.download, text: blob?.text() ?? Promise.resolve('') })
  })
  vi.useFakeTimers({ now: new Date(2026, 10, 15, 12), toFake: ['Date'] })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function opened(moves = 'e2e4 e7e5') {
  const table = HotSeat.at('chess')
  for (const move of moves.split(' ').filter(Boolean)) play(table, move)
  const onClose = vi.fn()
  render(<Files table={table} onClose={onClose} />)
  return { table, onClose }
}

const click = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name }))
}
const paste = async (text: string) => {
  fireEvent.input(screen.getByRole('textbox', { name: /^Or paste/ }), {
    target: { value: text },
  })
  await click('Load')
}
const made = (table: HotSeat) => table.snapshot().view.moves.map(({ text }) => text)

describe('saving', () => {
  test.each([
    ['Full game (JSON)', 'raum-chess-2026-11-15.json', /"raum": 1/],
    ['Moves (PGN)', 'raum-chess-2026-11-15.pgn', /1\. e4 e5 \*/],
    ['Position (FEN)', 'raum-chess-2026-11-15.fen', /^rnbqkbnr\/pppp1ppp\/.* w KQkq - 0 2\n$/],
  ])('%s', async (label, name, text) => {
    opened()
    await click(label)
    expect(saved).toHaveLength(1)
    expect(saved[0]?.name).toBe(name)
    expect(await saved[0]?.text).toMatch(text)
  })

  test('copies the position, or shows that it cannot', async () => {
    const user = userEvent.setup()
    opened()
    const copy = screen.getByRole('button', { name: 'Copy' })
    await user.click(copy)
    expect(await screen.findByText('Copied.')).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toMatch(/^rnbqkbnr/)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    await user.click(copy)
    expect(await screen.findByText(/blocked copying/)).toBeInTheDocument()
  })
})

describe('loading', () => {
  test('a pasted game replaces the one on the board, which can be restored', async () => {
    const { table, onClose } = opened()
    expect(screen.getByRole('dialog')).toHaveTextContent('you can restore it later')
    await paste('1. d4 d5 2. c4 *')
    expect(made(table)).toEqual(['d2d4', 'd7d5', 'c2c4'])
    expect(onClose).toHaveBeenCalledOnce()
    table.restorePrevious()
    expect(made(table)).toEqual(['e2e4', 'e7e5'])
  })

  test('a file', async () => {
    const { table } = opened()
    const file = new File([tableFile(table)], 'game.json')
    play(table, 'g1f3')
    await userEvent.upload(screen.getByLabelText('From a file'), file)
    await waitFor(() => expect(made(table)).toEqual(['e2e4', 'e7e5']))
  })

  test.each([
    ['1. e4 e4', 'Couldn’t load the game. Line 1: "e4" is not a legal move.'],
    ['8/8/8 w - - 0 1', 'Couldn’t load the game. Expected 8 ranks, found 3.'],
    ['XO....... X', 'Couldn’t load the game. This is a game of tic-tac-toe.'],
    ['{"raum": 1', 'Couldn’t load the game. Invalid JSON: '],
  ])('shows why a game is invalid, and changes nothing: %s', async (text, why) => {
    const { table, onClose } = opened()
    const before = table.journal()
    await paste(text)
    expect(screen.getByRole('alert')).toHaveTextContent(why)
    expect(screen.getByRole('textbox', { name: /^Or paste/ })).toHaveValue(text)
    expect(table.journal()).toBe(before)
    expect(table.hasPrevious).toBe(false)
    expect(onClose).not.toHaveBeenCalled()
  })

  test('rejects a large file before reading it', async () => {
    const { table } = opened()
    const file = new File(['x'.repeat(1_000_001)], 'big.pgn')
    const read = vi.spyOn(file, 'text')
    await userEvent.upload(screen.getByLabelText('From a file'), file)
    expect(screen.getByRole('alert')).toHaveTextContent('larger than 1 MB')
    expect(read).not.toHaveBeenCalled()
    expect(made(table)).toEqual(['e2e4', 'e7e5'])
  })

  test('shows an error for a file that can no longer be read', async () => {
    const { table } = opened()
    const file = new File(['1. d4 *'], 'gone.pgn')
    vi.spyOn(file, 'text').mockRejectedValue(new Error('it is gone'))
    await userEvent.upload(screen.getByLabelText('From a file'), file)
    expect(await screen.findByText(/Couldn’t load the game\. It is gone\./)).toBeVisible()
    expect(made(table)).toEqual(['e2e4', 'e7e5'])
  })

  test('restores the previous game, if there is one', async () => {
    const { table } = opened()
    expect(screen.queryByRole('button', { name: /^Bring back/ })).not.toBeInTheDocument()
    await paste('1. d4 *')
    await click('Restore previous game')
    expect(made(table)).toEqual(['e2e4', 'e7e5'])
  })
})
