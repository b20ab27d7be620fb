import { useSounds } from './useSounds'
import { useVibration } from './useVibration'
import { useWakeLock } from './useWakeLock'
import type { Cell } from '../raum'
import { useTable } from '../table/table'
import type { Table } from '../table/table'

/** What the device does besides showing a table: it plays sounds, vibrates, and stays awake while a clock runs. */
export default function Sounds({ table, selected }: { table: Table; selected: Cell | null }) {
  const { clocks, ending } = useTable(table).view
  useSounds(table, selected)
  useVibration(table)
  useWakeLock(clocks !== null && ending === null)
  return null
}
