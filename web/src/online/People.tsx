import { useId, useState } from 'react'
import type { SyntheticEvent } from 'react'

import './People.css'
import { mySeat } from './people'
import * as words from './words'
import { Icon } from '../panel/Icon'
import type { View } from '../raum'
import { currentSettings } from '../settings'
import type { Remote } from '../table/remote'
import { useTable } from '../table/table'
import type { Table } from '../table/table'

/** As the room has it. */
const NAME_CHARS_MAX = 40

/** Who watches, and what one is called oneself. */
export function People({ remote, table }: { remote: Remote; table: Table }) {
  const { view } = useTable(table)
  return (
    <details className="people">
      <summary>
        <Icon name="people" />
        {words.spectators(view.spectators)}
      </summary>
      <Watchers view={view} />
      <OwnName {...{ remote, view }} />
    </details>
  )
}

function Watchers({ view: { spectators, watchers } }: { view: View }) {
  const nameless = spectators - watchers.length
  if (spectators === 0) return null
  return (
    <ul className="people-watchers">
      {watchers.map((name, index) => (
        <li key={index}>{name}</li>
      ))}
      {nameless > 0 && <li className="people-nameless">{words.nameless(nameless)}</li>}
    </ul>
  )
}

function OwnName({ remote, view }: { remote: Remote; view: View }) {
  const called = mySeat(view)?.name ?? currentSettings().name
  const [typed, setTyped] = useState(called)
  const field = useId()
  const name = typed.trim()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name !== '') remote.rename(name)
  }
  return (
    <form className="people-name" onSubmit={submit}>
      <label htmlFor={field}>{words.YOUR_NAME}</label>
      <input
        id={field}
        className="field"
        value={typed}
        maxLength={NAME_CHARS_MAX}
        autoComplete="nickname"
        onChange={(event) => {
          setTyped(event.target.value)
        }}
      />
      <button type="submit" className="button" disabled={name === '' || name === called}>
        {words.CHANGE_NAME}
      </button>
    </form>
  )
}
