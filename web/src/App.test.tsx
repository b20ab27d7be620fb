import { act, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { App } from './App'

test('shows every kind with its start position and the number of first moves', async () => {
  await act(async () => {
    render(<App rules={Promise.resolve()} />)
    await Promise.resolve()
  })

  const chess = within(screen.getByRole('region', { name: 'Chess' }))
  expect(chess.getByText(/8 × 8 cells, 20 first moves for white/)).toBeVisible()
  expect(chess.getAllByText(/♟/)).toHaveLength(16)

  const space = within(screen.getByRole('region', { name: 'Space chess' }))
  expect(space.getByText(/5 × 5 × 5 cells, 61 first moves for white/)).toBeVisible()
  expect(space.getAllByRole('img')).toHaveLength(5)
  expect(space.getByRole('img', { name: /^Level B: white bishop, white unicorn/ })).toBeVisible()
  expect(space.getByRole('img', { name: 'Level C: empty' })).toBeVisible()

  const ticTacToe = within(screen.getByRole('region', { name: 'Tic-tac-toe' }))
  expect(ticTacToe.getByText(/3 × 3 cells, 9 first moves for X/)).toBeVisible()
})

test('says so when the rules cannot be loaded', async () => {
  // React reports what it catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)

  await act(async () => {
    render(<App rules={Promise.reject(new Error('no WebAssembly here'))} />)
    await Promise.resolve()
  })

  expect(screen.getByRole('alert')).toHaveTextContent('could not be loaded')
  vi.restoreAllMocks()
})
