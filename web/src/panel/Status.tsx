import { Icon } from './Icon'
import { numberOf } from './numbers'
import './Status.css'
import { indexOf } from '../raum'
import type { Review } from '../table/review'
import { useTable } from '../table/table'
import type { Table } from '../table/table'
import { BACK_TO_GAME, CHECK, REVIEWING_START, ending, reviewing, toMove } from '../words'

/** Whose turn it is, or how the game ended, or what else is shown. */
export function Status({ table, review }: { table: Table; review: Review }) {
  const { view } = useTable(table)
  const { position, refused } = view
  return (
    <div className="status">
      {review.isLive ? (
        <p className="status-line">
          {view.ending ? (
            <>
              <Icon name="flag" />
              {ending(view.ending)}
            </>
          ) : (
            <>
              <span className={`status-turn status-turn-${indexOf(position.turn)}`} />
              {toMove(position.turn)}
            </>
          )}
          {position.check && !view.ending && (
            <strong className="status-check">
              <Icon name="check" />
              {CHECK}
            </strong>
          )}
        </p>
      ) : (
        <p className="status-line">
          <Icon name="eye" />
          {review.ply === 0 ? REVIEWING_START : reviewing(numberOf(table, review.ply))}
          <button
            type="button"
            className="button status-back"
            onClick={() => {
              review.go(view.moves.length)
            }}
          >
            {BACK_TO_GAME}
          </button>
        </p>
      )}
      {refused && (
        <p className="problem" role="alert">
          {refused.message}
        </p>
      )}
    </div>
  )
}
