import { useSounds } from './useSounds'
import type { Cell } from '../raum'
import type { Table } from '../table/table'

/** Plays the sounds of a table, and of selecting a piece. */
export default function Sounds({ table, selected }: { table: Table; selected: Cell | null }) {
  useSounds(table, selected)
  return null
}
