import { useEffect, useRef } from 'preact/hooks'

import { NameField } from '../online/NameField'
import { playerName, saveName } from '../names'
import { changeSettings, useSettings } from '../settings'
import type { ConnectionState } from '../table/connection'
import { Toggle } from '../ui/Toggle'
import * as words from '../words-lobby'
import { KEEP_NAME } from '../words-online'
import { keyOf } from './frames'
import type { Lists } from './frames'
import { look } from './look'
import { Meanwhile } from './Meanwhile'
import { isActive } from './seek'
import type { Seek } from './seek'
import { SeekButtons } from './SeekButtons'
import { textOf } from './seek-text'

/** The progress of a search at home. Before a search, its settings. */
export function Searching(props: {
  lists: Lists
  seek: Seek | null
  status: ConnectionState['status']
}) {
  const { lists, seek, status } = props
  const { watchable } = useSettings()
  const isOn = isActive(seek)
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOn) return
    // After a new screen has been scrolled to its top.
    const id = requestAnimationFrame(() => element.current?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(id)
  }, [isOn])
  return (
    <div ref={element} className={seek ? 'searching searching-on' : 'searching'}>
      {seek?.state === 'waiting' && <span className="seek-spinner" />}
      {/* Mounted before it has a text, so that screen readers read it. */}
      <p role="status" className="searching-text">
        {seek && textOf(seek, status)}
      </p>
      {seek && <SeekButtons seek={seek} />}
      {seek?.state === 'waiting' && (
        <>
          <p className="searching-company">{companyIn(lists, seek)}</p>
          <Meanwhile key={seek.startedAt} seek={seek} />
          <NameChoice seek={seek} />
        </>
      )}
      {!isOn && (
        <Toggle
          label={words.LET_OTHERS_WATCH}
          checked={watchable}
          onChange={(isOn) => changeSettings({ watchable: isOn })}
        />
      )}
    </div>
  )
}

function companyIn({ people, seeks }: Lists, { wish }: Seek): string {
  const others = seeks.filter((each) => keyOf(each) !== keyOf(wish))
  const seekers = others.reduce((sum, { count }) => sum + count, 0)
  return words.companyOf(people, seekers)
}

/** Asks once whether the invented name is all right. A search under another name begins again. */
function NameChoice({ seek }: { seek: Seek }) {
  const { isNamed } = useSettings()
  if (isNamed) return null
  return (
    <NameField
      name={playerName()}
      onRename={(name) => {
        saveName(name)
        look(seek.wish)
      }}
    >
      <button type="button" className="button" onClick={() => saveName(playerName())}>
        {KEEP_NAME}
      </button>
    </NameField>
  )
}
