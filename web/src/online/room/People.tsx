import { NameField } from '../NameField'
import './People.css'
import { mySeat } from '../../panel/people'
import * as words from '../../words-online'
import { Icon } from '../../ui/Icon'
import type { View } from '../../raum'
import { currentSettings } from '../../settings'
import type { Remote } from '../../table/remote'
import { useTable } from '../../table/table'
import type { Table } from '../../table/table'

/** The spectators, and the player's own name. */
export function People({ remote, table }: { remote: Remote; table: Table }) {
  const { view } = useTable(table)
  return (
    <details className="people">
      <summary>
        <Icon name="people" />
        {words.spectators(view.spectators)}
      </summary>
      <Watchers view={view} />
      <NameField
        name={mySeat(view)?.name ?? currentSettings().name}
        onRename={(name) => remote.rename(name)}
      />
    </details>
  )
}

function Watchers({ view: { spectators, watchers } }: { view: View }) {
  const nameless = spectators - watchers.length
  if (spectators === 0) return null
  return (
    <ul className="people-watchers">
      {watchers.map((name, index) => (
        <li key={index}>
          <bdi>{name}</bdi>
        </li>
      ))}
      {nameless > 0 && <li className="people-nameless">{words.anonymous(nameless)}</li>}
    </ul>
  )
}
