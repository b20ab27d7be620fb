import { useId, useState } from 'react'
import type { SyntheticEvent } from 'react'

import './LinkField.css'
import * as words from './words'

/** As many as a room allows. */
export const NAME_CHARS_MAX = 40

/** What somebody is called, to be changed at any time. */
export function NameField({ name, onRename }: { name: string; onRename: (name: string) => void }) {
  const [typed, setTyped] = useState(name)
  const field = useId()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (typed.trim()) onRename(typed.trim())
  }
  return (
    <form className="link-field" onSubmit={submit}>
      <label htmlFor={field}>{words.YOUR_NAME}</label>
      <span className="link-field-line">
        <input
          className="field"
          id={field}
          value={typed}
          required
          maxLength={NAME_CHARS_MAX}
          autoComplete="nickname"
          onChange={(event) => {
            setTyped(event.target.value)
          }}
        />
        <button type="submit" className="button" disabled={typed.trim() === name}>
          {words.CHANGE_NAME}
        </button>
      </span>
    </form>
  )
}
