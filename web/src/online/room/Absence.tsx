import './Absence.css'
import * as words from '../../words-online'
import { hoursText, useCountdown } from '../../panel/countdown'
import type { AbsenceResult } from '../../raum'
import { useTable } from '../../table/table'
import type { Table } from '../../table/table'

/** Shown while the opponent is away: the time until the game can be claimed, then the claim buttons. */
export function Absence({ table }: { table: Table }) {
  const { view, at } = useTable(table)
  const { claimInMillis, may } = view
  const left = useCountdown({
    millis: claimInMillis ?? 0,
    at,
    isRunning: claimInMillis !== null && !may.claimAbsence,
  })
  if (claimInMillis === null && !may.claimAbsence) return null
  const claim = (result: AbsenceResult, label: string) => (
    <button
      type="button"
      className="button"
      onClick={() => table.ask({ type: 'claim-absence', result })}
    >
      {label}
    </button>
  )
  return (
    <div className="absence">
      <p>{may.claimAbsence ? words.OPPONENT_AWAY : words.claimIn(hoursText(left))}</p>
      {may.claimAbsence && claim('win', words.CLAIM_WIN)}
      {may.claimAbsence && claim('draw', words.CLAIM_DRAW)}
    </div>
  )
}
