import { fireEvent, render, screen, waitFor } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import CreateRoom from './CreateRoom'
import { currentSettings, changeSettings } from '../../settings'
import { HotSeat } from '../../table/hot-seat'
import { storedSeat } from '../../table/seats'
import { play } from '../../table/table'
import { Socket } from '../../table/testing'

const fetched = vi.fn<(url: URL, request: RequestInit) => Promise<Response>>()

beforeEach(() => {
  localStorage.clear()
  changeSettings({ clock: null, name: '' })
  history.replaceState(null, '', '/')
  fetched.mockImplementation(() =>
    Promise.resolve(Response.json({ room: 'K3V9' }, { status: 201 })),
  )
  vi.stubGlobal('fetch', fetched)
})

afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
})

function opened(props: Partial<Parameters<typeof CreateRoom>[0]> = {}) {
  const onClose = vi.fn()
  render(<CreateRoom kind="chess" onClose={onClose} {...props} />)
  return onClose
}

const choose = async (name: string) => {
  await userEvent.click(screen.getByRole('radio', { name }))
}
const type = async (label: string, text: string) => {
  await userEvent.type(screen.getByLabelText(label), text)
}
const create = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Create New Game' }))
}
const requestBody = () => JSON.parse(fetched.mock.lastCall?.[1].body as string) as unknown

test('by default, sides are random, with no clock and no key, open to spectators', async () => {
  const onClose = opened({ kind: 'space' })
  expect(screen.getByRole('radio', { name: 'Space chess' })).toBeChecked()
  await create()
  expect(requestBody()).toEqual({
    kind: 'space',
    rules: { opener: null, spectators: true, clock: null },
  })
  expect(location.pathname).toBe('/r/K3V9')
  expect(onClose).toHaveBeenCalled()
  expect(storedSeat('K3V9')).toBeNull()
})

test('the computer can be the opponent, at a level that is remembered', async () => {
  changeSettings({ instant: false, levels: {} })
  opened({ kind: 'tictactoe' })
  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.queryByRole('switch', { name: 'Computer moves at once' })).toBeNull()
  await choose('Computer')
  await userEvent.click(screen.getByRole('switch', { name: 'Computer moves at once' }))
  fireEvent.input(screen.getByRole('slider', { name: 'Level' }), { target: { value: '3' } })
  await choose('O')
  await create()
  expect(requestBody()).toEqual({
    kind: 'tictactoe',
    rules: { opener: 'second', spectators: true, clock: null },
    computer: { level: 3, instant: true },
  })
  expect(currentSettings().levels.tictactoe).toBe(3)
})

test('a room is listed if its opener says so, and never with a pass key', async () => {
  opened()
  const listing = () => screen.getByRole('switch', { name: /^List it on the start page/ })
  expect(listing()).not.toBeChecked()
  await userEvent.click(listing())
  await type('Pass key (optional)', 'sesame')
  expect(listing()).toBeDisabled()
  expect(listing()).not.toBeChecked()
  expect(listing()).toHaveAccessibleName(/not with a pass key/)
  await userEvent.clear(screen.getByLabelText('Pass key (optional)'))
  expect(listing()).toBeChecked()
  await create()
  expect(requestBody()).toMatchObject({ rules: { listed: true } })
})

test('another kind has levels of its own', async () => {
  changeSettings({ levels: { chess: 7, tictactoe: 1 } })
  opened({ kind: 'chess' })
  await choose('Computer')
  expect(screen.getByRole('slider')).toHaveValue('7')
  await choose('Tic-tac-toe')
  expect(screen.getByRole('slider')).toHaveValue('1')
})

test('all options are sent, and name and clock are saved', async () => {
  opened()
  await choose('Tic-tac-toe')
  await choose('O')
  await choose('5+0')
  await userEvent.clear(screen.getByLabelText('Your name'))
  await type('Your name', ' Ann ')
  await type('Pass key (optional)', 'sesame')
  await userEvent.click(screen.getByRole('switch', { name: 'Allow spectators' }))
  await create()
  const clock = { initialMillis: 300_000, incrementMillis: 0 }
  expect(requestBody()).toEqual({
    kind: 'tictactoe',
    passKey: 'sesame',
    rules: { opener: 'second', spectators: false, clock },
  })
  expect(currentSettings()).toMatchObject({ name: 'Ann', clock })
  // The creator's key is saved; there is no seat yet.
  expect(storedSeat('K3V9')).toMatchObject({ key: 'sesame', token: null })
})

test.each([
  ['abc', false],
  ['abcd', true],
  ['♔♕♖', false],
  ['k'.repeat(64), true],
  ['k'.repeat(65), false],
])('the pass key %j', async (key, isGood) => {
  opened()
  await type('Pass key (optional)', key)
  await create()
  expect(fetched).toHaveBeenCalledTimes(isGood ? 1 : 0)
  if (!isGood) expect(screen.getByRole('alert')).toHaveTextContent('4 to 64 characters')
})

test('an invalid clock is rejected without a request', async () => {
  opened()
  await choose('Custom')
  await userEvent.clear(screen.getByLabelText('Minutes per side'))
  await create()
  expect(screen.getByRole('alert')).toHaveTextContent('0.5 to 180 minutes')
  expect(fetched).not.toHaveBeenCalled()
})

test('an error of the server is shown, and the form keeps its values', async () => {
  const onClose = opened()
  fetched.mockResolvedValueOnce(
    Response.json({ code: 'no-space', detail: 'The server has no space left.' }, { status: 507 }),
  )
  await choose('Black')
  await userEvent.clear(screen.getByLabelText('Your name'))
  await type('Your name', 'Ann')
  await create()
  expect(screen.getByRole('alert')).toHaveTextContent('The server has no space left.')
  expect(screen.getByRole('radio', { name: 'Black' })).toBeChecked()
  expect(screen.getByLabelText('Your name')).toHaveValue('Ann')
  expect(onClose).not.toHaveBeenCalled()
  fetched.mockRejectedValueOnce(new TypeError('no network'))
  await create()
  expect(screen.getByRole('alert')).toHaveTextContent('Can’t reach the server.')
  await create()
  expect(location.pathname).toBe('/r/K3V9')
})

test('an invitation sends the game on the board, and leaves it there', async () => {
  const table = HotSeat.at('chess')
  table.begin({ position: '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1' })
  for (const move of ['e1c1', 'e8e7']) play(table, move)
  const before = table.journal()
  opened({ table })
  expect(screen.getByRole('dialog')).toHaveTextContent('This game moves online')
  expect(screen.queryByRole('group', { name: 'Game' })).toBeNull()
  await create()
  expect(requestBody()).toMatchObject({
    kind: 'chess',
    start: '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1',
    moves: ['e1c1', 'e8e7'],
  })
  expect(table.journal()).toBe(before)
})

test('the dialect of space chess has no options', async () => {
  vi.stubGlobal('WebSocket', Socket)
  Socket.all = []
  opened({ dialect: 'space' })
  expect(screen.queryByRole('radio')).toBeNull()
  await create()
  await waitFor(() => expect(Socket.all).toHaveLength(1))
  Socket.last.open()
  Socket.last.say('{"type":"game_created","gameId":"K3V9"}')
  await waitFor(() => expect(location.href).toMatch(/\/r\/K3V9\?dialect=space$/))
  expect(Socket.last.sent).toEqual(['{"type":"create_game"}'])
  expect(fetched).not.toHaveBeenCalled()
})
