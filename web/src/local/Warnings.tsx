import { download } from '../ui/download'
import './Warnings.css'
import type { HotSeat } from '../table/hot-seat'
import { useTable } from '../table/table'
import * as later from '../words-later'

/** Warnings about games that the browser cannot save or read. */
export default function Warnings({ table }: { table: HotSeat }) {
  useTable(table)
  const { unreadable } = table
  return (
    <>
      {!table.isStored && (
        <p className="warning" role="status">
          {later.NOT_SAVED}
        </p>
      )}
      {unreadable !== null && (
        <div className="warning" role="status">
          <p>{later.UNREADABLE}</p>
          <button
            type="button"
            className="button"
            onClick={() => download(`raum-${table.kind}-unreadable.txt`, unreadable)}
          >
            {later.SAVE_UNREADABLE}
          </button>
          <button type="button" className="button" onClick={() => table.forgetUnreadable()}>
            {later.DISCARD_UNREADABLE}
          </button>
        </div>
      )}
    </>
  )
}
