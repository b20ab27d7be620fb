import './Person.css'
import type { Seat } from '../raum'
import { PRESENCES, YOU } from './words'

/** Who plays a side, and whether they are here. */
export function Person({ seat, isNamed }: { seat: Seat; isNamed: boolean }) {
  const presence = seat.leftAt !== null ? 'left' : seat.awaySince !== null ? 'away' : 'here'
  return (
    <span className="person">
      {isNamed && <span className="person-name">{seat.name}</span>}
      {seat.mine ? (
        <span className="person-you">{YOU}</span>
      ) : (
        <span className={`person-presence person-${presence}`}>{PRESENCES[presence]}</span>
      )}
    </span>
  )
}
