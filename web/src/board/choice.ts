// Choosing a move: a piece, where it goes, what it becomes. The same on flat boards and in space, by
// pointer and by keyboard. It knows no rules: what can be chosen are the legal moves of the position.

import { useCallback, useMemo, useState } from 'react'

import { isSame } from './cell'
import type { Cell, LegalMove, Position } from '../raum'

export interface Choice {
  /** Where the chosen piece stands. */
  selected: Cell | null
  /** The moves of that piece. */
  targets: LegalMove[]
  /** The moves that differ in nothing but what the pawn becomes, while that is to be chosen. */
  promotions: LegalMove[]
  /** Clicks, taps or enters a cell: it is where to go, or another piece to choose, or nothing. */
  press: (cell: Cell) => void
  /** Begins to drag a piece. It answers whether there is one that can be moved. */
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
        lift(cell)
      } else if (moves.length > 1) {
        choose({ in: text, cell: selected, promotions: moves })
      } else {
        choose(nothing)
        play(move.text)
      }
    },
    [targets, legal, lift, text, selected, nothing, play],
  )

  const promote = useCallback(
    (move: LegalMove) => {
      choose(nothing)
      play(move.text)
    },
    [nothing, play],
  )

  const cancel = useCallback(() => {
    choose(nothing)
  }, [nothing])

  return { selected, targets, promotions, press, lift, promote, cancel }
}
