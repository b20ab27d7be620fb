import { findAnother } from './find-another'
import { useChange } from '../../panel/useChange'
import { useRemote } from '../../table/remote'
import type { Remote } from '../../table/remote'
import type { Table } from '../../table/table'

/** Looks for another opponent when a paired one makes no first move. A player who made none is not sent on. */
export default function Requeue({ remote, table }: { remote: Remote; table: Table }) {
  const { connection } = useRemote(remote)
  useChange(table, (before, after) => {
    const hasEnded = before.ending === null && after.ending?.reason === 'no-first-move'
    if (!hasEnded || before.game !== after.game) return
    const wasMyTurn = after.side === after.position.turn
    if (wasMyTurn || connection.status !== 'live') return
    // The card at the end of the game offers it again.
    findAnother(remote, 'room').catch(() => undefined)
  })
  return null
}
