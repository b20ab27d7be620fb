// Move numbers. A game may start at any number and with either side.

import { indexOf } from '../raum'
import type { Table } from '../table/table'

export interface Numbering {
  /** The number of the first move. */
  first: number
  /** Whether the second side moves first. */
  secondBegins: boolean
}

/** Where a game begins to count: its first position says so, as the last word of its text. */
export function numberingOf(table: Table): Numbering {
  const { text, turn } = table.position(0)
  return { first: Number(/ (\d+)$/.exec(text)?.[1] ?? 1), secondBegins: indexOf(turn) === 1 }
}

/** The number of the move that led to the position after so many moves. */
export function numberOf(table: Table, ply: number): number {
  const { first, secondBegins } = numberingOf(table)
  return first + Math.floor((ply - 1 + Number(secondBegins)) / 2)
}
