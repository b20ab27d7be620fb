import { useMemo, useState } from 'preact/hooks'

import { Person } from './Person'
import { RoomPanel } from './RoomPanel'
import { seatOf } from '../../panel/people'
import { frozenTable, mutedTable } from './table-views'
import { useMuted } from './muted'
import { useTurnSignals } from './useTurnSignals'
import { useUnread } from './unread'
import * as words from '../../words-online'
import type { Advice } from '../../board/choice'
import { indexOf } from '../../raum'
import type { View } from '../../raum'
import { GameScreen } from '../../screens/GameScreen'
import { useRemote } from '../../table/remote'
import type { Remote } from '../../table/remote'
import { useReview } from '../../table/review'
import { useTable } from '../../table/table'
import type { Table } from '../../table/table'
import { KINDS, ending, toMove } from '../../words'

/** The minimum width for the panel beside the board. GameScreen.css uses the same. */
const WIDE = '(width >= 56rem)'

/** The game of a room. */
export function RoomGame({ remote, table: live }: { remote: Remote; table: Table }) {
  const { connection } = useRemote(remote)
  const hasEnded = connection.status === 'ended'
  const [isMuted, mute] = useMuted(remote.room)
  const table = useMemo(() => {
    const heard = isMuted ? mutedTable(live) : live
    return hasEnded ? frozenTable(heard) : heard
  }, [hasEnded, isMuted, live])
  const { view } = useTable(table)
  const review = useReview(table)
  const [isOpen, setOpen] = useState(() => matchMedia(WIDE).matches)
  const unread = useUnread(view, isOpen)
  const [advice, setAdvice] = useState<Advice | null>(null)
  const [turnedIn, setTurnedIn] = useState<number | null>(null)
  // The player's own side is at the bottom. A flip lasts for one game: a rematch may swap the sides.
  const isTurned = turnedIn === view.game
  const flipped = (view.side !== null && indexOf(view.side) === 1) !== isTurned
  const isMyTurn = !view.ending && view.side === view.position.turn
  useTurnSignals(isMyTurn && view.phase === 'playing', KINDS[view.kind].title)
  const flip = () => setTurnedIn(isTurned ? null : view.game)
  return (
    <GameScreen
      table={table}
      review={review}
      flipped={flipped}
      advice={advice}
      onFlip={flip}
      name={words.roomTabTitle(unread, turnOf(view), view.kind)}
      personOf={(side) => {
        const seat = seatOf(view, side)
        return seat && <Person kind={view.kind} seat={seat} isKnown={remote.dialect === 'raum'} />
      }}
    >
      <RoomPanel
        remote={remote}
        table={table}
        review={review}
        chat={{
          isOpen,
          unread,
          isMuted,
          onToggle: () => setOpen(!isOpen),
          onMute: mute,
        }}
        flipped={flipped}
        onFlip={flip}
        onAdvice={setAdvice}
      />
    </GameScreen>
  )
}

function turnOf({ ending: end, position, side }: View): string {
  if (end) return ending(end)
  return position.turn === side ? words.YOUR_TURN : toMove(position.turn)
}
