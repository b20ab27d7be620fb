// Asks the engine for a hint, or for what the other side threatens.

import { cellName, isSame } from '../board/cell'
import type { Advice } from '../board/choice'
import { factsOf } from '../raum'
import type { Cell, Position, Role, View } from '../raum'
import type { Table } from '../table/table'
import * as words from '../words-computer'

/** What the player has asked for, in the position with this text. Each request is an object of its own. */
export interface Asked {
  what: 'hint' | 'threat'
  positionText: string
}

/** Enough to beat every level, in about a second. */
const NODES = 300_000

/** The answer: marks for the board, and words. */
export async function adviceOn(
  table: Table,
  what: Asked['what'],
  signal: AbortSignal,
): Promise<{ shown: Advice | null; text: string }> {
  const { view } = table.snapshot()
  const { engine } = await import('../engine/engine')
  signal.throwIfAborted()
  const game = {
    kind: view.kind,
    start: table.position(0).text,
    moves: view.moves.map(({ text }) => text),
  }
  if (what === 'hint') {
    const { lines } = await engine.search(game, { nodes: NODES }, { signal })
    const move = view.position.legal.find(({ text }) => text === lines[0]?.moves[0])
    return answer(view, 'hint', move ?? null)
  }
  return answer(view, 'threat', await engine.threat(game, NODES, { signal }))
}

interface Step {
  from: Cell | null
  to: Cell
  promotion?: Role | null
  captures?: Role | null
}

function answer(
  { kind, position }: View,
  mark: Advice['mark'],
  move: Step | null,
): { shown: Advice | null; text: string } {
  if (!move) {
    const isCheck = mark === 'threat' && position.check !== null
    return { shown: null, text: isCheck ? words.NO_THREAT_IN_CHECK : words.NO_ADVICE }
  }
  const { from, to } = move
  const opponent = factsOf(kind).sides.find((side) => side !== position.turn) ?? position.turn
  const text = stepInWords(position, move)
  return {
    shown: { mark, positionText: position.text, from, to },
    text: mark === 'hint' ? words.hintText(text) : words.threatText(opponent, text),
  }
}

/** "knight from g1 to f3"; in tic-tac-toe the cell. */
function stepInWords({ kind, pieces }: Position, step: Step): string {
  const { from, to, promotion = null } = step
  const roleAt = (cell: Cell) => pieces.find((each) => isSame(each.cell, cell))?.role ?? null
  const mover = from && roleAt(from)
  if (!mover) return cellName(kind, to)
  const taken = step.captures ?? roleAt(to)
  return words.stepText(mover, cellName(kind, from), taken, cellName(kind, to), promotion)
}
