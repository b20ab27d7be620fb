import { useMemo } from 'preact/hooks'

import '../panel/Panel.css'
import { Status } from '../panel/Status'
import type { Advice } from '../board/choice'
import { lazily } from '../ui/lazily'
import type { HotSeat } from '../table/hot-seat'
import type { Review } from '../table/review'
import { useTable } from '../table/table'
import { GAME_PANEL } from '../words'

// Loaded on demand: the first move does not need it.
const LowerPanel = lazily(() => import('./LowerPanel'))
// Loaded on demand: a game of two people needs no computer.
const ComputerSeat = lazily(() => import('./ComputerSeat'))
// Loaded on demand: rarely needed.
const Warnings = lazily(() => import('./Warnings'))

/** The panel beside the board of a local game. */
export function Panel(props: {
  table: HotSeat
  review: Review
  flipped: boolean
  onFlip: () => void
  onAdvice: (advice: Advice | null) => void
}) {
  const { table, review } = props
  const hasComputer = useTable(table).view.seats.some(({ machine }) => machine)
  // The first move may be made before the announcer of the lower panel has loaded.
  const since = useMemo(() => table.snapshot().view, [table])
  const hasTrouble = !table.isStored || table.unreadable !== null
  return (
    <section className="panel" aria-label={GAME_PANEL}>
      <Status table={table} review={review} />
      {hasTrouble && <Warnings table={table} />}
      {hasComputer && <ComputerSeat table={table} />}
      <LowerPanel {...props} since={since} />
    </section>
  )
}
