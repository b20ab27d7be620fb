import { Suspense, useMemo } from 'react'

import { Controls } from './Controls'
import { End } from './End'
import { Moves } from '../panel/Moves'
import '../panel/Panel.css'
import { Preferences } from '../panel/Preferences'
import { Status } from '../panel/Status'
import { TypedMove } from '../panel/TypedMove'
import { hasRanks } from '../board/cell'
import { lazily } from '../ui/lazily'
import type { HotSeat } from '../table/hot-seat'
import type { Review } from '../table/review'
import { useTable } from '../table/table'
import { GAME_PANEL } from '../words'

// Loaded on demand: nothing is announced before the first move.
const Announcer = lazily(() => import('../panel/Announcer'))
// Loaded on demand: rarely needed.
const Warnings = lazily(() => import('./Warnings'))

/** The panel beside the board of a local game. */
export function Panel(props: { table: HotSeat; review: Review; onFlip: () => void }) {
  const { table, review, onFlip } = props
  useTable(table)
  // The first move may be made before the announcer has loaded.
  const since = useMemo(() => table.snapshot().view, [table])
  const hasTrouble = !table.isStored || table.unreadable !== null
  return (
    <section className="panel" aria-label={GAME_PANEL}>
      <Status table={table} review={review} />
      <Suspense>{hasTrouble && <Warnings table={table} />}</Suspense>
      <Moves table={table} review={review} />
      <Controls table={table} onFlip={onFlip} />
      <TypedMove table={table} review={review} />
      <Preferences hasAutoFlip={hasRanks(table.kind)} />
      <Suspense>
        <Announcer table={table} since={since} />
      </Suspense>
      <End table={table} />
    </section>
  )
}
