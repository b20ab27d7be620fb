// A lobby for tests: the real page, with a scripted server.

import { act } from '../act'
import { vi } from 'vitest'

import { Socket } from '../table/testing'
import { setOverlay } from '../ui/overlay'
import type { ListedRoom, Lists, LobbyCommand, Offered, ServerFrame } from './frames'
import { lobby } from './use-lobby'

export const BLITZ = { initialMillis: 180_000, incrementMillis: 2000 }

export const SEEKS: Offered[] = [
  { kind: 'chess', clock: BLITZ, count: 0 },
  { kind: 'chess', clock: null, count: 0 },
  { kind: 'space', clock: null, count: 0 },
]

export const LISTS: Lists = { number: 7, mark: 'ab', people: 3, seeks: SEEKS, rooms: [] }

export function listed(room: string, change: Partial<ListedRoom> = {}): ListedRoom {
  const seats: ListedRoom['seats'] = [{ side: 'first', name: 'Ann' }]
  const usual = { kind: 'chess', clock: null, since: 1, spectators: 0, game: null } as const
  return { room, seats, ...usual, ...change }
}

/** Replaces the socket, and removes everything that an earlier test has left. */
export function prepare(): void {
  localStorage.clear()
  Socket.all = []
  vi.stubGlobal('WebSocket', Socket)
  history.replaceState(null, '', '/')
}

/** Ends the search of a test. Components are to be unmounted before. */
export function tidy(): void {
  lobby.withdraw()
  setOverlay(null)
  vi.unstubAllGlobals()
}

/** The server sends a frame over the current connection. */
export function say(frame: ServerFrame): void {
  act(() => Socket.last.say(JSON.stringify(frame)))
}

/** The server accepts the current connection. */
export function welcome({ lists = LISTS, token = 'mine' } = {}): void {
  act(() => Socket.last.open())
  const isNew = !('token' in hello())
  say({ type: 'welcome', now: Date.now(), ...(isNew && { token }) })
  say({ type: 'lobby', ...lists })
}

/** The first frame of the current connection. */
export function hello(): object {
  return JSON.parse(Socket.last.sent[0] ?? 'null') as object
}

/** The commands sent over the current connection. */
export function commands(): LobbyCommand[] {
  return Socket.last.sent
    .map((frame) => JSON.parse(frame) as { type: string; command: LobbyCommand })
    .filter(({ type }) => type === 'command')
    .map(({ command }) => command)
}

/** Hides or shows the page. */
export function hide(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible')
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })
}
