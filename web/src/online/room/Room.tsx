import { useEffect, useState } from 'preact/hooks'

import { Banner } from './Banner'
import { Connecting, Door } from '../entrance/Door'
import { RoomGame } from './RoomGame'
import { Waiting } from '../entrance/Waiting'
import { remoteOf } from './remotes'
import type { RoomRoute } from './remotes'
import { useArrival } from './useArrival'
import * as words from '../../words-online'
import type { View } from '../../raum'
import { addressOf, rename } from '../../route'
import Message from '../../ui/Message'
import { playerName } from '../../names'
import { useRemote } from '../../table/remote'
import type { Remote } from '../../table/remote'
import { useTable } from '../../table/table'
import type { Table } from '../../table/table'

/** A room on the server: connecting, waiting for an opponent, or the game. */
export default function Room(route: RoomRoute) {
  const [remote] = useState(() => remoteOf(route))
  const { connection, table, movedTo } = useRemote(remote)
  useEffect(() => {
    if (movedTo !== undefined) rename(addressOf({ screen: 'room', room: movedTo }))
  }, [movedTo])
  if (!table)
    return (
      <Door remote={remote} connection={connection} hasTransfer={route.transfer !== undefined} />
    )
  return <Inside remote={remote} table={table} />
}

function Inside({ remote, table }: { remote: Remote; table: Table }) {
  const { view } = useTable(table)
  const arrival = useArrival(view)
  return (
    <>
      <p className="visually-hidden" role="status">
        {arrival}
      </p>
      <Screen remote={remote} table={table} view={view} />
    </>
  )
}

function Screen({ remote, table, view }: { remote: Remote; table: Table; view: View }) {
  const mine = view.seats.find((seat) => seat.mine)
  const hasLeft = mine !== undefined && mine.leftAt !== null
  if (view.phase === 'waiting') {
    // Opening the link requests the free seat at once; wait for the answer.
    if (!mine && view.game === 0 && view.unanswered > 0) {
      return <Connecting room={remote.room} text={words.CONNECTING} />
    }
    if (mine && !hasLeft) return <Waiting remote={remote} table={table} />
  }
  if (view.phase === 'closed' && view.game === 0) {
    return <Message title={words.CLOSED} text={words.CLOSED_TEXT} />
  }
  return (
    <>
      {view.phase === 'closed' && <Banner text={words.ROOM_IS_CLOSED} />}
      {view.may.takeSeat && view.unanswered === 0 && (
        <Banner text={hasLeft ? words.YOU_LEFT : words.SEAT_IS_OPEN}>
          <button
            type="button"
            className="button button-main"
            onClick={() => {
              const name = mine?.name ?? playerName()
              table.ask({ type: 'take-seat', name })
            }}
          >
            {hasLeft ? words.REJOIN : words.TAKE_SEAT}
          </button>
        </Banner>
      )}
      <RoomGame remote={remote} table={table} />
    </>
  )
}
