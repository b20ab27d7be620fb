// Shows an earlier position while the game continues.

import { useMemo, useState } from 'preact/hooks'

import type { Position } from '../raum'
import type { Table } from './table'
import { useTable } from './table'

export interface Review {
  /** The number of moves before the shown position. */
  ply: number
  position: Position
  /** Whether it is the current position, where moves can be played. */
  isLive: boolean
  /** Shows the position after `ply` moves; after the last move the review is live again. */
  go: (ply: number) => void
}

export function useReview(table: Table): Review {
  const { view } = useTable(table)
  const last = view.moves.length
  const [chosen, setChosen] = useState<{ game: string; ply: number } | null>(null)
  // A new move, a takeback, a redo and a new game end the review.
  const game = `${view.game} ${last} ${view.position.text}`
  const ply = chosen?.game === game ? Math.min(chosen.ply, last) : last
  const isLive = ply === last
  const position = useMemo(
    () => (isLive ? view.position : table.position(ply)),
    [isLive, view, table, ply],
  )
  const go = (to: number) => {
    setChosen({ game, ply: Math.max(0, to) })
  }
  return { ply, position, isLive, go }
}
