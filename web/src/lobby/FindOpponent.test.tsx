// The lobby on the start screen, with a scripted server.

import { act } from '../act'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import FindOpponent from './FindOpponent'
import NowPlaying from './NowPlaying'
import { BLITZ, LISTS, SEEKS, commands, listed, prepare, say, tidy, welcome } from './testing'
import { GameRecord } from '../raum'
import { changeSettings, currentSettings } from '../settings'
import { HotSeat } from '../table/hot-seat'
import { storeSeat } from '../table/seats'
import { play } from '../table/table'
import { Socket } from '../table/testing'
import { useOverlay } from '../ui/overlay'

const Overlay = () => useOverlay()

const scrolled = vi.fn()
let unmount: () => void

beforeEach(() => {
  prepare()
  changeSettings({ name: 'Zoe', isNamed: true, watchable: false })
  Element.prototype.scrollIntoView = scrolled
})

afterEach(() => {
  unmount()
  act(tidy)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function show() {
  ;({ unmount } = render(
    <>
      <Overlay />
      <FindOpponent />
      <NowPlaying />
    </>,
  ))
}

const preset = (name: string | RegExp) => screen.getByRole('button', { name })
const offerOf = (seconds: number) =>
  ({ type: 'seek', state: 'offered', until: Date.now() + seconds * 1000 }) as const

describe('pairing', () => {
  test('has the server’s games by kind, and shows which ones have people waiting', () => {
    show()
    welcome({ lists: { ...LISTS, seeks: SEEKS.with(1, { kind: 'chess', clock: null, count: 2 }) } })
    const chess = within(screen.getByRole('group', { name: 'Chess' }))
    expect(chess.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Play chess, 3+2',
      'Play chess, no clock, 2 waiting',
    ])
    expect(chess.getByText('2 waiting')).toBeVisible()
    expect(screen.getByRole('group', { name: 'Space chess' })).toBeVisible()
    expect(screen.queryByRole('group', { name: 'Tic-tac-toe' })).toBeNull()
    expect(screen.getByText('3 people here now')).toBeVisible()
  })

  test('takes one click, and another one cancels', async () => {
    show()
    welcome()
    await userEvent.click(preset('Play chess, 3+2'))
    expect(commands()).toMatchObject([{ type: 'seek', kind: 'chess', clock: BLITZ, name: 'Zoe' }])
    expect(preset('Play chess, 3+2')).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByText('Looking for an opponent: Chess · 3+2')).toHaveAttribute(
      'role',
      'status',
    )
    // The server counts the user, too.
    say({ type: 'changes', number: 8, seeks: [{ kind: 'chess', clock: BLITZ, count: 1 }] })
    expect(screen.getByText('2 others are here, and see that you’re waiting.')).toBeVisible()
    await userEvent.click(preset('Play chess, 3+2'))
    expect(commands().at(-1)).toEqual({ type: 'withdraw' })
    expect(preset(/^Play chess, 3\+2/)).toHaveAttribute('aria-pressed', 'false')
  })

  test('says when people wait for a different game', async () => {
    show()
    welcome({ lists: { ...LISTS, seeks: SEEKS.with(2, { kind: 'space', clock: null, count: 1 }) } })
    await userEvent.click(preset('Play chess, 3+2'))
    expect(screen.getByText('1 person is waiting for a different game.')).toBeVisible()
  })

  test('remembers whether others may watch', async () => {
    show()
    welcome()
    await userEvent.click(screen.getByRole('switch', { name: 'Let others watch my game' }))
    expect(currentSettings().watchable).toBe(true)
    await userEvent.click(preset('Play chess, 3+2'))
    expect(commands()).toMatchObject([{ listed: true }])
  })

  test('asks a user without a name once, while the search is on', async () => {
    changeSettings({ name: '', isNamed: false })
    show()
    welcome()
    await userEvent.click(preset('Play chess, 3+2'))
    const field = screen.getByRole('textbox', { name: 'Your name' })
    expect(field).toHaveValue(currentSettings().name)
    await userEvent.clear(field)
    await userEvent.type(field, 'Zoe')
    await userEvent.click(preset('Change name'))
    expect(commands().at(-1)).toMatchObject({ type: 'seek', name: 'Zoe' })
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('shows its progress without scrolling', async () => {
    show()
    welcome()
    await userEvent.click(preset('Play chess, 3+2'))
    await waitFor(() => expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' }))
  })

  test('accepts an opponent by itself', async () => {
    show()
    welcome()
    await userEvent.click(preset('Play chess, 3+2'))
    say(offerOf(10))
    expect(commands().at(-1)).toEqual({ type: 'ready' })
    expect(screen.getByText('Opponent found. Starting the game…')).toHaveAttribute('role', 'status')
    // At home, the search is shown once.
    expect(screen.queryByRole('region', { name: 'Your search' })).toBeNull()
  })

  test.each([
    ['dropped', /you didn’t answer in time/, 'Look again'],
    ['replaced', /in another tab/, 'Look here instead'],
  ] as const)('that was %s can begin again', async (state, text, again) => {
    show()
    welcome()
    await userEvent.click(preset('Play chess, 3+2'))
    say({ type: 'seek', state })
    expect(screen.getByText(text)).toBeVisible()
    await userEvent.click(preset(again))
    expect(commands().filter(({ type }) => type === 'seek')).toHaveLength(2)
    say({ type: 'seek', state })
    await userEvent.click(preset('Dismiss'))
    expect(screen.queryByText(text)).toBeNull()
  })

  test('shows the server’s reason for a refusal', async () => {
    show()
    welcome()
    await userEvent.click(preset('Play chess, 3+2'))
    say({ type: 'refused', number: numberSent(), code: 'bad-name', message: 'Not a name.' })
    expect(screen.getByText('Not a name.')).toBeVisible()
  })

  test('goes on while the page reconnects', async () => {
    show()
    welcome()
    await userEvent.click(preset('Play chess, 3+2'))
    act(() => Socket.last.end())
    expect(screen.getByText('Reconnecting… Your search goes on.')).toBeVisible()
    await waitFor(() => expect(Socket.all).toHaveLength(2))
    welcome()
    expect(commands()).toMatchObject([{ type: 'seek' }])
    expect(screen.getByText(/^Looking for an opponent/)).toBeVisible()
  })
})

describe('after twenty seconds alone', () => {
  const wait = () => {
    act(() => void vi.advanceTimersByTime(19_900))
    expect(screen.queryByRole('button', { name: /meanwhile/ })).toBeNull()
    act(() => void vi.advanceTimersByTime(200))
  }
  const search = async () => {
    vi.useFakeTimers()
    show()
    welcome()
    fireEvent.click(preset('Play chess, 3+2'))
    say({ type: 'seek', state: 'waiting', since: Date.now() })
    wait()
    fireEvent.click(preset('Play the computer meanwhile'))
    vi.useRealTimers()
    await waitFor(() => expect(location.pathname).toBe('/chess'))
  }

  test('the computer plays, and the search goes on', async () => {
    await search()
    const { seats, may } = HotSeat.at('chess').snapshot().view
    expect(seats.map(({ machine }) => machine?.level)).toEqual([undefined, 2])
    expect(may.play).toBe(true)
    const banner = within(screen.getByRole('region', { name: 'Your search' }))
    expect(banner.getByRole('status')).toHaveTextContent('Looking for an opponent: Chess · 3+2')
    say(offerOf(10))
    expect(banner.getByRole('status')).toHaveTextContent('Opponent found: Chess · 3+2')
    expect(banner.getByRole('timer')).toHaveTextContent(/^(9|10) s left$/)
    expect(commands().map(({ type }) => type)).toEqual(['seek'])
    await userEvent.click(banner.getByRole('button', { name: 'Play' }))
    expect(commands().at(-1)).toEqual({ type: 'ready' })
  })

  test('a game against the computer is continued', async () => {
    const table = HotSeat.at('chess')
    table.begin({ computer: { level: 5, side: 'second' } })
    play(table, 'e2e4')
    await search()
    expect(HotSeat.at('chess').snapshot().view.moves).toHaveLength(1)
  })

  test('a game of two players is stored', async () => {
    play(HotSeat.at('chess'), 'e2e4')
    await search()
    expect(HotSeat.at('chess').snapshot().view.moves).toEqual([])
    expect(HotSeat.at('chess').hasPrevious).toBe(true)
  })
})

describe('lists', () => {
  const position = GameRecord.start('chess').position().text
  const game = { ply: 22, position, lastMove: 'e2e4', turn: 'first' } as const

  test('are inviting when they are empty', () => {
    show()
    welcome({ lists: { ...LISTS, people: 1 } })
    expect(screen.getByText('You’re the first one here')).toBeVisible()
    expect(screen.getByText(/^None right now/)).toBeVisible()
    expect(screen.getByText(/^No games to watch yet/)).toBeVisible()
    expect(screen.queryByRole('list')).toBeNull()
  })

  test('have open games, with what is left for the user', () => {
    show()
    const rooms = [
      listed('A', { clock: BLITZ }),
      listed('B', { kind: 'space', seats: [{ side: null, name: null }] }),
    ]
    welcome({ lists: { ...LISTS, rooms } })
    const list = within(screen.getByRole('region', { name: 'Open games' }))
    const links = list.getAllByRole('link')
    expect(links[0]).toHaveAccessibleName('Play \u2068Ann\u2069: Chess, 3+2, you play Black')
    expect(links[0]).toHaveAttribute('href', '/r/A')
    expect(links[1]).toHaveAccessibleName(
      'Play \u2068Guest\u2069: Space chess, No clock, random sides',
    )
    say({ type: 'changes', number: 8, gone: ['A'] })
    expect(list.getAllByRole('listitem')).toHaveLength(1)
  })

  test('lead back to the user’s own open game', () => {
    storeSeat({ room: 'A', kind: 'chess', token: 'mine', key: null, at: 1 })
    show()
    welcome({ lists: { ...LISTS, rooms: [listed('A')] } })
    expect(screen.getByRole('link', { name: /^Return to your open game/ })).toBeVisible()
  })

  test('have live boards with names', async () => {
    show()
    const seats = [
      { side: 'first', name: 'Ann' },
      { side: 'second', name: 'Computer', level: 3 },
    ] as const
    welcome({ lists: { ...LISTS, rooms: [listed('A', { seats: [...seats], game })] } })
    const list = within(screen.getByRole('region', { name: 'Now playing' }))
    const board = list.getByRole('img', {
      name: 'Chess, \u2068Ann\u2069 against \u2068Computer, level 3\u2069, move 12',
    })
    await waitFor(() => expect(board.querySelectorAll('.figure-body')).toHaveLength(32))
    expect(list.getByRole('link', { name: /^Watch Chess/ })).toHaveAttribute('href', '/r/A')
    const after = GameRecord.start('chess', '4k3/8/8/8/8/8/8/4K3 w - - 0 1').position().text
    const changed = { ...game, position: after, ply: 23 }
    say({ type: 'changes', number: 8, rooms: [listed('A', { seats: [...seats], game: changed })] })
    expect(board.querySelectorAll('.figure-body')).toHaveLength(2)
  })

  test('survive a position that this page cannot read', () => {
    show()
    const odd = { ...game, position: 'from a newer server' }
    const seats = [listed('A'), listed('B')].flatMap((each) => each.seats)
    welcome({ lists: { ...LISTS, rooms: [listed('A', { seats, game: odd })] } })
    expect(screen.getByRole('link', { name: /^Watch Chess/ })).toBeVisible()
  })

  test('show a few at first', async () => {
    show()
    const rooms = Array.from({ length: 10 }, (_, index) => listed(`ROOM${index}`))
    welcome({ lists: { ...LISTS, rooms } })
    const list = within(screen.getByRole('region', { name: 'Open games' }))
    expect(list.getAllByRole('listitem')).toHaveLength(6)
    await userEvent.click(list.getByRole('button', { name: 'Show more' }))
    expect(list.getAllByRole('listitem')).toHaveLength(10)
  })
})

/** The number of the last command. */
function numberSent(): number {
  return (JSON.parse(Socket.last.sent.at(-1) ?? '') as { number: number }).number
}
