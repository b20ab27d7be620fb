import { useId, useState } from 'react'
import type { ReactNode, SyntheticEvent } from 'react'

import './NameField.css'
import * as words from '../words-online'

/** The room's limit. */
export const NAME_CHARS_MAX = 40

/** The player's name, editable at any time. */
export function NameField(props: {
  name: string
  onRename: (name: string) => void
  /** More buttons. */
  children?: ReactNode
}) {
  const { name, onRename, children } = props
  const [typed, setTyped] = useState(name)
  const field = useId()
  const wanted = typed.trim()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (wanted !== '') onRename(wanted)
  }
  return (
    <form className="name-field" onSubmit={submit}>
      <label htmlFor={field}>{words.YOUR_NAME}</label>
      <input
        id={field}
        className="field"
        value={typed}
        maxLength={NAME_CHARS_MAX}
        autoComplete="nickname"
        onChange={(event) => setTyped(event.target.value)}
      />
      <button type="submit" className="button" disabled={wanted === '' || wanted === name}>
        {words.CHANGE_NAME}
      </button>
      {children}
    </form>
  )
}
