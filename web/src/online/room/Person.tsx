import './Person.css'
import MachineTag from '../../panel/MachineTag'
import type { Kind, Seat } from '../../raum'
import { PRESENCES, YOU } from '../../words-online'

/** The player of a side and their presence, or the computer and its level. If the dialect sends neither, only marks the player's own side. */
export function Person(props: { kind: Kind; seat: Seat; isKnown: boolean }) {
  const { kind, seat, isKnown } = props
  if (seat.machine) return <MachineTag kind={kind} level={seat.machine.level} />
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
