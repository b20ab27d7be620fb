// Choosing a move: a piece, its target, its promotion. Shared by flat and 3D boards, pointer and keyboard. Knows no
// rules: the position lists the legal moves.

import { useCallback, useMemo, useState } from 'preact/hooks'

import { isSame } from './cell'
import type { Marked } from './marks'
import type { Cell, LegalMove, Piece, Position } from '../raum'

/** A move that the engine suggests, or that the other side threatens, in the position with this text. */
export interface Advice {
  mark: 'hint' | 'threat'
  positionText: string
  from: Cell | null
  to: Cell
}

export interface Choice {
  /** The cell of the selected piece. */
  selected: Cell | null
  /** The legal moves of the selected piece. */
  targets: LegalMove[]
  /** While a promotion is pending: the moves that differ only in the promoted role. */
  promotions: LegalMove[]
  /** A move to show besides. */
  advice: Advice | null
  /** Marks to show besides. */
  marked?: readonly Marked[]
  /** The moves that a press on a cell chooses from: those to it, or castling, for a king onto its rook. */
  movesTo: (cell: Cell) => LegalMove[]
  /** Handles a click, tap or Enter on a cell: plays a move to it, selects the player's own piece on it, or does nothing. */
  press: (cell: Cell) => void
  /** Starts dragging a piece. Returns whether the cell holds a piece that can move. */
  lift: (cell: Cell) => boolean
  /** Plays one of the pending promotions. */
  promote: (move: LegalMove) => void
  /** Clears the choice. */
  cancel: () => void
}

interface ChoiceState {
  /** The text of the position it belongs to. A choice in another position is discarded. */
  positionText: string
  cell: Cell | null
  promotions: LegalMove[]
}

/** The pieces that can be selected: all of the side to move. None in tic-tac-toe, whose marks never move. */
export function choosable({ legal, pieces, turn }: Position): Piece[] {
  const canMove = legal.some(({ from }) => from !== null)
  return canMove ? pieces.filter(({ side }) => side === turn) : []
}

/** The castling move of a selected king, for the cell of the rook: two cells towards it along the rank. */
function castlingOnto(
  { pieces }: Position,
  targets: readonly LegalMove[],
  selected: Cell | null,
  cell: Cell,
): LegalMove[] {
  const pieceAt = (at: Cell) => pieces.find((each) => isSame(each.cell, at))
  const king = selected && pieceAt(selected)
  const rook = pieceAt(cell)
  if (king?.role !== 'king' || rook?.role !== 'rook' || rook.side !== king.side) return []
  const way = Math.sign(cell.x - king.cell.x)
  return targets.filter(({ to }) => to.x === king.cell.x + 2 * way && to.y === cell.y)
}

/** The choice of a move in a position. Calls `play` with the chosen move. Advice about another position is not shown. */
export function useChoice(
  position: Position,
  play: (move: string) => void,
  given: Advice | null = null,
): Choice {
  const { legal, text } = position
  const nothing = useMemo<ChoiceState>(
    () => ({ positionText: text, cell: null, promotions: [] }),
    [text],
  )
  const [state, setState] = useState(nothing)
  const { cell: selected, promotions } = state.positionText === text ? state : nothing
  const targets = useMemo(
    () => (selected ? legal.filter(({ from }) => isSame(from, selected)) : []),
    [legal, selected],
  )

  const lift = useCallback(
    (cell: Cell) => {
      const movable = legal.some(({ from }) => from !== null && isSame(from, cell))
      if (movable) setState({ positionText: text, cell, promotions: [] })
      return movable
    },
    [legal, text],
  )

  const movesTo = useCallback(
    (cell: Cell) => {
      // In tic-tac-toe, moves have no origin.
      const candidates = [...targets, ...legal.filter(({ from }) => from === null)]
      const moves = candidates.filter(({ to }) => isSame(to, cell))
      return moves.length > 0 ? moves : castlingOnto(position, targets, selected, cell)
    },
    [position, targets, legal, selected],
  )

  const press = useCallback(
    (cell: Cell) => {
      const moves = movesTo(cell)
      const [move] = moves
      if (!move) {
        const isOwn = choosable(position).some((piece) => isSame(piece.cell, cell))
        if (isOwn) setState({ positionText: text, cell, promotions: [] })
      } else if (moves.length > 1) {
        setState({ positionText: text, cell: selected, promotions: moves })
      } else {
        setState(nothing)
        play(move.text)
      }
    },
    [position, movesTo, text, selected, nothing, play],
  )

  const promote = useCallback(
    (move: LegalMove) => {
      setState(nothing)
      play(move.text)
    },
    [nothing, play],
  )

  const cancel = useCallback(() => setState(nothing), [nothing])

  const advice = given?.positionText === text ? given : null
  return { selected, targets, promotions, advice, movesTo, press, lift, promote, cancel }
}
