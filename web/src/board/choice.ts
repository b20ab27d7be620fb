// Choosing a move: a piece, where it goes, what it becomes. The same on flat boards and in space, by
// pointer and by keyboard. It knows no rules: the position lists the legal moves.

import { useCallback, useMemo, useState } from 'react'

import { isSame } from './cell'
import type { Cell, LegalMove, Piece, Position } from '../raum'

export interface Choice {
  /** Where the chosen piece stands. */
  selected: Cell | null
  /** The moves of that piece: none if it is blocked, pinned or cannot stop a check. */
  targets: LegalMove[]
  /** The moves that differ in nothing but what the pawn becomes, while that is to be chosen. */
  promotions: LegalMove[]
  /** Clicks, taps or enters a cell: plays a move there, or chooses the player's own piece on it, or does nothing. */
  press: (cell: Cell) => void
  /** Begins to drag a piece. Answers whether a movable one stands on the cell. */
  lift: (cell: Cell) => boolean
  /** Chooses what the pawn becomes. */
  promote: (move: LegalMove) => void
  /** Chooses nothing. */
  cancel: () => void
}

interface Chosen {
  /** What was chosen in another position is forgotten. */
  in: string
  cell: Cell | null
  promotions: LegalMove[]
}

/** The pieces that can be chosen: all of the side to move while it may move, except marks, which never move. */
export function choosable({ legal, pieces, turn }: Position): Piece[] {
  const moves = legal.some(({ from }) => from !== null)
  return moves ? pieces.filter(({ side }) => side === turn) : []
}

/** The choice of a move in this position, which `play` makes. */
export function useChoice(position: Position, play: (move: string) => void): Choice {
  const { legal, text } = position
  const nothing = useMemo<Chosen>(() => ({ in: text, cell: null, promotions: [] }), [text])
  const [chosen, choose] = useState(nothing)
  const { cell: selected, promotions } = chosen.in === text ? chosen : nothing
  const targets = useMemo(
    () => (selected ? legal.filter(({ from }) => isSame(from, selected)) : []),
    [legal, selected],
  )

  const lift = useCallback(
    (cell: Cell) => {
      const movable = legal.some(({ from }) => from !== null && isSame(from, cell))
      if (movable) choose({ in: text, cell, promotions: [] })
      return movable
    },
    [legal, text],
  )

  const press = useCallback(
    (cell: Cell) => {
      // A game without pieces to choose has moves from nowhere.
      const candidates = [...targets, ...legal.filter(({ from }) => from === null)]
      const moves = candidates.filter(({ to }) => isSame(to, cell))
      const [move] = moves
      if (!move) {
        const isOwn = choosable(position).some((piece) => isSame(piece.cell, cell))
        if (isOwn) choose({ in: text, cell, promotions: [] })
      } else if (moves.length > 1) {
        choose({ in: text, cell: selected, promotions: moves })
      } else {
        choose(nothing)
        play(move.text)
      }
    },
    [position, targets, legal, text, selected, nothing, play],
  )

  const promote = useCallback(
    (move: LegalMove) => {
      choose(nothing)
      play(move.text)
    },
    [nothing, play],
  )

  const cancel = useCallback(() => choose(nothing), [nothing])

  return { selected, targets, promotions, press, lift, promote, cancel }
}
