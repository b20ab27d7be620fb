import Question from '../ui/Question'
import { lazily } from '../ui/lazily'
import { restart } from './restart'
import type { HotSeat } from '../table/hot-seat'
import type { Review } from '../table/review'
import { useTable } from '../table/table'
import { RESIGN, RESTART } from '../words'
import * as computer from '../words-computer'
import * as later from '../words-later'

const NewGame = lazily(() => import('./NewGame'))
const ComputerDialog = lazily(() => import('./ComputerDialog'))
const Files = lazily(() => import('./Files'))
const Share = lazily(() => import('../share/Share'))
const CreateRoom = lazily(() => import('../online/entrance/CreateRoom'))

/** The dialogs that controls open. */
export type DialogName =
  'new-game' | 'computer' | 'restart' | 'files' | 'share' | 'invite' | 'resign' | 'draw'

/** The dialog of a control. */
export default function ControlDialog(props: {
  dialog: DialogName
  table: HotSeat
  review: Review
  flipped: boolean
  onOpen: (dialog: DialogName) => void
  onClose: () => void
}) {
  const { dialog, table, review, flipped, onOpen, onClose } = props
  const { view } = useTable(table)
  const hasComputer = view.seats.some(({ machine }) => machine)
  switch (dialog) {
    case 'new-game':
      return <NewGame table={table} onClose={onClose} />
    case 'computer':
      return <ComputerDialog table={table} onInvite={() => onOpen('invite')} onClose={onClose} />
    case 'files':
      return <Files table={table} onClose={onClose} />
    case 'share':
      return (
        <Share
          table={table}
          review={review}
          flipped={flipped}
          shared={{ text: table.pgn() }}
          onClose={onClose}
        />
      )
    case 'invite':
      return <CreateRoom kind={view.kind} table={table} onClose={onClose} />
    case 'restart':
      return (
        <Question
          title={later.RESTART_QUESTION}
          text={later.RESTART_TEXT}
          answer={RESTART}
          onAnswer={() => restart(table)}
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
          {...(hasComputer ? offerWords() : agreementWords(view.moves.length > 0))}
          onAnswer={() => {
            // Holding both seats, the player offers and accepts at once. The computer thinks about an offer.
            table.ask({ type: 'offer-draw' })
          }}
          onClose={onClose}
        />
      )
  }
}

function offerWords() {
  return { title: computer.OFFER_QUESTION, text: computer.OFFER_TEXT, answer: computer.OFFER }
}

function agreementWords(hasMoves: boolean) {
  const text = hasMoves ? later.CAN_BE_UNDONE : later.CANNOT_BE_UNDONE
  return { title: later.DRAW_QUESTION, text, answer: later.AGREE_TO_DRAW }
}
