import './Person.css'
import type { Seat } from '../../raum'
import { PRESENCES, YOU } from '../../words-online'

/** The player of a side and their presence. If the dialect sends neither, only marks the player's own side. */
export function Person({ seat, isKnown }: { seat: Seat; isKnown: boolean }) {
  const presence = seat.leftAt !== null ? 'left' : seat.awaySince !== null ? 'away' : 'here'
  return (
    <span className="person">
      {isKnown && <bdi className="person-name">{seat.name}</bdi>}
      {seat.mine && <span className="person-you">{YOU}</span>}
      {isKnown && !seat.mine && (
        <span className={`person-presence person-${presence}`}>{PRESENCES[presence]}</span>
      )}
    </span>
  )
}
