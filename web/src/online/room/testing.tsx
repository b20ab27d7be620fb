// A room elsewhere as tests sit in it: the page is real, and so are its replica and the rules. Only the server is written
// down, as it would speak.

import { act, render, screen, within } from '@testing-library/react'
import { vi } from 'vitest'

import { RoomGame } from './RoomGame'
import type { Command, Kind } from '../../raum'
import { NativeRoom } from '../../table/native-room'
import type { Remote } from '../../table/remote'
import { useRemote } from '../../table/remote'
import { keepSeat } from '../../table/seats'
import { ROOM, Socket, opened, seatTaken, started } from '../../table/testing'

export interface Setting {
  kind?: Kind
  /** Ann, the first side, is 1, Ben is 2; null is somebody who watches. */
  member?: 1 | 2 | null
  rules?: object
  /** The texts of moves, made before one comes. */
  moves?: string
  /** What happened after them. */
  then?: object[]
  dialect?: Remote['dialect']
}

/** Comes to a game of Ann and Ben, and looks at it. */
export function sitDown(setting: Setting = {}) {
  const { kind = 'chess', member = 1, rules, moves = '', then = [], dialect = 'raum' } = setting
  let last = 0
  Socket.all = []
  vi.stubGlobal('WebSocket', Socket)
  if (member !== null) keepSeat({ room: ROOM, kind, token: 'mine', key: null, at: 1 })

  const say = (frame: object) => act(() => Socket.last.say(JSON.stringify(frame)))
  const entriesOf = (events: object[]) =>
    events.map((event) => ({ seq: ++last, at: Date.now(), event }))
  const commands = () =>
    Socket.last.sent
      .map((frame) => JSON.parse(frame) as { type: string; number: number; command: Command })
      .filter(({ type }) => type === 'command')
  const welcome = () => {
    act(() => Socket.last.open())
    say({ type: 'welcome', version: 1, room: ROOM, member, last, now: Date.now() })
  }
  const room = new NativeRoom(ROOM)
  if (dialect === 'space') Object.assign(room, { dialect })
  function Sitting() {
    const { table } = useRemote(room)
    return table && <RoomGame table={table} remote={room} />
  }
  const { unmount } = render(<Sitting />)
  const before = entriesOf([
    opened(kind, rules),
    seatTaken(1),
    seatTaken(2),
    started(kind, rules),
    ...moves
      .split(' ')
      .filter(Boolean)
      .map((move) => ({ type: 'move-played', move })),
    ...then,
  ])
  welcome()
  say({ type: 'entries', entries: before })

  return {
    room,
    unmount,
    say,
    /** Another game begins, with these members on the first and the second side. */
    started: (number: number, ...members: [number, number]) =>
      started(kind, rules, number, members),
    /** What was asked over the connection there is. */
    asked: () => commands().map(({ command }) => command),
    /** Something happens that nobody here has asked for. */
    happens: (...events: object[]) => say({ type: 'entries', entries: entriesOf(events) }),
    /** What was asked last is done: this is what comes of it. */
    done: (...events: object[]) => {
      const number = commands().at(-1)?.number ?? 0
      const entries = entriesOf(events)
      const [first] = entries
      say({
        type: 'entries',
        entries: [{ ...first, answers: { member, number } }, ...entries.slice(1)],
      })
      say({ type: 'applied', number, seq: last, member })
    },
    /** What was asked last is refused. */
    refuse: (message: string) =>
      say({ type: 'refused', number: commands().at(-1)?.number, code: 'no', message }),
    presence: (presence: { away?: object[]; spectators?: number; watchers?: string[] }) =>
      say({ type: 'presence', away: [], spectators: 0, watchers: [], ...presence }),
    /** The connection ends. */
    cut: (code?: number) => act(() => Socket.last.end(code)),
    welcome,
    /** The sides at the edges of the board, from above. */
    strips: () =>
      [...document.querySelectorAll<HTMLElement>('.side-strip')].map((strip) => strip.textContent),
  }
}

export const panel = () => screen.getByRole('region', { name: 'Game' })
export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const noButton = (name: string | RegExp) => screen.queryByRole('button', { name })
export const controls = () =>
  within(screen.getByRole('group', { name: 'Controls' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
export const connection = () => screen.getByRole('status', { name: 'Connection' })
export const cell = (x: number, y: number) => {
  const element = document.querySelector<HTMLElement>(`[data-cell="${x}.${y}.0"]`)
  if (!element) throw new Error(`there is no cell ${x}.${y}`)
  return element
}
