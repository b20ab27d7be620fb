// The words of a game in pictures: its players, its moves and its result.

import { frameOf } from './frames'
import type { Caption, Frame } from './frames'
import { numberOf } from '../panel/numbers'
import { seatOf } from '../panel/people'
import { factsOf, indexOf } from '../raum'
import type { Side, View } from '../raum'
import { currentSettings } from '../settings'
import type { Table } from '../table/table'
import { KINDS, SIDES, ending, toMove } from '../words'
import { levelName } from '../words-computer'
import { computer, numbered, versus } from '../words-share'

/** What a view does not say about its game. */
export interface Told {
  /** The names of both players, if they are not those of the seats; null if they are unknown. */
  names?: readonly [string, string] | null
  /** The result, if the view has none. */
  result?: string
  /** Whether the game is played at one device, where a person's seat has no name of its own. */
  isLocal?: boolean
}

/** The frame of the position after `ply` moves. */
export function frameAt(table: Table, ply: number, told: Told): Frame {
  const { view } = table.snapshot()
  const isLast = ply === view.moves.length
  const position = isLast ? view.position : table.position(ply)
  const result = told.result ?? (view.ending && ending(view.ending))
  const caption: Caption = {
    status: (isLast ? result : null) ?? toMove(position.turn),
    players: playersOf(view, told),
    move: moveAt(table, view, ply, position.turn),
  }
  return frameOf(position, caption)
}

function moveAt(table: Table, { kind, moves }: View, ply: number, next: Side): string | null {
  const made = moves[ply - 1]
  if (!made) return null
  // In tic-tac-toe, each mark has a number of its own.
  if (!factsOf(kind).hasRanks) return numbered(kind, made.notation, ply, false)
  return numbered(kind, made.notation, numberOf(table, ply), indexOf(next) === 0)
}

/** "Ann – Bob", or the title of the kind if one person plays both sides. */
function playersOf(view: View, { names, isLocal = false }: Told): string {
  if (names === null) return KINDS[view.kind].title
  if (names) return versus(...names)
  if (view.seats.every(({ mine }) => mine)) return KINDS[view.kind].title
  const [first, second] = factsOf(view.kind).sides
  return versus(nameOf(view, first, isLocal), nameOf(view, second, isLocal))
}

function nameOf(view: View, side: Side, isLocal: boolean): string {
  const seat = seatOf(view, side)
  if (seat?.machine) return computer(levelName(view.kind, seat.machine.level))
  const name = (isLocal ? currentSettings().name : seat?.name) ?? ''
  return name === '' ? SIDES[side] : name
}
