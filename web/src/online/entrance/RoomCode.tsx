import { useId, useState } from 'preact/hooks'

import './RoomCode.css'
import { addressOf, go, roomOf } from '../../route'
import * as words from '../../words-later'

/** A form to enter a room by its id, code or link. */
export function RoomCode() {
  const [typed, setTyped] = useState('')
  const [isBad, setBad] = useState(false)
  const field = useId()
  const problem = useId()
  const enter = (event: Event) => {
    event.preventDefault()
    const room = roomOf(codeIn(typed))
    setBad(room === null)
    if (room !== null) go(addressOf({ screen: 'room', room }))
  }
  return (
    <form className="room-code" onSubmit={enter}>
      <label htmlFor={field}>{words.ROOM_CODE}</label>
      <input
        className="field"
        id={field}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellcheck={false}
        value={typed}
        aria-describedby={problem}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setBad(false)
        }}
      />
      <button className="button" type="submit">
        {words.JOIN}
      </button>
      <p id={problem} className="problem" role="alert">
        {isBad && words.INVALID_ROOM_CODE}
      </p>
    </form>
  )
}

/** An id typed in groups, as people read it aloud. */
const GROUPED_ID = /^([\s-]*[0-9a-z]){6}$|^([\s-]*[0-9a-z]){12}$/i

/** Extracts the id or code from a text, which may be in groups or a link. */
function codeIn(typed: string): string {
  const text = typed.trim()
  const [, part] = /^\w+:\/\/.*\/r\/([^/?#]*)/.exec(text) ?? []
  if (part === undefined) return GROUPED_ID.test(text) ? text.replaceAll(/[\s-]/g, '') : text
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
