import { useState } from 'preact/hooks'

import { LevelChoice } from '../../panel/LevelChoice'
import { saveLevel } from '../../panel/levels'
import { useTable } from '../../table/table'
import type { Table } from '../../table/table'

/** The level of the computer in a room, which its opponent may change between games. */
export function ComputerLevel({ table }: { table: Table }) {
  const { kind, seats, unanswered } = useTable(table).view
  const machine = seats.find((seat) => seat.machine)?.machine
  const [chosen, setChosen] = useState<number | null>(null)
  if (!machine) return null
  // Shown until the server answers, which may refuse it: a slider that lags cannot be dragged.
  const expected = unanswered > 0 ? chosen : null
  return (
    <LevelChoice
      kind={kind}
      level={expected ?? machine.level}
      onChoose={(level) => {
        setChosen(level)
        saveLevel(kind, level)
        table.ask({ type: 'set-level', level })
      }}
    />
  )
}
