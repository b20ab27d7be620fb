import type { HotSeat } from '../table/hot-seat'
import type { Review } from '../table/review'
import { useTable } from '../table/table'
import { toMove } from '../words'

/** All that stands beside the board of a game at one device. */
export function Panel({ table }: { table: HotSeat; review: Review; onFlip: () => void }) {
  const { view } = useTable(table)
  return <p>{toMove(view.position.turn)}</p>
}
