import { Suspense } from 'react'

import Question from '../ui/Question'
import { lazily } from '../ui/lazily'
import { beginningOf } from '../table/entries'
import type { HotSeat } from '../table/hot-seat'
import { useTable } from '../table/table'
import { RESIGN, RESTART } from '../words'
import * as later from '../words-later'

const NewGame = lazily(() => import('./NewGame'))
const Files = lazily(() => import('./Files'))
const CreateRoom = lazily(() => import('../online/entrance/CreateRoom'))

/** The dialogs that controls open. */
export type DialogName = 'new-game' | 'restart' | 'files' | 'invite' | 'resign' | 'draw'

/** The dialog of a control. */
export default function ControlDialog(props: {
  dialog: DialogName
  table: HotSeat
  onClose: () => void
}) {
  const { dialog, table, onClose } = props
  const { view } = useTable(table)
  switch (dialog) {
    case 'new-game':
      return (
        <Suspense>
          <NewGame table={table} onClose={onClose} />
        </Suspense>
      )
    case 'files':
      return (
        <Suspense>
          <Files table={table} onClose={onClose} />
        </Suspense>
      )
    case 'invite':
      return (
        <Suspense>
          <CreateRoom kind={view.kind} table={table} onClose={onClose} />
        </Suspense>
      )
    case 'restart':
      return (
        <Question
          title={later.RESTART_QUESTION}
          text={later.RESTART_TEXT}
          answer={RESTART}
          onAnswer={() => table.begin(beginningOf(table.journal()))}
          onClose={onClose}
        />
      )
    case 'resign':
      return (
        view.side && (
          <Question
            title={later.resignQuestion(view.side)}
            text={later.CANNOT_BE_UNDONE}
            answer={RESIGN}
            onAnswer={() => table.ask({ type: 'resign' })}
            onClose={onClose}
          />
        )
      )
    case 'draw':
      return (
        <Question
          title={later.DRAW_QUESTION}
          text={view.moves.length > 0 ? later.CAN_BE_UNDONE : later.CANNOT_BE_UNDONE}
          answer={later.AGREE_TO_DRAW}
          onAnswer={() => {
            // Holding both seats, the player offers and accepts at once.
            table.ask({ type: 'offer-draw' })
          }}
          onClose={onClose}
        />
      )
  }
}
