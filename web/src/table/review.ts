// Looking at an earlier position while the game goes on.

import { useMemo, useState } from 'react'

import type { Position } from '../raum'
import type { Table } from './table'
import { useTable } from './table'

export interface Review {
  /** After how many moves the position is that is shown. */
  ply: number
  position: Position
  /** Whether it is the position of the game now, in which moves can be made. */
  isLive: boolean
  /** Shows the position after so many moves; from the last one on it is live again. */
  go: (ply: number) => void
}

export function useReview(table: Table): Review {
  const { view } = useTable(table)
  const last = view.moves.length
  const [chosen, setChosen] = useState<{ game: string; ply: number } | null>(null)
  // Whoever makes, takes back or redoes a move, or begins another game, is back at the game.
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
