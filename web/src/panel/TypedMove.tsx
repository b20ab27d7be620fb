import { useId, useState } from 'preact/hooks'

import { readMove } from './typed'
import './TypedMove.css'
import type { Review } from '../table/review'
import { play, useTable } from '../table/table'
import type { Table } from '../table/table'
import { sentenceOf } from '../words'
import { PLAY_MOVE, typeMove } from '../words-later'

/** A text field to enter moves. A move that cannot be played stays in the field, with an error message. */
export function TypedMove({ table, review }: { table: Table; review: Review }) {
  const { view } = useTable(table)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [input, why] = [useId(), useId()]
  const isPlayable = view.may.play && review.isLive

  const submit = (event: Event) => {
    event.preventDefault()
    try {
      play(table, readMove(view.position, typed))
    } catch (error) {
      setProblem(sentenceOf(error))
      return
    }
    setTyped('')
  }

  return (
    <form className="typed-move" onSubmit={submit}>
      <label htmlFor={input}>{typeMove(view.kind)}</label>
      <div className="typed-move-line">
        <input
          id={input}
          className="field"
          value={typed}
          disabled={!isPlayable}
          autoComplete="off"
          autoCapitalize="off"
          spellcheck={false}
          aria-describedby={why}
          aria-invalid={problem !== null}
          onInput={(event) => {
            setTyped(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <button type="submit" className="button" disabled={!isPlayable}>
          {PLAY_MOVE}
        </button>
      </div>
      <p id={why} className="problem" role="alert">
        {problem}
      </p>
    </form>
  )
}
