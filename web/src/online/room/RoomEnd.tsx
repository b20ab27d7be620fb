import { useState } from 'preact/hooks'

import { isWatching, whoIs } from '../../panel/people'
import * as words from '../../words-online'
import { ComputerLevel } from './ComputerLevel'
import { EndCard } from '../../panel/EndCard'
import { useEnd } from '../../panel/useEnd'
import { addressOf, go } from '../../route'
import type { Remote } from '../../table/remote'
import type { Review } from '../../table/review'
import { useTable } from '../../table/table'
import type { Table } from '../../table/table'
import { lazily } from '../../ui/lazily'
import { hasNoResult } from '../../words'
import { START_NEW_GAME } from '../../words-later'
import { YOU_DID_NOT_MOVE } from '../../words-lobby'

const FindAnother = lazily(() => import('./FindAnother'))
const Save = lazily(() => import('./Save'))
const ShareRoom = lazily(() => import('./ShareRoom'))

/** Shows a card when the game ends, with the result and what to do next. */
export function RoomEnd(props: { remote: Remote; table: Table; review: Review; flipped: boolean }) {
  const { remote, table } = props
  const { view } = useTable(table)
  const { dialect } = remote
  const [isOpen, close] = useEnd(table)
  const [isSaving, setSaving] = useState(false)
  const [isSharing, setSharing] = useState(false)
  if (!isOpen) return null
  const button = (label: string, act: () => void, kind = '', enabled = true) => (
    <button type="button" className={`button ${kind}`} disabled={!enabled} onClick={act}>
      {label}
    </button>
  )
  const hasRematch = dialect === 'raum' && !isWatching(view)
  const isPaired = hasRematch && view.isPaired
  // A game that was hardly played is not worth a rematch.
  const isUnplayed = view.ending !== null && hasNoResult(view.ending.reason)
  const mainWay = isPaired && isUnplayed ? 'another' : 'rematch'
  const lookOf = (way: typeof mainWay) => (way === mainWay ? 'button-main' : '')
  const didNotMove = view.ending?.reason === 'no-first-move' && view.side === view.position.turn
  const opened = { dialog: 'new', kind: view.kind } as const
  const startNew = () => go(addressOf({ screen: 'home', opened, dialect }))
  const rematch = () => table.ask({ type: 'ask-rematch' })
  const rematchButton = button(words.REMATCH, rematch, lookOf('rematch'), view.may.askRematch)
  return (
    <>
      <EndCard
        view={view}
        actions={
          hasRematch && (
            <>
              {mainWay === 'rematch' && rematchButton}
              {isPaired && (
                <FindAnother remote={remote} className={`button ${lookOf('another')}`} />
              )}
              {mainWay === 'another' && rematchButton}
            </>
          )
        }
        onShare={() => setSharing(true)}
        onClose={close}
        after={
          <>
            {button(words.SAVE_GAME, () => setSaving(true))}
            {button(START_NEW_GAME, startNew, hasRematch ? '' : 'button-main')}
          </>
        }
      >
        {isPaired && didNotMove && <p>{YOU_DID_NOT_MOVE}</p>}
        {view.rematch.map((side) => (
          <p key={side}>{words.rematchWanted(whoIs(view, side))}</p>
        ))}
        {view.may.setLevel && <ComputerLevel table={table} />}
      </EndCard>
      {isSaving && <Save remote={remote} table={table} onClose={() => setSaving(false)} />}
      {isSharing && <ShareRoom {...props} onClose={() => setSharing(false)} />}
    </>
  )
}
