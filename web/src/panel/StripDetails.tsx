import { Clock } from './Clock'
import { materialOf } from '../board/material'
import { Figure } from '../board/Figure'
import { factsOf } from '../raum'
import type { Side } from '../raum'
import type { Review } from '../table/review'
import { useTable } from '../table/table'
import type { Table } from '../table/table'
import { ahead, capturedBy } from '../words-later'

/** What a side's strip shows besides its player: captured pieces and the clock. The first move needs neither. */
export default function StripDetails(props: { table: Table; review: Review; side: Side }) {
  const { table, review, side } = props
  const seen = useTable(table)
  const { view } = seen
  const opponent = factsOf(view.kind).sides.find((each) => each !== side) ?? side
  const { captured, lead } = materialOf(table.position(0), review.position, side)
  return (
    <>
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
    </>
  )
}
