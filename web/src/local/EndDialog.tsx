import { Dialog } from '../ui/Dialog'
import '../panel/EndDialog.css'
import { addressOf, go } from '../route'
import { restart } from './restart'
import { LevelChoice } from '../panel/LevelChoice'
import { saveLevel } from '../panel/levels'
import type { HotSeat } from '../table/hot-seat'
import { useTable } from '../table/table'
import { RESTART, ending } from '../words'
import { REMATCH } from '../words-online'
import { EXIT, REVIEW_BOARD, afterMoves } from '../words-later'

/** Shows the result and what to do next. */
export default function EndDialog({ table, onClose }: { table: HotSeat; onClose: () => void }) {
  const { view } = useTable(table)
  const computer = view.seats.find(({ machine }) => machine)?.machine
  if (!view.ending) return null
  return (
    <Dialog title={ending(view.ending)} onClose={onClose}>
      <p className="end-dialog-moves">{afterMoves(view.moves.length)}</p>
      {computer && (
        <LevelChoice
          kind={view.kind}
          level={computer.level}
          onChoose={(level) => {
            saveLevel(view.kind, level)
            table.ask({ type: 'set-level', level })
          }}
        />
      )}
      <div className="dialog-buttons end-dialog-buttons">
        <button
          type="button"
          className="button button-main"
          onClick={() => {
            onClose()
            // A rematch swaps the sides.
            if (computer) table.ask({ type: 'ask-rematch' })
            else restart(table)
          }}
        >
          {computer ? REMATCH : RESTART}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {REVIEW_BOARD}
        </button>
        <button type="button" className="button" onClick={() => go(addressOf({ screen: 'home' }))}>
          {EXIT}
        </button>
      </div>
    </Dialog>
  )
}
