import { Absence } from './Absence'
import { Chat } from './Chat'
import type { ChatState } from './Chat'
import { Connection } from '../Connection'
import { Ended } from '../Ended'
import { ChosenPiece } from '../../learn/ChosenPiece'
import { FirstMove } from './FirstMove'
import { Offers } from '../../panel/Offers'
import { People } from './People'
import { RoomControls } from './RoomControls'
import { RoomEnd } from './RoomEnd'
import './RoomPanel.css'
import { NamePrompt } from './NamePrompt'
import { isAlone, isWatching, mySeat } from '../../panel/people'
import { peopleAnnouncement } from './announcements'
import * as words from '../../words-online'
import { Icon } from '../../ui/Icon'
import { Moves } from '../../panel/Moves'
import '../../panel/Panel.css'
import { SheetTabs } from '../../panel/SheetTabs'
import Announcer from '../../panel/Announcer'
import { Status } from '../../panel/Status'
import type { Advice } from '../../board/choice'
import type { View } from '../../raum'
import { useRemote } from '../../table/remote'
import type { Remote } from '../../table/remote'
import type { Review } from '../../table/review'
import { useTable } from '../../table/table'
import type { Table } from '../../table/table'
import { lazily } from '../../ui/lazily'
import { GAME_PANEL } from '../../words'

// Only games of paired opponents need the lobby.
const Requeue = lazily(() => import('./Requeue'))

/** The panel beside the board of a room. */
export function RoomPanel(props: {
  remote: Remote
  table: Table
  review: Review
  chat: ChatState
  flipped: boolean
  onFlip: () => void
  onAdvice: (advice: Advice | null) => void
}) {
  const { remote, table, review, chat, flipped, onFlip, onAdvice } = props
  const { view } = useTable(table)
  const { connection } = useRemote(remote)
  const isNative = remote.dialect === 'raum'
  const mine = mySeat(view)
  const hasChat = isNative && (view.may.say || view.chat.length > 0) && !isAlone(view)
  const isMyTurn = view.side === view.position.turn && connection.status !== 'ended'
  return (
    <section className="panel room-panel" aria-label={GAME_PANEL}>
      <Status
        table={table}
        review={review}
        {...(isMyTurn && { turn: words.yourTurn(view.position.turn) })}
      >
        <Notes view={view} />
      </Status>
      <SheetTabs {...(hasChat && { chat: { ...chat, label: words.chatUnread(chat.unread) } })} />
      <div className="room-panel-line">
        <Connection remote={remote} />
        {isNative && <People remote={remote} table={table} />}
      </div>
      {/* Not a notice: it goes only when the player answers, so it may take the room that it needs. The search has asked
          already, and the first move is due: a phone has no room for both. */}
      {isNative && mine && !view.isPaired && (
        <NamePrompt key={mine.name} remote={remote} name={mine.name} />
      )}
      {/* Of a fixed height: a notice must not move the list under the pointer. */}
      <div className="room-panel-notices">
        {view.firstMoveBy !== null && <FirstMove table={table} />}
        {connection.status === 'ended' && !(view.ending && !isNative) && (
          <Ended remote={remote} close={connection.close} />
        )}
        {isNative && !remote.isStored && !isWatching(view) && (
          <p className="warning" role="status">
            {words.SEAT_NOT_SAVED_IN_GAME}
          </p>
        )}
        <Offers table={table} />
        <Absence table={table} />
      </div>
      <Moves table={table} review={review} />
      <ChosenPiece />
      <RoomControls
        remote={remote}
        table={table}
        review={review}
        flipped={flipped}
        onFlip={onFlip}
        onAdvice={onAdvice}
      />
      {hasChat && <Chat remote={remote} table={table} chat={chat} />}
      <Announcer table={table} also={peopleAnnouncement} />
      <RoomEnd remote={remote} table={table} review={review} flipped={flipped} />
      {view.isPaired && mine && <Requeue remote={remote} table={table} />}
    </section>
  )
}

/** Notices below the status connection. */
function Notes({ view }: { view: View }) {
  return (
    <>
      {isWatching(view) && (
        <p className="room-panel-note">
          <Icon name="eye" />
          {words.YOU_ARE_WATCHING}
        </p>
      )}
      {view.pending && <p className="room-panel-note">{words.SENDING}</p>}
    </>
  )
}
