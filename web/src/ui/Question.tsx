import { Dialog } from './Dialog'
import { CANCEL } from '../words-later'

/** Asks for confirmation before an action that cannot be undone. */
export default function Question(props: {
  title: string
  text: string
  answer: string
  onAnswer: () => void
  onClose: () => void
}) {
  const { title, text, answer, onAnswer, onClose } = props
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div className="dialog-buttons">
        <button type="button" className="button" onClick={onClose}>
          {CANCEL}
        </button>
        <button
          type="button"
          className="button button-main"
          onClick={() => {
            onClose()
            onAnswer()
          }}
        >
          {answer}
        </button>
      </div>
    </Dialog>
  )
}
