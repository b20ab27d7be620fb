import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'

import { useSyncExternalStore } from '../hooks'
import './ComputerSeat.css'
import { Offers } from '../panel/Offers'
import { Computer } from '../table/computer'
import type { LocalGame } from '../table/local-game'
import { useTable } from '../table/table'
import type { Table } from '../table/table'
import { retry } from '../ui/lazily'
import { TRY_AGAIN } from '../words'
import * as words from '../words-computer'

/** How long the computer may think before the page announces it to screen readers: most moves take less. */
const SILENT_MILLIS = 3000

/** Plays for the computer at a local table, and shows what it offers and why it cannot play. */
export default function ComputerSeat({ table }: { table: LocalGame }) {
  const computer = useMemo(() => new Computer(table), [table])
  useEffect(() => computer.start(), [computer])
  const subscribe = useCallback((changed: () => void) => computer.subscribe(changed), [computer])
  const failure = useSyncExternalStore(subscribe, () => computer.failure())
  const isSlow = useSlow(table)
  return (
    <>
      <p className="visually-hidden" role="status">
        {isSlow && !failure && words.IS_THINKING}
      </p>
      {failure && (
        <div className="computer-seat-failure" role="alert">
          <p className="problem">{words.COMPUTER_FAILED}</p>
          <button
            type="button"
            className="button"
            onClick={() => retry(failure.error, () => computer.retry())}
          >
            {TRY_AGAIN}
          </button>
          <button type="button" className="button" onClick={() => table.ask({ type: 'take-over' })}>
            {words.TAKE_OVER}
          </button>
        </div>
      )}
      <Offers table={table} />
    </>
  )
}

/** Whether the computer has been thinking for long. */
function useSlow(table: Table): boolean {
  const { seats, position, ending } = useTable(table).view
  const turn = seats.find(({ side }) => side === position.turn)
  const isThinking = !ending && Boolean(turn?.machine)
  const [slow, setSlow] = useState<string | null>(null)
  useEffect(() => {
    if (!isThinking) return
    const timer = setTimeout(() => setSlow(position.text), SILENT_MILLIS)
    return () => clearTimeout(timer)
  }, [isThinking, position.text])
  return isThinking && slow === position.text
}
