// Where a screen's view comes from: a room in the page or one elsewhere. Screens cannot tell.

import { useCallback, useSyncExternalStore } from 'react'

import type { Command, Position, View } from '../raum'

/** A view, and when it was taken (milliseconds since 1970): clocks have run since. */
export interface Seen {
  view: View
  at: number
}

export interface Table {
  /** All that the screen shows: the same object until something changes. */
  seen(): Seen
  /** Tells of every change, until what it returns is called. */
  subscribe(changed: () => void): () => void
  /** Asks for something. The view tells what came of it. */
  ask(command: Command): void
  /** The position after so many moves, for looking at. */
  position(ply: number): Position
  /** The game as PGN. */
  pgn(): string
  /** The room as an entry of JSON in each line. */
  journal(): string
}

/** What a table shows, in React. */
export function useTable(table: Table): Seen {
  // Another function would be another subscription.
  const subscribe = useCallback((changed: () => void) => table.subscribe(changed), [table])
  return useSyncExternalStore(subscribe, () => table.seen())
}

/** Asks for a move by its text. */
export function play(table: Table, move: string): void {
  table.ask({ type: 'play', move, ply: table.seen().view.moves.length })
}
