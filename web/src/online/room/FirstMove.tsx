import { seatOf, whoIs } from '../../panel/people'
import { minutesText, useCountdown } from '../../panel/countdown'
import { useTable } from '../../table/table'
import type { Table } from '../../table/table'
import { SIDES } from '../../words'
import { moveFirst, movesFirst } from '../../words-lobby'

/** The time that the side to move has for its first move, against a paired opponent. */
export function FirstMove({ table }: { table: Table }) {
  const { view, at } = useTable(table)
  const { turn } = view.position
  const millis = (view.firstMoveBy ?? at) - at
  // The last second ends at zero.
  const left = useCountdown({ millis, at, isRunning: true }) + 999
  const time = minutesText(left)
  return (
    <p className="room-panel-note" role="timer">
      {whoIs(view, turn) === 'me'
        ? moveFirst(time)
        : movesFirst(seatOf(view, turn)?.name ?? SIDES[turn], time)}
    </p>
  )
}
