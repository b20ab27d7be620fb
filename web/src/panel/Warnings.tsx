import { download } from './download'
import './Warnings.css'
import type { HotSeat } from '../table/hot-seat'
import { useTable } from '../table/table'
import * as words from '../words'

/** What somebody has to know about the keeping of their games. */
export function Warnings({ table }: { table: HotSeat }) {
  useTable(table)
  const { unreadable } = table
  return (
    <>
      {!table.isKept && (
        <p className="warning" role="status">
          {words.NOT_KEPT}
        </p>
      )}
      {unreadable !== null && (
        <div className="warning" role="status">
          <p>{words.UNREADABLE}</p>
          <button
            type="button"
            className="button"
            onClick={() => {
              download(`raum-${table.kind}-unreadable.txt`, unreadable)
            }}
          >
            {words.SAVE_UNREADABLE}
          </button>
          <button
            type="button"
            className="button"
            onClick={() => {
              table.forgetUnreadable()
            }}
          >
            {words.FORGET_UNREADABLE}
          </button>
        </div>
      )}
    </>
  )
}
