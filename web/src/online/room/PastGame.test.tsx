import { render, screen } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import PastGame from './PastGame'
import { storeSeat } from '../../table/seats'

const PGN = `[Event "?"]
[Site "?"]
[Date "2026.11.17"]
[Round "2"]
[White "Ann \\"A\\""]
[Black "Ben"]
[Result "0-1"]

1. e4 e5 0-1
`

let answer: () => Response
let asked: { url: string; token: string | null }[]

beforeEach(() => {
  localStorage.clear()
  asked = []
  answer = () => new Response(PGN)
  vi.stubGlobal('fetch', (url: URL, { headers }: RequestInit) => {
    asked.push({
      url: url.pathname + url.search,
      token: new Headers(headers).get('authorization'),
    })
    return Promise.resolve(answer())
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('shows an earlier game with its players and its result, to step through', async () => {
  storeSeat({ room: 'ROOM', kind: 'chess', token: 'mine', key: null, at: 1 })
  render(<PastGame room="ROOM" game={2} />)
  expect(await screen.findByText('Game 2: 0–1')).toBeVisible()
  expect(asked).toEqual([{ url: '/api/rooms/ROOM/pgn?game=2', token: 'Bearer mine' }])
  expect(screen.getByText('Ann "A"')).toBeVisible()
  expect(screen.getByText('Ben')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'e4' }))
  expect(screen.getByText(/^Reviewing/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'To the room' })).toHaveAttribute('href', '/r/ROOM')
})

test('nothing can be played in an earlier game', async () => {
  render(<PastGame room="ROOM" game={2} />)
  await screen.findByText('Game 2: 0–1')
  await userEvent.click(screen.getByRole('gridcell', { name: /^g1/ }))
  await userEvent.click(screen.getByRole('gridcell', { name: /^f3/ }))
  expect(screen.queryByRole('button', { name: 'Nf3' })).not.toBeInTheDocument()
})

test('says why a game cannot be shown', async () => {
  answer = () => Response.json({ code: 'no-game', detail: 'No such game.' }, { status: 404 })
  render(<PastGame room="ROOM" game={2} />)
  expect(await screen.findByText('No such game.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'To the room' })).toBeVisible()
})

test('an earlier game is shared with its result and its own link', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  render(<PastGame room="ROOM" game={2} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }))
  expect(await screen.findByRole('dialog', { name: 'Share' })).toBeVisible()
  expect(screen.getByRole('img')).toHaveAccessibleName('Picture of the chess board. 0–1.')
  expect(screen.getByRole('textbox', { name: 'Link to the game' })).toHaveValue(location.href)
  vi.restoreAllMocks()
})
