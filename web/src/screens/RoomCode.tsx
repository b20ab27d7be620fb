import { useId, useState } from 'react'
import type { SyntheticEvent } from 'react'

import './RoomCode.css'
import { addressOf, go, roomOf } from '../route'
import * as words from '../words-later'

/** Whoever was told a room's code types it here, or pastes the link. */
export function RoomCode() {
  const [typed, setTyped] = useState('')
  const [isBad, setBad] = useState(false)
  const field = useId()
  const problem = useId()
  const enter = (event: SyntheticEvent) => {
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
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        aria-describedby={problem}
        onChange={(event) => {
          setTyped(event.target.value)
          setBad(false)
        }}
      />
      <button className="button" type="submit">
        {words.ENTER}
      </button>
      <p id={problem} className="problem" role="alert">
        {isBad && words.BAD_ROOM_CODE}
      </p>
    </form>
  )
}

/** The code in what was typed: in groups, maybe, or as part of a link. */
function codeIn(typed: string): string {
  return typed
    .replace(/^.*\/r\//, '')
    .replace(/[?#].*$/, '')
    .replaceAll(/\s/g, '')
}
