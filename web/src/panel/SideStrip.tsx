import type { ReactNode } from 'react'

import { Clock } from './Clock'
import { materialOf } from './material'
import './SideStrip.css'
import { Figure } from '../board/Figure'
import { factsOf, indexOf } from '../raum'
import type { Side } from '../raum'
import type { Review } from '../table/review'
import { useTable } from '../table/table'
import type { Table } from '../table/table'
import { SIDES, ahead, capturedBy } from '../words'

/** A side's strip at the edge of the board: its name, player, captured pieces and clock. */
export function SideStrip(props: {
  table: Table
  review: Review
  side: Side
  children?: ReactNode
}) {
  const { table, review, side, children } = props
  const seen = useTable(table)
  const { view } = seen
  const opponent = factsOf(view.kind).sides.find((each) => each !== side) ?? side
  const { captured, lead } = materialOf(table.position(0), review.position, side)
  const isTurn = !view.ending && view.position.turn === side
  return (
    <div className={isTurn ? 'side-strip side-strip-turn' : 'side-strip'}>
      <span className={`side-strip-dot side-strip-dot-${indexOf(side)}`} />
      <span className="side-strip-name">{SIDES[side]}</span>
      {children}
      {captured.length > 0 && (
        <span className="side-strip-captured" role="img" aria-label={capturedBy(side, captured)}>
          {captured.map((role, index) => (
            <span
              key={index}
              className={role === captured[index - 1] ? 'side-strip-same' : 'side-strip-piece'}
            >
              <Figure side={opponent} role={role} />
            </span>
          ))}
        </span>
      )}
      {lead > 0 && (
        <span className="side-strip-lead">
          <span aria-hidden="true">+{lead}</span>
          <span className="visually-hidden">{ahead(side, lead)}</span>
        </span>
      )}
      {view.clocks && <Clock seen={seen} side={side} />}
    </div>
  )
}
