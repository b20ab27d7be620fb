import { render, screen, waitFor, within } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import MyGames from './MyGames'
import { LocalTable } from '../raum'
import { storePrevious, storeTable, storedTable } from '../table/saved-tables'
import { storeSeat, storedSeats } from '../table/seats'

const SEATS = [
  { member: 1, name: 'Ann', side: 'first' },
  { member: 2, name: 'Ben', side: 'second' },
]
const HOUR = 3_600_000

/** The server's summaries by room. Other rooms do not exist. */
let summaries: { [room: string]: object }
let isReachable: boolean
const requests: { room: string; token: string | null }[] = []

beforeEach(() => {
  localStorage.clear()
  summaries = {}
  isReachable = true
  requests.length = 0
  vi.stubGlobal('fetch', (url: URL, { headers }: RequestInit) => {
    const room = url.pathname.split('/').at(-1) ?? ''
    requests.push({ room, token: new Headers(headers).get('authorization') })
    if (!isReachable) return Promise.reject(new TypeError('no network'))
    const summary = summaries[room]
    const gone = { code: 'no-room', detail: 'Room not found.' }
    return Promise.resolve(Response.json(summary ?? gone, { status: summary ? 200 : 404 }))
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const owns = (room: string, at = 1, token: string | null = 'mine') =>
  storeSeat({ room, kind: 'chess', token, key: null, at })

const answerWith = (
  room: string,
  phase: string,
  game: object | null,
  member: number | null = 1,
) => {
  summaries[room] = { kind: 'chess', phase, changedAt: Date.now() - 2 * HOUR, member, game }
}
const game = (turn: string, ending: object | null = null) => ({ seats: SEATS, turn, ending })

const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent)

test('nothing is shown without a seat', () => {
  owns('WATCHED', 1, null)
  const { container } = render(<MyGames />)
  expect(container).toBeEmptyDOMElement()
  expect(requests).toEqual([])
})

test('lists rooms, last entered first, with whose turn it is', async () => {
  owns('OLD', 1)
  owns('NEW', 2)
  answerWith('OLD', 'playing', game('first'))
  answerWith('NEW', 'playing', game('second'))
  render(<MyGames />)
  const region = screen.getByRole('region', { name: 'My games' })
  expect(rows()).toEqual(['Loading…Chess', 'Loading…Chess'])
  await within(region).findByText('Your turn')
  expect(rows()).toEqual([
    'Their turn2 hours agoChess against Ben',
    'Your turn2 hours agoChess against Ben',
  ])
  expect(requests).toContainEqual({ room: 'OLD', token: 'Bearer mine' })
  const link = screen.getByRole('link', { name: /Your turn/ })
  expect(link).toHaveAttribute('href', '/r/OLD')
})

test.each<[string, string, object | null, number | null]>([
  ['Waiting for your opponent', 'waiting', null, 1],
  ['You won', 'over', game('first', { winner: 'first' }), 1],
  ['You lost', 'over', game('first', { winner: 'first' }), 2],
  ['Draw', 'closed', game('first', { winner: null }), 1],
  ['No result', 'closed', game('first', { winner: null, reason: 'interrupted' }), 1],
  ['Closed', 'closed', null, 1],
  ['You no longer have a seat', 'playing', game('first'), null],
])('%s', async (state, phase, played, member) => {
  owns('ROOM')
  answerWith('ROOM', phase, played, member)
  render(<MyGames />)
  expect(await screen.findByText(state)).toBeVisible()
})

test('an unreachable server keeps the list, and is asked again when the page becomes visible', async () => {
  owns('ROOM')
  answerWith('ROOM', 'playing', game('first'))
  isReachable = false
  render(<MyGames />)
  expect(await screen.findByText('Can’t reach the server.')).toBeVisible()
  isReachable = true
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByText('Your turn')).toBeVisible()
})

test('a deleted room can be removed without confirmation', async () => {
  owns('ROOM')
  render(<MyGames />)
  await screen.findByText('Room expired')
  await userEvent.click(screen.getByRole('button', { name: 'Remove the game in room ROOM' }))
  expect(storedSeats()).toEqual([])
  expect(screen.queryByRole('region')).toBeNull()
})

test('a running game is removed only after confirmation', async () => {
  owns('ROOM')
  answerWith('ROOM', 'playing', game('first'))
  render(<MyGames />)
  await screen.findByText('Your turn')
  const remove = screen.getByRole('button', { name: 'Remove the game in room ROOM' })
  await userEvent.click(remove)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(storedSeats()).toHaveLength(1)
  await userEvent.click(remove)
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(storedSeats()).toEqual([])
})

test('limits the number of simultaneous requests', async () => {
  for (let at = 1; at <= 25; at++) owns(`ROOM${at}`, at)
  render(<MyGames />)
  expect(rows()).toHaveLength(20)
  await waitFor(() => expect(requests).toHaveLength(20))
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(rows()).toHaveLength(25)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

/** A journal of tic-tac-toe: the cells that were marked, and the result. */
const journalOf = (at: number, cells: string, end?: object, machine?: object) =>
  [
    { type: 'room-opened' },
    { type: 'seat-taken', member: 1 },
    { type: 'game-started', seats: [{}, { machine }] },
    ...Array.from(cells).map((move) => ({ type: 'move-played', move })),
    ...(end ? [{ type: 'game-ended', ...end }] : []),
  ]
    .map((event, index) => JSON.stringify({ seq: index + 1, at, event }))
    .join('\n')

test('lists the games on this device, the last one first, and brings an earlier one back', async () => {
  const now = Date.now()
  const shown = journalOf(now - HOUR, '4')
  const lost = journalOf(now - 3 * HOUR, '01234', { winner: 'second', reason: 'resignation' })
  const drawn = journalOf(now - 2 * HOUR, '04', { winner: null, reason: 'agreement' }, { level: 1 })
  storeTable('tictactoe', 'now', shown)
  storePrevious('tictactoe', [lost, drawn, journalOf(now, ''), 'nonsense'])
  render(<MyGames />)
  expect(rows()).toEqual([
    'Continue (move 1)1 hour agoTic-tac-toe on this device',
    'Draw — Agreement2 hours agoTic-tac-toe against the computer',
    'Resignation — O wins3 hours agoTic-tac-toe on this device',
  ])
  await userEvent.click(screen.getByRole('link', { name: /Draw/ }))
  expect(location.pathname).toBe('/tictactoe')
  expect(storedTable('tictactoe', 'now')).toBe(drawn)
  expect(storedTable('tictactoe', 'before')).toContain(JSON.stringify(shown))
  expect(storedTable('tictactoe', 'before')).not.toContain(JSON.stringify(drawn))
})

test('shows the position of each game once the rules are loaded', async () => {
  owns('ROOM')
  answerWith('ROOM', 'playing', {
    ...game('first'),
    position: 'k7/8/8/8/8/8/7Q/K7 w - - 0 1',
  })
  const table = LocalTable.open('tictactoe', {}, Date.now() - HOUR)
  table.ask({ type: 'play', move: '4', ply: 0 })
  storeTable('tictactoe', 'now', table.save())
  storePrevious('tictactoe', [journalOf(Date.now() - 2 * HOUR, '04')])
  const { container } = render(<MyGames />)
  const pieces = (row: Element) => row.querySelectorAll('.picture g[transform]').length
  await waitFor(() =>
    // The last journal is not complete: no picture, but the row is there.
    expect(Array.from(container.querySelectorAll('.my-games-row'), pieces)).toEqual([3, 1, 0]),
  )
})

test('deletes a game on this device after a question', async () => {
  storeTable('tictactoe', 'now', journalOf(Date.now(), '4'))
  const { container } = render(<MyGames />)
  await userEvent.click(screen.getByRole('button', { name: /^Delete the game of tic-tac-toe/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(storedTable('tictactoe', 'now')).toBeNull()
  expect(container).toBeEmptyDOMElement()
})

test('links to the earlier games of a room', async () => {
  owns('ROOM')
  answerWith('ROOM', 'playing', { ...game('first'), number: 3 })
  render(<MyGames />)
  expect(await screen.findByRole('link', { name: 'Game 1' })).toHaveAttribute(
    'href',
    '/r/ROOM?game=1',
  )
  expect(screen.getByRole('link', { name: 'Game 2' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Game 3' })).not.toBeInTheDocument()
})

test('keeps both games if the browser has no room to swap them', async () => {
  const [shown, other] = [journalOf(Date.now(), '4'), journalOf(Date.now() - HOUR, '04')]
  storeTable('tictactoe', 'now', shown)
  storePrevious('tictactoe', [other])
  render(<MyGames />)
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await userEvent.click(screen.getByRole('link', { name: /1 hour ago/ }))
  full.mockRestore()
  expect(storedTable('tictactoe', 'now')).toBe(shown)
  expect(storedTable('tictactoe', 'before')).toBe(JSON.stringify([other]))
})
