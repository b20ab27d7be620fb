import { useState } from 'preact/hooks'

import { LevelChoice } from '../../panel/LevelChoice'
import { PaceChoice } from '../../panel/PaceChoice'
import { saveLevel, savedLevel } from '../../panel/levels'
import { currentSettings } from '../../settings'
import { useTable } from '../../table/table'
import type { Table } from '../../table/table'
import { Dialog } from '../../ui/Dialog'
import { PLAY_COMPUTER_INSTEAD } from '../../words-computer'
import { PLAY_THE_COMPUTER } from '../../words-later'

/** The dialog to play the computer in a room that waits for an opponent. */
export default function SeatComputer({ table, onClose }: { table: Table; onClose: () => void }) {
  const { kind } = useTable(table).view
  const [level, setLevel] = useState(() => savedLevel(kind))
  return (
    <Dialog title={PLAY_COMPUTER_INSTEAD} onClose={onClose}>
      <LevelChoice kind={kind} level={level} onChoose={setLevel} />
      <PaceChoice />
      <div className="dialog-buttons">
        <button
          type="button"
          className="button button-main"
          onClick={() => {
            saveLevel(kind, level)
            onClose()
            table.ask({ type: 'seat-machine', level, instant: currentSettings().instant })
          }}
        >
          {PLAY_THE_COMPUTER}
        </button>
      </div>
    </Dialog>
  )
}
