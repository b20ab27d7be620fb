// The source of a screen's view: a room in the page or on a server. Screens do not know which.

import { useCallback } from 'preact/hooks'

import { useSyncExternalStore } from '../hooks'
import type { Command, Position, View } from '../raum'

/** A view and its time, in milliseconds since 1970. Clocks have run since then. */
export interface Snapshot {
  view: View
  at: number
}

export interface Table {
  /** Everything that the screen shows. Returns the same object until something changes. */
  snapshot(): Snapshot
  /** Subscribes to changes, and returns the function that unsubscribes. */
  subscribe(changed: () => void): () => void
  /** Issues a command. The view shows the result or a refusal. */
  ask(command: Command): void
  /** The position after `ply` moves, without legal moves. */
  position(ply: number): Position
  /** The game as PGN. */
  pgn(): string
  /** The journal of the room: one line of JSON per entry. */
  journal(): string
}

/** The snapshot of a table, as a hook. */
export function useTable(table: Table): Snapshot {
  // A new function would subscribe again.
  const subscribe = useCallback((changed: () => void) => table.subscribe(changed), [table])
  return useSyncExternalStore(subscribe, () => table.snapshot())
}

/** Plays a move by its text. */
export function play(table: Table, move: string): void {
  table.ask({ type: 'play', move, ply: table.snapshot().view.moves.length })
}
