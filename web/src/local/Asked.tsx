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

/** What a control asks before anything happens. */
export type Ask = 'new-game' | 'restart' | 'files' | 'invite' | 'resign' | 'draw'

/** The dialog that a control has opened. */
export default function Asked(props: { asked: Ask; table: HotSeat; onClose: () => void }) {
  const { asked, table, onClose } = props
  const { view } = useTable(table)
  switch (asked) {
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
            // With both seats one offers and accepts at once.
            table.ask({ type: 'offer-draw' })
          }}
          onClose={onClose}
        />
      )
  }
}
