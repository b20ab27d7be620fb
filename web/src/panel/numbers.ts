// Move numbers. A game may start at any number and with either side.

import { indexOf } from '../raum'
import type { Table } from '../table/table'

export interface Numbering {
  /** The number of the first move. */
  first: number
  /** Whether the second side moves first. */
  secondBegins: boolean
}

/** The numbering from the start position of the current game. */
export function numberingOf(table: Pick<Table, 'position'>): Numbering {
  const { history, turn } = table.position(0)
  return { first: history?.moveNumber ?? 1, secondBegins: indexOf(turn) === 1 }
}

/** The number of the last move before the position after `ply` moves. */
export function numberOf(table: Pick<Table, 'position'>, ply: number): number {
  const { first, secondBegins } = numberingOf(table)
  return first + Math.floor((ply - 1 + Number(secondBegins)) / 2)
}
