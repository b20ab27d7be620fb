import { Suspense, useState } from 'react'

import * as words from '../../words-online'
import { isWatching } from './people'
import { hasRanks } from '../../board/cell'
import { lazily } from '../../ui/lazily'
import { Control } from '../../ui/Control'
import '../../panel/Controls.css'
import type { IconName } from '../../ui/Icon'
import { addressOf, go } from '../../route'
import { useRemote } from '../../table/remote'
import type { Remote } from '../../table/remote'
import { useTable } from '../../table/table'
import type { Table } from '../../table/table'
import { CONTROLS, FLIP_BOARD, RESIGN, claimDraw } from '../../words'
import { CANNOT_BE_UNDONE } from '../../words-later'

const Question = lazily(() => import('../../ui/Question'))
const Save = lazily(() => import('./Save'))
const OtherDevice = lazily(() => import('../entrance/OtherDevice'))

type Asked = 'save' | 'other-device' | 'resign' | 'leave'

/** The controls of a room. Commands the dialect does not support are hidden. */
export function RoomControls(props: { remote: Remote; table: Table; onFlip: () => void }) {
  const { remote, table, onFlip } = props
  const { view } = useTable(table)
  const { connection } = useRemote(remote)
  const { may, position } = view
  const [asked, ask] = useState<Asked | null>(null)
  const onClose = () => ask(null)
  const control = (icon: IconName, label: string, onClick: () => void, enabled = true) => (
    <Control icon={icon} label={label} onClick={onClick} enabled={enabled} />
  )
  const opens = (what: Asked) => () => ask(what)
  const leave = () => {
    // If the server cannot be reached, the player counts as absent anyway.
    if (may.leave && connection.status === 'live') table.ask({ type: 'leave' })
    go(addressOf({ screen: 'home' }))
  }
  const speaks = remote.dialect === 'raum'
  const plays = speaks && !isWatching(view)
  const isOver = view.ending !== null
  return (
    <div className="controls" role="group" aria-label={CONTROLS}>
      {hasRanks(view.kind) && control('flip', FLIP_BOARD, onFlip)}
      {plays && !isOver && (
        <>
          {control(
            'undo',
            words.REQUEST_TAKEBACK,
            () => table.ask({ type: 'ask-takeback' }),
            may.askTakeback,
          )}
          {control(
            'draw',
            words.OFFER_DRAW,
            () => table.ask({ type: 'offer-draw' }),
            may.offerDraw,
          )}
          {control('flag', RESIGN, opens('resign'), may.resign)}
        </>
      )}
      {plays &&
        isOver &&
        control('again', words.REMATCH, () => table.ask({ type: 'ask-rematch' }), may.askRematch)}
      {control('save', words.SAVE_GAME, opens('save'))}
      {plays &&
        control('device', words.ON_OTHER_DEVICE, opens('other-device'), remote.token !== null)}
      {control(
        'leave',
        words.LEAVE,
        speaks && may.leave && view.phase === 'playing' && !isWatching(view)
          ? opens('leave')
          : leave,
      )}
      {plays &&
        may.claimDraw &&
        control('claim', claimDraw(position.claims), () => table.ask({ type: 'claim-draw' }))}
      <Suspense>
        {asked === 'save' && <Save remote={remote} table={table} onClose={onClose} />}
        {asked === 'other-device' && <OtherDevice remote={remote} onClose={onClose} />}
        {asked === 'resign' && (
          <Question
            title={words.RESIGN_QUESTION}
            text={CANNOT_BE_UNDONE}
            answer={RESIGN}
            onAnswer={() => table.ask({ type: 'resign' })}
            onClose={onClose}
          />
        )}
        {asked === 'leave' && (
          <Question
            title={words.LEAVE_QUESTION}
            text={words.LEAVE_TEXT}
            answer={words.LEAVE}
            onAnswer={leave}
            onClose={onClose}
          />
        )}
      </Suspense>
    </div>
  )
}
