import { useState } from 'preact/hooks'

import { Icon } from '../ui/Icon'
import Question from '../ui/Question'
import { REMOVE } from '../words-online'

/** The button that removes a game from a list, after a question if there is one. */
export function RemoveButton(props: {
  label: string
  question: { title: string; text: string; answer: string } | null
  onRemove: () => void
}) {
  const { label, question, onRemove } = props
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        className="button my-games-remove"
        aria-label={label}
        title={REMOVE}
        onClick={() => {
          if (question) setAsking(true)
          else onRemove()
        }}
      >
        <Icon name="close" />
      </button>
      {isAsking && question && (
        <Question {...question} onAnswer={onRemove} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
