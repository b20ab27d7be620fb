import { useEffect, useRef } from 'preact/hooks'

import './Confirm.css'
import type { Kind, LegalMove } from '../raum'
import { CANCEL, CONFIRM_MOVE, PLAY_MOVE, notation, playQuestion } from '../words-later'

/** Asks whether to play the chosen move, which the board shows. */
export default function Confirm(props: {
  kind: Kind
  move: LegalMove
  onPlay: () => void
  onCancel: () => void
}) {
  const { kind, move, onPlay, onCancel } = props
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <div
      className="confirm"
      role="group"
      aria-label={CONFIRM_MOVE}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onCancel()
      }}
    >
      <span>{playQuestion(notation(kind, move.notation))}</span>
      <button ref={button} type="button" className="button button-main" onClick={onPlay}>
        {PLAY_MOVE}
      </button>
      <button type="button" className="button" onClick={onCancel}>
        {CANCEL}
      </button>
    </div>
  )
}
