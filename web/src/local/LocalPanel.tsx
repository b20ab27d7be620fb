import { Suspense, useMemo } from 'react'

import { Controls } from './Controls'
import { End } from './End'
import { Moves } from '../panel/Moves'
import '../panel/Panel.css'
import { Preferences } from '../panel/Preferences'
import { Status } from '../panel/Status'
import { TypedMove } from '../panel/TypedMove'
import { hasEnds } from '../board/cell'
import { lazily } from '../ui/lazily'
import type { HotSeat } from '../table/hot-seat'
import type { Review } from '../table/review'
import { useTable } from '../table/table'
import { GAME_PANEL } from '../words'

// Nothing is said before the first move.
const Speech = lazily(() => import('../panel/Speech'))
// Most browsers keep everything.
const Warnings = lazily(() => import('./Warnings'))

/** All that stands beside the board of a game at one device. */
export function Panel(props: { table: HotSeat; review: Review; onFlip: () => void }) {
  const { table, review, onFlip } = props
  useTable(table)
  // A first move may be quicker than the part that says it.
  const since = useMemo(() => table.seen().view, [table])
  const hasTrouble = !table.isKept || table.unreadable !== null
  return (
    <section className="panel" aria-label={GAME_PANEL}>
      <Status table={table} review={review} />
      <Suspense>{hasTrouble && <Warnings table={table} />}</Suspense>
      <Moves table={table} review={review} />
      <Controls table={table} onFlip={onFlip} />
      <TypedMove table={table} review={review} />
      <Preferences turns={hasEnds(table.kind)} />
      <Suspense>
        <Speech table={table} since={since} />
      </Suspense>
      <End table={table} />
    </section>
  )
}
