import { Controls } from './Controls'
import { End } from './End'
import Announcer from '../panel/Announcer'
import { Preferences } from '../panel/Preferences'
import { SheetTabs } from '../panel/SheetTabs'
import { TypedMove } from '../panel/TypedMove'
import { hasRanks } from '../board/cell'
import type { Advice } from '../board/choice'
import type { View } from '../raum'
import type { HotSeat } from '../table/hot-seat'
import type { Review } from '../table/review'
import { useTable } from '../table/table'

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
  const hasComputer = useTable(table).view.seats.some(({ machine }) => machine)
  return (
    <>
      <SheetTabs />
      <Controls table={table} onFlip={onFlip} onAdvice={onAdvice} />
      <TypedMove table={table} review={review} />
      <Preferences hasAutoFlip={hasRanks(table.kind) && !hasComputer} hasComputer={hasComputer} />
      <Announcer table={table} since={since} />
      <End table={table} since={since} />
    </>
  )
}
