// Renders a room for tests, with the real page, replica and rules. Only the server's frames are scripted.

import { act } from '../../act'
import { render, screen, within } from '@testing-library/preact'
import { vi } from 'vitest'

import { RoomGame } from './RoomGame'
import type { Command, Kind } from '../../raum'
import { NativeRoom } from '../../table/native-room'
import type { Remote } from '../../table/remote'
import { useRemote } from '../../table/remote'
import { storeSeat } from '../../table/seats'
import { ROOM, Socket, opened, seatTaken, started } from '../../table/testing'

export interface RoomSetup {
  kind?: Kind
  /** 1 is Ann, the first side; 2 is Ben; null is a spectator. */
  member?: 1 | 2 | null
  rules?: object
  /** Whether Ben is a computer. */
  computer?: boolean
  /** Moves played before joining, separated by spaces. */
  moves?: string
  /** Events after these moves. */
  then?: object[]
  dialect?: Remote['dialect']
}

/** Joins a game of Ann and Ben, and renders it. */
export function joinRoom(setting: RoomSetup = {}) {
  const { kind = 'chess', member = 1, rules, moves = '', then = [], dialect = 'raum' } = setting
  const { computer = false } = setting
  let last = 0
  Socket.all = []
  vi.stubGlobal('WebSocket', Socket)
  if (member !== null) storeSeat({ room: ROOM, kind, token: 'mine', key: null, at: 1 })

  const receive = (frame: object) => act(() => Socket.last.say(JSON.stringify(frame)))
  const entriesOf = (events: object[]) =>
    events.map((event) => ({ seq: ++last, at: Date.now(), event }))
  const commands = () =>
    Socket.last.sent
      .map((frame) => JSON.parse(frame) as { type: string; number: number; command: Command })
      .filter(({ type }) => type === 'command')
  const welcome = () => {
    act(() => Socket.last.open())
    receive({ type: 'welcome', version: 1, room: ROOM, member, last, now: Date.now() })
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
    seatTaken(2, computer),
    started(kind, rules, 1, [1, 2], computer),
    ...moves
      .split(' ')
      .filter(Boolean)
      .map((move) => ({ type: 'move-played', move })),
    ...then,
  ])
  welcome()
  receive({ type: 'entries', entries: before })

  return {
    room,
    unmount,
    receive,
    /** The event that starts another game, with these members as first and second side. */
    started: (number: number, ...members: [number, number]) =>
      started(kind, rules, number, members, computer),
    /** The commands sent over the current connection. */
    sent: () => commands().map(({ command }) => command),
    /** The server sends entries that answer no command. */
    happens: (...events: object[]) => receive({ type: 'entries', entries: entriesOf(events) }),
    /** The server applies the last command, with these events. */
    done: (...events: object[]) => {
      const number = commands().at(-1)?.number ?? 0
      const entries = entriesOf(events)
      const [first] = entries
      receive({
        type: 'entries',
        entries: [{ ...first, answers: { member, number } }, ...entries.slice(1)],
      })
      receive({ type: 'applied', number, seq: last, member })
    },
    /** The server refuses the last command. */
    refuse: (message: string) =>
      receive({ type: 'refused', number: commands().at(-1)?.number, code: 'no', message }),
    presence: (presence: { away?: object[]; spectators?: number; watchers?: string[] }) =>
      receive({ type: 'presence', away: [], spectators: 0, watchers: [], ...presence }),
    /** Closes the connection. */
    cut: (code?: number) => act(() => Socket.last.end(code)),
    welcome,
    /** The side strips, from top to bottom. */
    strips: () =>
      [...document.querySelectorAll<HTMLElement>('.side-strip')].map((strip) => strip.textContent),
  }
}

export const panel = () => screen.getByRole('region', { name: 'Game' })
export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const noButton = (name: string | RegExp) => screen.queryByRole('button', { name })
/** The labels of the controls: the first three, then "…" and what is under it, without the field for moves. */
export const controls = () =>
  within(screen.getByRole('group', { name: 'Controls' }))
    .getAllByRole('button')
    .filter((control) => control.getAttribute('type') === 'button')
    .map((control) => control.textContent || '…')
export const connection = () => screen.getByRole('status', { name: 'Connection' })
export const cell = (x: number, y: number) => {
  const element = document.querySelector<HTMLElement>(`[data-cell="${x}.${y}.0"]`)
  if (!element) throw new Error(`no cell ${x}.${y}`)
  return element
}
