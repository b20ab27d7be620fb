import { nameOf } from './player'
import { Clock } from '../panel/Clock'
import '../panel/SideStrip.css'
import { seatOf } from '../panel/people'
import { indexOf } from '../raum'
import type { Side } from '../raum'
import type { Snapshot } from '../table/table'
import { SIDES } from '../words'
import { computer } from '../words-embed'

/** A side's strip at the edge of the board: its player and clock. */
export function PlayerStrip(props: {
  snapshot: Snapshot
  side: Side
  isTurn: boolean
  hasClock: boolean
}) {
  const { snapshot, side, isTurn, hasClock } = props
  const { view } = snapshot
  const machine = seatOf(view, side)?.machine
  return (
    <div className={isTurn ? 'embed-strip side-strip side-strip-turn' : 'embed-strip side-strip'}>
      <span className={`side-strip-dot side-strip-dot-${indexOf(side)}`} />
      <span className="visually-hidden">{SIDES[side]}: </span>
      <bdi className="side-strip-name embed-name">{nameOf(view, side)}</bdi>
      {machine && <span className="embed-level">{computer(machine.level)}</span>}
      {view.clocks && hasClock && <Clock seen={snapshot} side={side} />}
    </div>
  )
}
