import { Controls } from './Controls'
import { End } from './End'
import Announcer from '../panel/Announcer'
import type { Advice } from '../board/choice'
import type { View } from '../raum'
import type { HotSeat } from '../table/hot-seat'
import type { Review } from '../table/review'

/** The part of the panel below the list of moves, which the first move does not need. */
export default function LowerPanel(props: {
  table: HotSeat
  review: Review
  onFlip: () => void
  onAdvice: (advice: Advice | null) => void
  /** The view with which the panel began. */
  since: View
}) {
  const { table, review, onFlip, onAdvice, since } = props
  return (
    <>
      <Controls table={table} review={review} onFlip={onFlip} onAdvice={onAdvice} />
      <Announcer table={table} since={since} />
      <End table={table} since={since} />
    </>
  )
}
