import type { ComponentChildren } from 'preact'

import { kinds } from '../raum'
import type { Kind } from '../raum'
import type { ConnectionState } from '../table/connection'
import { KINDS } from '../words'
import * as words from '../words-lobby'
import { isSame, keyOf } from './frames'
import type { Lists, Offered } from './frames'
import { look } from './look'
import { isActive } from './seek'
import type { Seek } from './seek'
import { Searching } from './Searching'
import { lobby } from './use-lobby'

/** The games for which the server finds an opponent, and the progress of a search. */
export function Pairing(props: {
  lists: Lists
  seek: Seek | null
  status: ConnectionState['status']
}) {
  const { lists, seek, status } = props
  const wish = isActive(seek) ? seek.wish : null
  const offered = kinds()
    .map(({ kind }) => ({ kind, seeks: lists.seeks.filter((each) => each.kind === kind) }))
    .filter(({ seeks }) => seeks.length > 0)
  return (
    <div className="pairing">
      <p className="pairing-about">{words.ABOUT_PAIRING}</p>
      {offered.map(({ kind, seeks }) => (
        <Presets key={kind} kind={kind}>
          {seeks.map((each) => (
            <Preset
              key={keyOf(each)}
              offered={each}
              isChosen={wish !== null && isSame(each, wish)}
            />
          ))}
        </Presets>
      ))}
      <Searching lists={lists} seek={seek} status={status} />
    </div>
  )
}

function Presets({ kind, children }: { kind: Kind; children: ComponentChildren }) {
  const { title } = KINDS[kind]
  return (
    <div className="pairing-kind" role="group" aria-label={title}>
      <span className="pairing-title" aria-hidden="true">
        {title}
      </span>
      <div className="pairing-presets">{children}</div>
    </div>
  )
}

/** One click starts the search, another one ends it. */
function Preset({ offered, isChosen }: { offered: Offered; isChosen: boolean }) {
  const { kind, clock } = offered
  // The server counts the user as well.
  const count = Math.max(0, offered.count - (isChosen ? 1 : 0))
  return (
    <button
      type="button"
      className={count > 0 ? 'button pairing-preset pairing-awaited' : 'button pairing-preset'}
      aria-label={words.preset(kind, clock, count)}
      aria-pressed={isChosen}
      onClick={() => (isChosen ? lobby.withdraw() : look({ kind, clock, from: null }))}
    >
      {words.clockOf(clock)}
      {count > 0 && <span className="pairing-count">{words.waiting(count)}</span>}
    </button>
  )
}
