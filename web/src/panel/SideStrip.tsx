import type { ComponentChildren } from 'preact'

import './SideStrip.css'
import { indexOf } from '../raum'
import type { Side } from '../raum'
import type { Review } from '../table/review'
import { useTable } from '../table/table'
import type { Table } from '../table/table'
import { lazily } from '../ui/lazily'
import { SIDES } from '../words'

// Loaded after the board.
const StripDetails = lazily(() => import('./StripDetails'))

/** A side's strip at the edge of the board: its name, player, captured pieces and clock. */
export function SideStrip(props: {
  table: Table
  review: Review
  side: Side
  children?: ComponentChildren
}) {
  const { table, review, side, children } = props
  const { view } = useTable(table)
  const isTurn = !view.ending && view.position.turn === side
  return (
    <div className={isTurn ? 'side-strip side-strip-turn' : 'side-strip'}>
      <span className={`side-strip-dot side-strip-dot-${indexOf(side)}`} />
      <span className="side-strip-name">{SIDES[side]}</span>
      {children}
      <StripDetails table={table} review={review} side={side} />
    </div>
  )
}
