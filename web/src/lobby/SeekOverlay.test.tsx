// A search on the screens besides home.

import { act } from '../act'
import { render, screen } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { look } from './look'
import { commands, hide, prepare, say, tidy, welcome } from './testing'
import { lobby } from './use-lobby'
import { go } from '../route'
import { useOverlay } from '../ui/overlay'

const Overlay = () => useOverlay()
const WISH = { kind: 'chess', clock: null, from: null } as const

let unmount: () => void

beforeEach(() => {
  prepare()
  history.replaceState(null, '', '/space')
  ;({ unmount } = render(<Overlay />))
})

afterEach(() => {
  unmount()
  act(tidy)
  vi.restoreAllMocks()
  document.head.innerHTML = ''
})

const banner = () => screen.queryByRole('region', { name: 'Your search' })
const offer = () => say({ type: 'seek', state: 'offered', until: Date.now() + 10_000 })
const search = (from: string | null = null) => {
  act(() => look({ ...WISH, from }))
  welcome()
}

test('nothing is shown without a search', () => {
  expect(banner()).toBeNull()
})

test('a search is shown, and can be cancelled', async () => {
  search()
  expect(banner()).toHaveTextContent('Looking for an opponent: Chess · No clock')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel search' }))
  expect(commands().at(-1)).toEqual({ type: 'withdraw' })
  expect(banner()).toBeNull()
})

test('a busy user is asked, keeps the focus, and may decline', async () => {
  search()
  const focused = document.activeElement
  offer()
  expect(document.activeElement).toBe(focused)
  expect(screen.getByText('Opponent found: Chess · No clock')).toHaveAttribute('role', 'status')
  expect(commands()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Decline' }))
  expect(commands().at(-1)).toEqual({ type: 'withdraw' })
  expect(banner()).toBeNull()
})

test('a user who answered too late can look again', async () => {
  search()
  say({ type: 'seek', state: 'dropped' })
  expect(banner()).toHaveTextContent('you didn’t answer in time')
  await userEvent.click(screen.getByRole('button', { name: 'Look again' }))
  expect(commands().filter(({ type }) => type === 'seek')).toHaveLength(2)
})

test('a hidden tab calls the user by its title and icon', () => {
  document.head.innerHTML = '<title>raum</title><link rel="icon" href="/icon.svg">'
  act(() => go('/'))
  search()
  hide(true)
  offer()
  expect(document.title).toBe('Opponent found')
  expect(document.querySelector('link')?.getAttribute('href')).toMatch(/icon-turn\.svg$/)
  expect(commands()).toHaveLength(1)
  hide(false)
  expect(document.title).toBe('raum')
  expect(commands().at(-1)).toEqual({ type: 'ready' })
})

test('at home, the user is waiting; home in the dialect of space chess has no lobby', () => {
  act(() => go('/?dialect=space'))
  search()
  offer()
  expect(banner()).not.toBeNull()
  expect(commands()).toHaveLength(1)
  act(() => go('/'))
  expect(banner()).toBeNull()
  expect(commands().at(-1)).toEqual({ type: 'ready' })
})

test('entering a room ends the search', () => {
  search()
  act(() => go('/r/K3V9'))
  expect(commands().at(-1)).toEqual({ type: 'withdraw' })
  expect(lobby.state().seek).toBeNull()
  expect(banner()).toBeNull()
})

test('in the finished room, the user is waiting for another opponent', () => {
  act(() => go('/r/K3V9'))
  search('K3V9')
  expect(banner()).toHaveTextContent('Your opponent didn’t move. Looking for another…')
  offer()
  expect(commands().at(-1)).toEqual({ type: 'ready' })
  expect(banner()).toHaveTextContent('Opponent found. Starting the game…')
  say({ type: 'seek', state: 'paired', room: 'K3VA', token: 'seat' })
  expect(location.pathname).toBe('/r/K3VA')
  expect(banner()).toBeNull()
})
