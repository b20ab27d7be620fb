import { render, screen, within } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import Home from './Home'
import { HotSeat } from '../table/hot-seat'
import { play } from '../table/table'

beforeEach(() => {
  localStorage.clear()
})

const dialog = () => screen.findByRole('dialog', { name: 'Create New Game' })

test('each kind can be played with a friend', async () => {
  render(<Home />)
  const card = within(screen.getByRole('article', { name: 'Space chess' }))
  await userEvent.click(card.getByRole('button', { name: 'Play a friend' }))
  const create = within(await dialog())
  expect(create.getByRole('radio', { name: 'Space chess' })).toBeChecked()
  await userEvent.click(create.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('each kind can be played against the computer, in two clicks', async () => {
  history.replaceState(null, '', '/')
  render(<Home />)
  const card = within(screen.getByRole('article', { name: 'Tic-tac-toe' }))
  await userEvent.click(card.getByRole('button', { name: 'Play the computer' }))
  const computer = within(await screen.findByRole('dialog', { name: 'Play the computer' }))
  await userEvent.click(computer.getByRole('button', { name: 'Start New Game' }))
  expect(location.pathname).toBe('/tictactoe')
  const { seats, may } = HotSeat.at('tictactoe').snapshot().view
  expect(seats.map(({ machine }) => machine?.level)).toEqual([undefined, 2])
  expect(may.play).toBe(true)
})

test('an address can open the dialog for a game, once', async () => {
  history.replaceState(null, '', '/?new=tictactoe')
  render(<Home opened={{ dialog: 'new', kind: 'tictactoe' }} />)
  const create = within(await dialog())
  expect(create.getByRole('radio', { name: 'Tic-tac-toe' })).toBeChecked()
  await userEvent.click(create.getByRole('button', { name: 'Close' }))
  expect(location.pathname + location.search).toBe('/')
})

test('an address can set the dialect', async () => {
  render(<Home opened={{ dialog: 'new', kind: 'chess' }} dialect="space" />)
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

test('the lobby has a place below the title, except in the dialect of space chess', async () => {
  const scrolled = vi.fn()
  Element.prototype.scrollIntoView = scrolled
  const { unmount } = render(<Home />)
  const place = screen.getByRole('region', { name: 'Find an opponent' })
  await userEvent.click(screen.getByRole('link', { name: 'Find an opponent' }))
  expect(scrolled.mock.contexts).toEqual([place])
  expect(place).toHaveFocus()
  expect(location.hash).toBe('')
  unmount()
  render(<Home dialect="space" />)
  expect(screen.queryByRole('region', { name: 'Find an opponent' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Find an opponent' })).toBeNull()
})

test('a stored game can be continued, and two players can start another', async () => {
  history.replaceState(null, '', '/')
  const table = HotSeat.at('chess')
  for (const move of ['e2e4', 'e7e5', 'g1f3']) play(table, move)
  render(<Home />)
  const card = within(screen.getByRole('article', { name: 'Chess' }))
  expect(card.getByRole('link', { name: 'Continue (move 2)' })).toHaveAttribute('href', '/chess')
  await userEvent.click(card.getByRole('button', { name: 'Two players, this device' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Two players, this device' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Start New Game' }))
  expect(location.pathname).toBe('/chess')
  expect(HotSeat.at('chess').snapshot().view.moves).toEqual([])
})

test('a finished game is not continued', () => {
  const table = HotSeat.at('chess')
  play(table, 'e2e4')
  table.ask({ type: 'resign' })
  render(<Home />)
  expect(screen.queryByRole('link', { name: /^Continue/ })).toBeNull()
})
