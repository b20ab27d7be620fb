import { Fragment } from 'preact'
import { useState } from 'preact/hooks'

import * as words from '../../words-online'
import { isAgainstComputer, isWatching } from '../../panel/people'
import { hasRanks } from '../../board/cell'
import type { Advice as Shown } from '../../board/choice'
import type { Asked } from '../../panel/adviser'
import { AidControls } from '../../learn/AidControls'
import { lazily } from '../../ui/lazily'
import { EarlierGames } from '../entrance/EarlierGames'
import { Control } from '../../ui/Control'
import { Dialog } from '../../ui/Dialog'
import { Menu } from '../../ui/Menu'
import { TypedMove } from '../../panel/TypedMove'
import '../../panel/Controls.css'
import { Icon } from '../../ui/Icon'
import type { IconName } from '../../ui/Icon'
import { addressOf, go } from '../../route'
import { useRemote } from '../../table/remote'
import type { Remote } from '../../table/remote'
import type { Review } from '../../table/review'
import { useTable } from '../../table/table'
import type { Table } from '../../table/table'
import { CONTROLS, FLIP_BOARD, RESIGN } from '../../words'
import { CHANGE_LEVEL } from '../../words-computer'
import { CANNOT_BE_UNDONE, HINT, SHARE, THREATS, claimDraw } from '../../words-later'
import { NEW_OPPONENT } from '../../words-lobby'

const Question = lazily(() => import('../../ui/Question'))
const Advice = lazily(() => import('../../panel/Advice'))
const FindAnother = lazily(() => import('./FindAnother'))
const LevelDialog = lazily(() => import('./LevelDialog'))
const Save = lazily(() => import('./Save'))
const ShareRoom = lazily(() => import('./ShareRoom'))
const OtherDevice = lazily(() => import('../entrance/OtherDevice'))

type DialogName = 'save' | 'share' | 'earlier' | 'other-device' | 'level' | 'resign' | 'leave'

/** The controls of a room. Commands the dialect does not support are hidden. */
export function RoomControls(props: {
  remote: Remote
  table: Table
  review: Review
  flipped: boolean
  onFlip: () => void
  onAdvice: (advice: Shown | null) => void
}) {
  const { remote, table, review, flipped, onFlip, onAdvice } = props
  const { view } = useTable(table)
  const { connection } = useRemote(remote)
  const { may, position } = view
  const [dialog, openDialog] = useState<DialogName | null>(null)
  const [asked, ask] = useState<Asked | null>(null)
  const onClose = () => openDialog(null)
  const control = (icon: IconName, label: string, onClick: () => void, enabled = true) => (
    <Control icon={icon} label={label} onClick={onClick} enabled={enabled} />
  )
  const opens = (what: DialogName) => () => openDialog(what)
  const asks = (what: Asked['what']) => () => ask({ what, positionText: position.text })
  const leave = () => {
    // If the server cannot be reached, the player counts as absent anyway.
    if (may.leave && connection.status === 'live') table.ask({ type: 'leave' })
    go(addressOf({ screen: 'home' }))
  }
  const speaks = remote.dialect === 'raum'
  const plays = speaks && !isWatching(view)
  const isOver = view.ending !== null
  // Never in games between people.
  const hasAdvice = plays && !isOver && isAgainstComputer(view)
  const all = {
    takeback:
      plays &&
      !isOver &&
      control(
        'undo',
        words.REQUEST_TAKEBACK,
        () => table.ask({ type: 'ask-takeback' }),
        may.askTakeback,
      ),
    draw:
      plays &&
      !isOver &&
      control('draw', words.OFFER_DRAW, () => table.ask({ type: 'offer-draw' }), may.offerDraw),
    abort: plays && may.abort && control('close', words.ABORT, () => table.ask({ type: 'abort' })),
    resign: plays && !isOver && control('flag', RESIGN, opens('resign'), may.resign),
    rematch:
      plays &&
      isOver &&
      control('again', words.REMATCH, () => table.ask({ type: 'ask-rematch' }), may.askRematch),
    another: plays && isOver && view.isPaired && (
      <FindAnother remote={remote} className="button control">
        <Icon name="people" />
        {NEW_OPPONENT}
      </FindAnother>
    ),
    level: plays && may.setLevel && control('computer', CHANGE_LEVEL, opens('level')),
    hint: hasAdvice && control('hint', HINT, asks('hint'), may.play),
    threat: hasAdvice && control('threat', THREATS, asks('threat'), may.play),
    flip: hasRanks(view.kind) && control('flip', FLIP_BOARD, onFlip),
    save: control('save', words.SAVE_GAME, opens('save')),
    share: control('share', SHARE, opens('share')),
    earlier: speaks && view.game > 1 && control('list', words.EARLIER_GAMES, opens('earlier')),
    device:
      plays &&
      control('device', words.ON_OTHER_DEVICE, opens('other-device'), remote.token !== null),
    leave: control(
      'leave',
      words.LEAVE,
      speaks && may.leave && view.phase === 'playing' && !isWatching(view) ? opens('leave') : leave,
    ),
  }
  const first = firstOf({ plays, isOver, hasAdvice, mayAbort: may.abort, isPaired: view.isPaired })
  const shown = (isFirst: boolean) =>
    Object.entries(all)
      .filter(([name]) => first.includes(name) === isFirst)
      .map(([name, each]) => <Fragment key={name}>{each}</Fragment>)
  return (
    <div className="controls" role="group" aria-label={CONTROLS}>
      {shown(true)}
      <Menu>
        {shown(false)}
        <AidControls kind={view.kind} />
        {!isWatching(view) && <TypedMove table={table} review={review} />}
      </Menu>
      {plays &&
        may.claimDraw &&
        control('claim', claimDraw(position.claims), () => table.ask({ type: 'claim-draw' }))}
      {hasAdvice && asked && <Advice table={table} asked={asked} onAdvice={onAdvice} />}
      {dialog === 'level' && <LevelDialog table={table} onClose={onClose} />}
      {dialog === 'save' && <Save remote={remote} table={table} onClose={onClose} />}
      {dialog === 'share' && (
        <ShareRoom
          remote={remote}
          table={table}
          review={review}
          flipped={flipped}
          onClose={onClose}
        />
      )}
      {dialog === 'earlier' && (
        <Dialog title={words.EARLIER_GAMES} onClose={onClose}>
          <EarlierGames room={remote.room} count={view.game - 1} />
        </Dialog>
      )}
      {dialog === 'other-device' && <OtherDevice remote={remote} onClose={onClose} />}
      {dialog === 'resign' && (
        <Question
          title={words.RESIGN_QUESTION}
          text={CANNOT_BE_UNDONE}
          answer={RESIGN}
          onAnswer={() => table.ask({ type: 'resign' })}
          onClose={onClose}
        />
      )}
      {dialog === 'leave' && (
        <Question
          title={words.LEAVE_QUESTION}
          text={words.LEAVE_TEXT}
          answer={words.LEAVE}
          onAnswer={leave}
          onClose={onClose}
        />
      )}
    </div>
  )
}

/** The three controls that matter now. The others are under "…". */
function firstOf(game: {
  plays: boolean
  isOver: boolean
  hasAdvice: boolean
  mayAbort: boolean
  isPaired: boolean
}): string[] {
  if (!game.plays) return ['flip', 'save', 'leave']
  if (game.isOver) return ['rematch', game.isPaired ? 'another' : 'save', 'leave']
  return ['takeback', game.hasAdvice ? 'hint' : 'draw', game.mayAbort ? 'abort' : 'resign']
}
