import { fireEvent, screen } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { renderBoard } from './testing'

const CHESS = '8/P6k/8/8/8/8/8/K7 w - - 0 1'
const SPACE = '5/5/5/5/2K2|5/5/5/5/5|5/5/5/5/5|2P2/5/5/5/5|k4/5/5/5/5 w 0 1'

async function reachTheEnd() {
  const board = renderBoard('chess', { position: CHESS })
  await userEvent.click(board.cell(0, 6))
  await userEvent.click(board.cell(0, 7))
  return board
}

const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

test('no dialog opens before a pawn reaches the last rank', async () => {
  const { cell } = renderBoard('chess', { position: CHESS })
  await userEvent.click(cell(0, 6))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Enter chooses the queen', async () => {
  const { made } = await reachTheEnd()
  expect(screen.getByRole('dialog', { name: 'Promote to' })).toBeVisible()
  expect(names()).toEqual(['Queen', 'Rook', 'Bishop', 'Knight'])
  expect(screen.getByRole('button', { name: 'Queen' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(made()).toEqual(['a7a8q'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['Rook', '{ArrowRight}', 'a7a8r'],
  ['Bishop', '{ArrowRight}{ArrowDown}', 'a7a8b'],
  ['Knight', '{ArrowLeft}', 'a7a8n'],
  ['Queen', '{ArrowLeft}{ArrowRight}', 'a7a8q'],
  ['Rook', '{Tab}', 'a7a8r'],
])('%s is chosen by %s', async (name, keys, move) => {
  const { made } = await reachTheEnd()
  await userEvent.keyboard(keys)
  expect(screen.getByRole('button', { name })).toHaveFocus()
  await userEvent.keyboard(' ')
  expect(made()).toEqual([move])
})

test('a click chooses', async () => {
  const { made } = await reachTheEnd()
  await userEvent.click(screen.getByRole('button', { name: 'Knight' }))
  expect(made()).toEqual(['a7a8n'])
})

test('Escape and a click outside cancel', async () => {
  const { made, cell, having } = await reachTheEnd()
  // The event a browser sends to a dialog on Escape.
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(having('data-marks~="selected"')).toEqual([])

  await userEvent.click(cell(0, 6))
  await userEvent.click(cell(0, 7))
  await userEvent.click(screen.getByRole('dialog'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(made()).toEqual([])
})

test('a pawn of space chess can promote to a unicorn', async () => {
  const { made, cell } = renderBoard('space', { position: SPACE })
  await userEvent.click(cell(2, 4, 3))
  await userEvent.click(cell(2, 4, 4))
  expect(names()).toEqual(['Queen', 'Rook', 'Bishop', 'Knight', 'Unicorn'])
  await userEvent.click(screen.getByRole('button', { name: 'Unicorn' }))
  expect(made()).toEqual(['Dc5Ec5U'])
  expect(cell(2, 4, 4)).toHaveAccessibleName('Ec5, white unicorn, last move')
})
