import { Dialog } from '../ui/Dialog'
import '../panel/EndDialog.css'
import { addressOf, go } from '../route'
import { beginningOf } from '../table/entries'
import type { HotSeat } from '../table/hot-seat'
import { useTable } from '../table/table'
import { RESTART, ending } from '../words'
import { EXIT, REVIEW_BOARD, afterMoves } from '../words-later'

/** Shows the result and what to do next. */
export default function EndDialog({ table, onClose }: { table: HotSeat; onClose: () => void }) {
  const { view } = useTable(table)
  if (!view.ending) return null
  return (
    <Dialog title={ending(view.ending)} onClose={onClose}>
      <p className="end-dialog-moves">{afterMoves(view.moves.length)}</p>
      <div className="dialog-buttons end-dialog-buttons">
        <button
          type="button"
          className="button button-main"
          onClick={() => {
            onClose()
            table.begin(beginningOf(table.journal()))
          }}
        >
          {RESTART}
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
