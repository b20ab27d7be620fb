// The line below the board: the shown move, and whose turn it is or how the game ended.

import { numberOf, numberingOf } from '../panel/numbers'
import type { Position, View } from '../raum'
import type { Table } from '../table/table'
import * as words from '../words'
import * as embedWords from '../words-embed'

/** "12… Nf6 — White to move"; at the end "Checkmate — White wins". */
export function statusOf(
  view: View,
  position: Position,
  ply: number,
  table: Pick<Table, 'position'>,
): string {
  const { kind, moves, ending, game } = view
  if (game === 0) return embedWords.NOT_STARTED
  const isAtEnd = ply === moves.length
  if (isAtEnd && ending) return words.ending(ending)
  const said = [
    ply === 0 ? embedWords.START : moveText(),
    isAtEnd && words.toMove(position.turn),
    position.check && words.CHECK,
  ]
  return said.filter(Boolean).join(' — ')

  function moveText(): string {
    const { secondBegins } = numberingOf(table)
    const isSecond = (ply - 1 + Number(secondBegins)) % 2 === 1
    const made = moves[ply - 1]?.notation ?? ''
    return embedWords.moveMade(kind, numberOf(table, ply), isSecond, made)
  }
}
