import type { ComponentChildren } from 'preact'

import { FirstIcon } from '../ui/FirstIcon'
import { numberOf } from './numbers'
import './Status.css'
import { indexOf } from '../raum'
import type { Review } from '../table/review'
import { useTable } from '../table/table'
import type { Table } from '../table/table'
import { BACK_TO_GAME, CHECK, REVIEWING_START, THINKING, ending, reviewing, toMove } from '../words'

/** The status line: the side to move, the result, or the position under review. */
export function Status(props: {
  table: Table
  review: Review
  /** Replaces the text for the side to move. */
  turn?: string
  /** Additional notices. */
  children?: ComponentChildren
}) {
  const { table, review, children } = props
  const { view } = useTable(table)
  const { position, refused } = view
  const isThinking = view.seats.some(({ side, machine }) => machine && side === position.turn)
  const { turn = isThinking ? THINKING : toMove(position.turn) } = props
  return (
    <div className="status">
      {review.isLive ? (
        <p className="status-line">
          {view.ending ? (
            <>
              <FirstIcon name="flag" />
              {ending(view.ending)}
            </>
          ) : (
            <>
              <span className={`status-turn status-turn-${indexOf(position.turn)}`} />
              {turn}
            </>
          )}
          {position.check && !view.ending && (
            <strong className="status-check">
              <FirstIcon name="check" />
              {CHECK}
            </strong>
          )}
        </p>
      ) : (
        <p className="status-line">
          <FirstIcon name="eye" />
          {review.ply === 0 ? REVIEWING_START : reviewing(numberOf(table, review.ply))}
          <button
            type="button"
            className="button status-back"
            onClick={() => review.go(view.moves.length)}
          >
            {BACK_TO_GAME}
          </button>
        </p>
      )}
      {children}
      {refused && (
        <p className="problem" role="alert">
          {refused.message}
        </p>
      )}
    </div>
  )
}
