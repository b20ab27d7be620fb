import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'

import Home from './Home'

beforeEach(() => {
  localStorage.clear()
})

const dialog = () => screen.findByRole('dialog', { name: 'Create New Game' })

test('each kind can be played online', async () => {
  render(<Home />)
  const card = within(screen.getByRole('article', { name: 'Space chess' }))
  await userEvent.click(card.getByRole('button', { name: 'Play online' }))
  const create = within(await dialog())
  expect(create.getByRole('radio', { name: 'Space chess' })).toBeChecked()
  await userEvent.click(create.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an address can open the dialog for a game, once', async () => {
  history.replaceState(null, '', '/?new=tictactoe')
  render(<Home wanted="tictactoe" />)
  const create = within(await dialog())
  expect(create.getByRole('radio', { name: 'Tic-tac-toe' })).toBeChecked()
  await userEvent.click(create.getByRole('button', { name: 'Close' }))
  expect(location.pathname + location.search).toBe('/')
})

test('an address can set the dialect', async () => {
  render(<Home wanted="chess" dialect="space" />)
  expect(await dialog()).toHaveTextContent('the space chess protocol')
})

test('“Create New Game” is in sight, and any kind can be chosen there', async () => {
  render(<Home />)
  await userEvent.click(screen.getByRole('button', { name: 'Create New Game' }))
  const create = within(await dialog())
  expect(create.getAllByRole('radio', { name: /^(Chess|Space chess|Tic-tac-toe)$/ })).toHaveLength(
    3,
  )
})

test('the dialect of space chess offers space chess only', async () => {
  render(<Home dialect="space" />)
  expect(screen.getAllByRole('article').map((card) => card.ariaLabel)).toEqual(['Space chess'])
  await userEvent.click(screen.getByRole('button', { name: 'Create New Game' }))
  expect(await dialog()).toHaveTextContent('the space chess protocol')
})
