import type { Remote } from '../table/remote'
import { useTable } from '../table/table'
import type { Table } from '../table/table'
import { toMove } from '../words'

/** The game of a room elsewhere. */
export function RoomGame({ remote, table }: { remote: Remote; table: Table }) {
  const { view } = useTable(table)
  return (
    <p>
      {remote.room}: {toMove(view.position.turn)}
    </p>
  )
}
