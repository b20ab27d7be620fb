// A table on a server: what its screen needs besides the table itself, in any dialect.

import { useCallback } from 'preact/hooks'

import { useSyncExternalStore } from '../hooks'
import type { ConnectionState } from './connection'
import type { Table } from './table'

/** The state of a room on a server. */
export interface RemoteState {
  connection: ConnectionState
  /** The table; null until the first view. */
  table: Table | null
  /** The id of a room that was opened by a code. The page continues there, because ids outlive codes. */
  movedTo?: string
}

export interface Remote {
  /** The room's id, or the code that it was opened by. */
  readonly room: string
  /** The dialect. Only `raum` has names, chat, spectators and other devices. */
  readonly dialect: 'raum' | 'space'
  /** Returns the same object until something changes. */
  state(): RemoteState
  /** Subscribes to changes, and returns the function that unsubscribes. The room stays connected while it has subscribers. */
  subscribe(changed: () => void): () => void
  /** Reconnects now, also after the connection has ended. A new pass key may be given. */
  reconnect(key?: string): void
  /** Changes the name of the member or spectator. */
  rename(name: string): void
  /** Whether the seat would survive a reload. */
  readonly isStored: boolean
  /** The token of the member's seat, for HTTP requests. */
  readonly token: string | null
}

/** The state of a room on a server, as a hook. */
export function useRemote(remote: Remote): RemoteState {
  const subscribe = useCallback((changed: () => void) => remote.subscribe(changed), [remote])
  return useSyncExternalStore(subscribe, () => remote.state())
}
