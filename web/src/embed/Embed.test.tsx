// The embed over a fake socket.

import { act } from '../act'
import { fireEvent, render, screen, within } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Embed } from './Embed'
import { ROOM, Socket, opened, seatTaken, started } from '../table/testing'

const GAME = [opened('chess'), seatTaken(1), seatTaken(2), started('chess')]
const MATE = ['f2f3', 'e7e5', 'g2g4', 'd8h4'].map((move) => ({ type: 'move-played', move }))
const ENDED = { type: 'game-ended', winner: 'second', reason: 'checkmate' }

let seq = 0
let prefersLess = false

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('matchMedia', () => ({ matches: prefersLess }))
  Socket.all = []
  seq = 0
  prefersLess = false
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function say(frame: object): void {
  act(() => Socket.last.say(JSON.stringify(frame)))
}

function entries(...events: object[]): void {
  const entry = (event: object) => ({ seq: (seq += 1), at: Date.now(), event })
  say({ type: 'entries', entries: events.map(entry) })
}

async function watch(events: object[], { isFlipped = false } = {}): Promise<void> {
  await act(async () => {
    render(<Embed name={ROOM} rules={Promise.resolve()} isFlipped={isFlipped} />)
    await Promise.resolve()
  })
  act(() => Socket.last.open())
  const last = events.length
  say({ type: 'welcome', version: 1, room: ROOM, member: null, token: 'T', last, now: Date.now() })
  entries(...events)
  say({ type: 'applied', number: 1, seq, member: null })
}

const status = () => screen.getByRole('status').textContent
const button = (name: string) => screen.getByRole('button', { name })
const press = (name: string) => fireEvent.click(button(name))
const pass = (millis: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(millis)
  })

test('follows a game at its end, and not while an earlier position is shown', async () => {
  await watch(GAME)
  expect(screen.getByRole('heading')).toHaveTextContent('Ann v Ben: Chess')
  expect(status()).toBe('Start of the game — White to move')
  entries({ type: 'move-played', move: 'e2e4' })
  expect(status()).toBe('1. e4 — Black to move')
  entries({ type: 'move-played', move: 'e7e5' })
  press('Previous move')
  expect(status()).toBe('1. e4')
  entries({ type: 'move-played', move: 'g1f3' })
  expect(status()).toBe('1. e4')
  press('Last position')
  expect(status()).toBe('2. Nf3 — Black to move')
  entries({ type: 'move-played', move: 'b8c6' })
  expect(status()).toBe('2… Nc6 — White to move')
})

test('plays a finished game through by itself, once', async () => {
  await watch([...GAME, ...MATE, ENDED])
  expect(status()).toBe('Start of the game')
  expect(screen.getByRole('status')).toHaveAttribute('aria-live', 'off')
  await pass(1000)
  expect(status()).toBe('1. f3')
  await pass(1000)
  expect(status()).toBe('1… e5')
  press('Pause')
  await pass(5000)
  expect(status()).toBe('1… e5')
  expect(screen.getByRole('status')).toHaveAttribute('aria-live', 'polite')
  press('Play the moves')
  await pass(1000)
  await pass(1000)
  expect(status()).toBe('Checkmate — Black wins')
  await pass(5000)
  expect(status()).toBe('Checkmate — Black wins')
  // From the end, it plays from the start.
  press('Play the moves')
  expect(status()).toBe('Start of the game')
})

test('does not play by itself for visitors who prefer less motion', async () => {
  prefersLess = true
  await watch([...GAME, ...MATE, ENDED])
  await pass(5000)
  expect(status()).toBe('Checkmate — Black wins')
  press('First position')
  press('Next move')
  expect(status()).toBe('1. f3')
})

test('the board is read-only', async () => {
  await watch(GAME)
  const before = Socket.last.sent.length
  for (const name of [/^e2,/, /^e4,/]) fireEvent.click(screen.getByRole('gridcell', { name }))
  expect(screen.queryByRole('gridcell', { name: /selected/ })).toBeNull()
  expect(Socket.last.sent).toHaveLength(before)
})

test('a flipped board has the second side at the bottom', async () => {
  await watch(GAME, { isFlipped: true })
  const main = within(screen.getByRole('main'))
  expect(main.getByText('Ben').compareDocumentPosition(main.getByText('Ann'))).toBe(
    Node.DOCUMENT_POSITION_PRECEDING,
  )
  expect(screen.getAllByRole('gridcell')[0]).toHaveAccessibleName(/^h1,/)
})

test('links to the room, in a new tab without an opener', async () => {
  await watch(GAME)
  const link = screen.getByRole('link', { name: /Open this game/ })
  expect(link).toHaveAttribute('href', `/r/${ROOM}`)
  expect(link).toHaveAttribute('target', '_blank')
  expect(link).toHaveAttribute('rel', 'noopener')
})

test('says that a game has not started', async () => {
  await watch([opened('space'), seatTaken(1)])
  expect(status()).toBe('The game hasn’t started yet.')
  expect(screen.getAllByRole('grid')).toHaveLength(5)
})

test('a rematch is followed', async () => {
  await watch([...GAME, ...MATE, ENDED])
  press('Pause')
  entries(started('chess', {}, 2))
  expect(status()).toBe('Start of the game — White to move')
})

test('rooms that cannot be shown look alike, and an address without a room like them', async () => {
  const { unmount } = render(<Embed name={null} rules={Promise.resolve()} isFlipped={false} />)
  const texts = [document.body.textContent]
  unmount()
  for (const code of [4003, 4004]) {
    const shown = render(<Embed name="A" rules={Promise.resolve()} isFlipped={false} />)
    await act(() => Promise.resolve())
    act(() => Socket.last.end(code))
    texts.push(document.body.textContent)
    shown.unmount()
  }
  expect(new Set(texts)).toEqual(new Set(['raumThis game can’t be shown here.']))
})

test('offers to try again if the rules cannot be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const rules = Promise.reject(new Error('no network'))
  rules.catch(() => undefined)
  await act(async () => {
    render(<Embed name={ROOM} rules={rules} isFlipped={false} />)
    await Promise.resolve()
  })
  expect(button('Try again')).toBeVisible()
})
