import { Controls } from './Controls'
import { End } from './End'
import { Moves } from './Moves'
import './Panel.css'
import { Preferences } from './Preferences'
import { Speech } from './Speech'
import { Status } from './Status'
import { TypedMove } from './TypedMove'
import { Warnings } from './Warnings'
import { hasEnds } from '../board/cell'
import type { HotSeat } from '../table/hot-seat'
import type { Review } from '../table/review'
import { GAME_PANEL } from '../words'

/** All that stands beside the board of a game at one device. */
export function Panel(props: { table: HotSeat; review: Review; onFlip: () => void }) {
  const { table, review, onFlip } = props
  return (
    <section className="panel" aria-label={GAME_PANEL}>
      <Status {...{ table, review }} />
      <Warnings table={table} />
      <Moves {...{ table, review }} />
      <Controls {...{ table, onFlip }} />
      <TypedMove {...{ table, review }} />
      <Preferences turns={hasEnds(table.kind)} />
      <Speech table={table} />
      <End table={table} />
    </section>
  )
}
