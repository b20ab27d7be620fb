import { act } from './act'
import { render, screen, within } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { App } from './App'
import { changeSettings } from './settings'

// The real component needs a server.
vi.mock('./online/room/Room', () => ({
  default: ({ room }: { room: string }) => <h1>Room {room}</h1>,
}))

beforeEach(() => {
  localStorage.clear()
})

afterEach(() => {
  vi.restoreAllMocks()
  changeSettings({ theme: 'system' })
})

/** Renders the page at an address, with the rules loaded. */
async function open(path: string, rules: Promise<void> | null = null) {
  history.replaceState(null, '', path)
  await act(async () => {
    render(<App rules={() => rules} />)
    await rules?.catch(() => undefined)
  })
  return userEvent.setup()
}

test('the home screen has a card for every kind, and a local game opens its board', async () => {
  const user = await open('/')
  await screen.findByRole('article', { name: 'Chess' })
  for (const title of ['Chess', 'Space chess', 'Tic-tac-toe']) {
    expect(screen.getByRole('article', { name: title })).toBeVisible()
  }
  document.documentElement.scrollTop = 700
  const space = within(screen.getByRole('article', { name: 'Space chess' }))
  await user.click(space.getByRole('link', { name: 'Two players, this device' }))
  expect(location.pathname).toBe('/space')
  expect(document.documentElement.scrollTop).toBe(0)
  expect(screen.getAllByRole('grid')).toHaveLength(5)
  act(() => history.back())
  expect(await screen.findByRole('article', { name: 'Chess' })).toBeVisible()
})

test('a room created from an address replaces that address', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ room: 'K3V9' }, { status: 201 })))
  const user = await open('/?new=chess')
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Game' }))
  await user.click(dialog.getByRole('button', { name: 'Create New Game' }))
  expect(await screen.findByRole('heading', { name: 'Room K3V9' })).toBeVisible()
  // The dialog's close event is asynchronous.
  await act(() => new Promise((done) => setTimeout(done)))
  expect(location.pathname + location.search).toBe('/r/K3V9')
  act(() => history.back())
  await screen.findByRole('article', { name: 'Chess' })
  expect(location.search).toBe('')
  vi.unstubAllGlobals()
})

test.each([
  ['/chess', 1],
  ['/space', 5],
  ['/tictactoe', 1],
])('%s opens on its board', async (path, grids) => {
  await open(path)
  expect(screen.getAllByRole('grid')).toHaveLength(grids)
  expect(screen.getByRole('region', { name: 'Game' })).toBeVisible()
})

test.each([
  ['  K3V9 x7m2 p4qr  ', '/r/K3V9x7m2p4qr'],
  ['https://raum.example/r/K3V9?dialect=space', '/r/K3V9'],
  ['https://files.example/raum/#/r/K3V9', '/r/K3V9'],
  // Codes are any text.
  ['K3V9 Ü/1', '/r/K3V9%20%C3%9C%2F1'],
  ['https://raum.example/r/K3V9%20%C3%9C', '/r/K3V9%20%C3%9C'],
])('the room code %j leads to the room', async (typed, path) => {
  const user = await open('/')
  await user.type(await screen.findByLabelText('Room code'), `${typed}{Enter}`)
  expect(await screen.findByRole('heading', { name: /^Room K3V9/ })).toBeVisible()
  expect(location.pathname).toBe(path)
})

test.each(['   ', '..', 'a'.repeat(65)])(
  'the room code %j is rejected with a message',
  async (typed) => {
    const user = await open('/')
    await user.type(await screen.findByLabelText('Room code'), `${typed}{Enter}`)
    expect(location.pathname).toBe('/')
    expect(screen.getByRole('alert')).toHaveTextContent('Enter a room code')
  },
)

test('an unknown address shows a message and a link home', async () => {
  const user = await open('/checkers')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'All games' }))
  expect(location.pathname).toBe('/')
})

test('the theme is the system’s until one is chosen', async () => {
  const user = await open('/')
  const { dataset } = document.documentElement
  expect(dataset['theme']).toBeUndefined()
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  await user.click(await screen.findByRole('radio', { name: 'Dark' }))
  expect(dataset['theme']).toBe('dark')
  await user.click(screen.getByRole('radio', { name: 'System' }))
  expect(dataset['theme']).toBeUndefined()
})

test('a failure to load the rules shows a message and a link home', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const error = new Error('no WebAssembly here')
  await open('/chess', Promise.reject(error))
  expect(log).toHaveBeenCalledWith(error)
  const alert = within(screen.getByRole('alert'))
  expect(alert.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  expect(alert.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', location.href)
  expect(alert.getByRole('link', { name: 'All games' })).toHaveAttribute('href', '/')
})
