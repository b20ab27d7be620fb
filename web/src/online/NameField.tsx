import { useId, useState } from 'preact/hooks'
import type { ComponentChildren } from 'preact'

import './NameField.css'
import * as words from '../words-online'

/** The player's name, editable at any time. */
export function NameField(props: {
  name: string
  onRename: (name: string) => void
  /** More buttons. */
  children?: ComponentChildren
}) {
  const { name, onRename, children } = props
  const [typed, setTyped] = useState(name)
  const [field, note] = [useId(), useId()]
  const wanted = typed.trim()
  const problem = words.nameProblem(wanted)
  const submit = (event: Event) => {
    event.preventDefault()
    if (wanted !== '' && !problem) onRename(wanted)
  }
  return (
    <form className="name-field" onSubmit={submit}>
      <label htmlFor={field}>{words.YOUR_NAME}</label>
      <input
        id={field}
        className="field"
        value={typed}
        aria-invalid={problem !== null}
        aria-describedby={note}
        autoComplete="nickname"
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <button
        type="submit"
        className="button"
        disabled={wanted === '' || wanted === name || problem !== null}
      >
        {words.CHANGE_NAME}
      </button>
      {children}
      <p id={note} className="problem" role="status">
        {problem}
      </p>
    </form>
  )
}
