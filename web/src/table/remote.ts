// A table elsewhere: what its screen needs beside the table itself, whatever is spoken on the line.

import { useCallback, useSyncExternalStore } from 'react'

import type { LineState } from './line'
import type { Table } from './table'

/** How it is with a room elsewhere. */
export interface RemoteState {
  line: LineState
  /** The table, as soon as anything is known of the room. */
  table: Table | null
  /** The room's id, where it was asked for by another name: an id outlasts every code. */
  movedTo?: string
}

export interface Remote {
  /** The room's id, or the code by which it was asked for. */
  readonly room: string
  /** What its dialect can: without, a page shows nothing of names, chat, spectators and other devices. */
  readonly dialect: 'raum' | 'space'
  /** The same object until something changes. */
  state(): RemoteState
  /** Tells of every change, until what it returns is called. The line is there while somebody listens. */
  subscribe(changed: () => void): () => void
  /** Tries again now, with another pass key if one is given. Also after the line has ended. */
  reconnect(key?: string): void
  /** Is called something else from now on, with a seat or as a spectator. */
  rename(name: string): void
  /** Whether the seat would survive a reload. */
  readonly isKept: boolean
  /** The seat's token, for what is asked beside the line. */
  readonly token: string | null
}

/** How it is with a room elsewhere, in React. */
export function useRemote(remote: Remote): RemoteState {
  const subscribe = useCallback((changed: () => void) => remote.subscribe(changed), [remote])
  return useSyncExternalStore(subscribe, () => remote.state())
}
