import { ComputerLevel } from './ComputerLevel'
import type { Table } from '../../table/table'
import { Dialog } from '../../ui/Dialog'
import { CHANGE_LEVEL } from '../../words-computer'

/** The dialog to change the computer's level before a rematch. */
export default function LevelDialog({ table, onClose }: { table: Table; onClose: () => void }) {
  return (
    <Dialog title={CHANGE_LEVEL} onClose={onClose}>
      <ComputerLevel table={table} />
    </Dialog>
  )
}
