import { act } from '../../act'
import { fireEvent, render, screen, within } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import Room from './Room'
import type { RoomRoute } from './remotes'
import type { Command } from '../../raum'
import { changeSettings, currentSettings } from '../../settings'
import { storeSeat, storedSeat } from '../../table/seats'
import { ROOM, Socket, opened, seatTaken, started } from '../../table/testing'

// RoomGame has its own tests.
vi.mock('./RoomGame', () => ({ RoomGame: () => <p>the board</p> }))

const OPENED = opened('chess')
const [ANN, BEN] = [seatTaken(1), seatTaken(2)]
const STARTED = started('chess')

/** The server's summary of the room; null if the server is unreachable. */
let summary: object | null

beforeEach(() => {
  localStorage.clear()
  changeSettings({ name: '' })
  Socket.all = []
  summary = null
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('fetch', () =>
    summary ? Promise.resolve(Response.json(summary)) : Promise.reject(new TypeError('no network')),
  )
  history.replaceState(null, '', `/r/${ROOM}`)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function come(route: Partial<RoomRoute> = {}) {
  render(<Room room={ROOM} {...route} />)
}

function receive(...frames: object[]) {
  act(() => {
    for (const frame of frames) Socket.last.say(JSON.stringify(frame))
  })
}

let last = 0

/** The server admits the client as a member and sends entries. */
function welcome(member: number | null, ...events: object[]) {
  last = events.length
  act(() => Socket.last.open())
  receive(
    { type: 'welcome', version: 1, room: ROOM, member, token: 'mine', last, now: Date.now() },
    {
      type: 'entries',
      entries: events.map((event, index) => ({ seq: index + 1, at: 1, event })),
    },
  )
}

function happens(...events: object[]) {
  receive({ type: 'entries', entries: events.map((event) => ({ seq: ++last, at: 2, event })) })
}

/** The server applies the last command. */
function done(member: number, event: object) {
  last += 1
  const { number } = commands().at(-1) ?? { number: 0 }
  receive(
    { type: 'entries', entries: [{ seq: last, at: 2, event, answers: { member, number } }] },
    { type: 'applied', number, seq: last, member },
  )
}

const commands = () =>
  Socket.last.sent
    .map((frame) => JSON.parse(frame) as { type: string; number: number; command: Command })
    .filter(({ type }) => type === 'command')
const sent = () => commands().map(({ command }) => command)
const end = (code: number) => act(() => Socket.last.end(code, 'the server is cross'))
const title = () => screen.getByRole('heading', { level: 1 })
const owns = () => storeSeat({ room: ROOM, kind: 'chess', token: 'mine', key: null, at: 1 })

describe('before entering', () => {
  test('shows that it is connecting, and what prevents it', () => {
    come()
    expect(title()).toHaveTextContent(`Room ${ROOM}`)
    expect(screen.getByText('Connecting…')).toBeVisible()
    end(1006)
    expect(screen.getByText('Can’t reach the server. Retrying…')).toBeVisible()
    act(() => {
      dispatchEvent(new Event('offline'))
    })
    expect(screen.getByText(/You’re offline/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'All games' })).toBeVisible()
  })

  test('shows that the server is full while it retries', () => {
    come()
    end(4011)
    expect(screen.getByText('The server is full. Retrying…')).toBeVisible()
  })

  test('a room that does not exist asks for another code', async () => {
    come()
    end(4003)
    expect(title()).toHaveTextContent('Room not found')
    await userEvent.type(screen.getByLabelText('Room code'), 'k3v9{Enter}')
    expect(location.pathname).toBe('/r/k3v9')
  })

  test('another version asks for a reload', () => {
    come()
    end(4002)
    expect(title()).toHaveTextContent('This page is out of date')
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
  })

  test('a protocol error is shown with the server’s message, and can be retried', async () => {
    come()
    end(4000)
    expect(screen.getByText('The server is cross.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(Socket.all).toHaveLength(2)
  })

  test('a full room without spectators is explained', async () => {
    summary = { phase: 'playing', rules: { spectators: false, passKey: true } }
    come()
    end(4004)
    expect(
      await screen.findByText('The room is full and doesn’t allow spectators.'),
    ).toBeInTheDocument()
    expect(screen.queryByLabelText('Pass key')).toBeNull()
  })

  test('without a summary, a generic message is shown', async () => {
    come()
    end(4004)
    expect(await screen.findByText('Ask the person who sent you the link.')).toBeVisible()
    expect(title()).toHaveTextContent('You can’t join this room')
  })

  test('a used transfer code is explained, with a link to the room', () => {
    come({ transfer: 'C0DE' })
    act(() => Socket.last.open())
    expect(Socket.last.sent[0]).toContain('"transfer":"C0DE"')
    end(4004)
    expect(title()).toHaveTextContent('This link has expired')
    const link = screen.getByRole('link', { name: 'Open the room' })
    expect(link).toHaveAttribute('href', `/r/${ROOM}`)
  })

  test('a pass key is requested, and wrong input stays in the field', async () => {
    summary = { phase: 'waiting', rules: { spectators: false, passKey: true } }
    come()
    end(4004)
    expect(await screen.findByText('Ask the person who sent you the link.')).toBeVisible()
    expect(title()).toHaveTextContent('Pass key required')
    const field = screen.getByLabelText('Pass key')
    const alert = screen.getByRole('alert')
    expect(alert).toBeEmptyDOMElement()

    await userEvent.type(field, 'sesam{Enter}')
    expect(screen.getByRole('button', { name: 'Join' })).toBeDisabled()
    end(4004)
    expect(alert).toHaveTextContent('Wrong pass key.')
    expect(field).toHaveValue('sesam')

    await userEvent.type(field, 'e{Enter}')
    end(4008)
    expect(alert).toHaveTextContent('Wait a moment')

    await userEvent.click(screen.getByRole('button', { name: 'Join' }))
    welcome(null, OPENED, ANN)
    expect(Socket.last.sent[0]).toContain('"key":"sesame"')
    expect(sent()).toEqual([{ type: 'take-seat', name: currentSettings().name }])
    expect(storedSeat(ROOM)).toMatchObject({ key: 'sesame', token: 'mine' })
  })
})

describe('waiting', () => {
  function wait() {
    owns()
    come()
    welcome(1, OPENED, ANN)
  }

  test('the first player takes a seat and waits', async () => {
    summary = { rules: { clock: { initialMillis: 300_000, incrementMillis: 0 } }, code: 'K7M2QX' }
    come()
    welcome(null, OPENED)
    expect(screen.getByText('Connecting…')).toBeVisible()
    done(1, ANN)
    expect(title()).toHaveTextContent('Waiting for your opponent')
    expect(screen.getByLabelText('Link to the game')).toHaveValue(`http://localhost:3000/r/${ROOM}`)
    expect(screen.getByRole('term')).toHaveTextContent('Room code')
    const inGroups = ROOM.replace(/(.{4})(?=.)/g, '$1 ')
    expect(screen.getByRole('definition')).toHaveTextContent(inGroups)
    expect(screen.getByRole('status', { name: 'Connection' })).toHaveTextContent('Connected')
    expect(await screen.findByRole('img', { name: 'QR code of the link' })).toBeVisible()
    expect(await screen.findByText('Chess · you play White · 5+0')).toBeVisible()
    const tour = screen.getByRole('link', { name: 'Practise the special moves' })
    expect(tour).toHaveAttribute('href', '/learn/chess')
    expect(tour).toHaveAttribute('target', '_blank')
    expect(screen.getByRole('definition')).toHaveTextContent('K7M 2QX')
  })

  test('the pass key is shown, to pass it on', () => {
    storeSeat({ room: ROOM, kind: 'chess', token: 'mine', key: 'sesame', at: 1 })
    come()
    welcome(1, OPENED, ANN)
    expect(screen.getByText('sesame')).toBeVisible()
  })

  test('a name can be changed', async () => {
    wait()
    const field = screen.getByLabelText('Your name')
    expect(field).toHaveValue('Ann')
    expect(screen.getByRole('button', { name: 'Change name' })).toBeDisabled()
    await userEvent.clear(field)
    await userEvent.type(field, ' Anna {Enter}')
    expect(sent()).toEqual([{ type: 'rename', name: 'Anna' }])
  })

  test('the computer can take the free seat instead', async () => {
    changeSettings({ instant: false, levels: {} })
    wait()
    await userEvent.click(screen.getByRole('button', { name: 'Play the computer instead' }))
    const dialog = await screen.findByRole('dialog', { name: 'Play the computer instead' })
    fireEvent.input(within(dialog).getByRole('slider'), { target: { value: '4' } })
    await userEvent.click(within(dialog).getByRole('switch', { name: 'Computer moves at once' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Play the computer' }))
    expect(sent()).toEqual([{ type: 'seat-machine', level: 4, instant: true }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('the game starts when the opponent arrives, with a sound and a title', () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    wait()
    happens(BEN, STARTED)
    expect(screen.getByText('the board')).toBeVisible()
    expect(screen.getByText('\u2068Ben\u2069 joined. The game has started.')).toHaveAttribute(
      'role',
      'status',
    )
    expect(document.title).toBe('\u2068Ben\u2069 joined. The game has started.')
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(document.title).not.toContain('Ben')
  })

  test('leaving frees the seat and goes home', async () => {
    wait()
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
    expect(sent()).toEqual([{ type: 'leave' }])
    expect(location.pathname).toBe('/')
    expect(storedSeat(ROOM)?.token).toBeNull()
  })

  test('a seat left while offline stays in My games', async () => {
    wait()
    end(1006)
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
    expect(location.pathname).toBe('/')
    expect(storedSeat(ROOM)?.token).toBe('mine')
  })

  test('a newer tab is reported, and can be replaced', async () => {
    wait()
    end(4006)
    expect(title()).toHaveTextContent('Waiting for your opponent')
    const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent)
    expect(alerts.join()).toContain('You’re playing this game in another tab or on another device.')
    await userEvent.click(screen.getByRole('button', { name: 'Play here' }))
    expect(Socket.all).toHaveLength(2)
  })
})

describe('in the room', () => {
  const region = (name: string) => within(screen.getByRole('region', { name }))

  test('entering a running game shows its board', () => {
    come()
    welcome(null, OPENED, ANN, BEN, STARTED)
    expect(screen.getByText('the board')).toBeVisible()
    expect(sent()).toEqual([])
    expect(screen.queryByRole('region')).toBeNull()
  })

  test('a player who left may return', async () => {
    owns()
    come()
    welcome(1, OPENED, ANN, BEN, STARTED)
    happens({ type: 'seat-left', member: 1 })
    const left = region('You left this game.')
    await userEvent.click(left.getByRole('button', { name: 'Rejoin' }))
    expect(sent()).toEqual([{ type: 'take-seat', name: 'Ann' }])
    done(1, ANN)
    expect(screen.queryByRole('region')).toBeNull()
  })

  test('a free seat is offered to spectators', async () => {
    const rules = { leaver: { type: 'frees-seat' } }
    come()
    welcome(null, opened('chess', rules), ANN, BEN, started('chess', rules))
    happens({ type: 'seat-left', member: 2 })
    expect(screen.getByText('the board')).toBeVisible()
    changeSettings({ name: 'Cleo' })
    const free = region('A seat is open.')
    await userEvent.click(free.getByRole('button', { name: 'Take the seat' }))
    expect(sent().at(-1)).toEqual({ type: 'take-seat', name: 'Cleo' })
  })

  test('a closed room shows its board and a notice', () => {
    come()
    welcome(null, OPENED, ANN, BEN, STARTED, { type: 'room-closed' })
    expect(screen.getByRole('region', { name: /This room is closed/ })).toBeVisible()
    expect(screen.getByText('the board')).toBeVisible()
  })

  test('a room closed before any game shows only a message', () => {
    come()
    welcome(null, OPENED, ANN, { type: 'room-closed' })
    expect(title()).toHaveTextContent('This room is closed')
  })

  test('the board stays when the connection ends', () => {
    come()
    welcome(null, OPENED, ANN, BEN, STARTED)
    end(4003)
    expect(screen.getByText('the board')).toBeVisible()
  })
})
