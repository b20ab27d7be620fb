import { useMemo, useState } from 'preact/hooks'
import type { ComponentChildren } from 'preact'

import { PlayerStrip } from './PlayerStrip'
import { PlaybackControls } from './PlaybackControls'
import { usePlayback } from './playback'
import { nameOf } from './player'
import { statusOf } from './status'
import { FlatBoard } from '../board/FlatBoard'
import { hasRanks } from '../board/cell'
import { NO_CHOICE } from '../board/no-choice'
import { factsOf } from '../raum'
import type { Cell, Side } from '../raum'
import type { Snapshot } from '../table/table'
import type { WatchedRoom } from '../table/watched-room'
import { KINDS, tabTitle } from '../words'
import * as words from '../words-embed'

/** A game between its players’ names, with controls to play it through. */
export function WatchedGame(props: {
  room: WatchedRoom
  snapshot: Snapshot
  /** Whether the connection is lost, so that moves may be missing. */
  isLost: boolean
  isFlipped: boolean
  link: ComponentChildren
}) {
  const { room, snapshot, isLost, isFlipped, link } = props
  const { view } = snapshot
  const { kind } = view
  const playback = usePlayback(view)
  const { ply, isAtEnd, isPlaying } = playback
  const [hovered, onHover] = useState<Cell | null>(null)
  const position = useMemo(
    () => (isAtEnd ? view.position : room.position(ply)),
    [isAtEnd, view, room, ply],
  )
  const flipped = isFlipped && hasRanks(kind)
  const [first, second] = factsOf(kind).sides
  const [near, far] = flipped ? [second, first] : [first, second]
  const title = words.players(nameOf(view, first), nameOf(view, second))

  const strip = (side: Side) => (
    <PlayerStrip
      snapshot={snapshot}
      side={side}
      isTurn={position.turn === side && view.game > 0 && !(isAtEnd && view.ending)}
      // The times of earlier positions are not known.
      hasClock={isAtEnd}
    />
  )
  return (
    <main className={`embed embed-${kind}`}>
      <title>{tabTitle(title)}</title>
      <h1 className="visually-hidden">
        {title}: {KINDS[kind].title}
      </h1>
      {strip(far)}
      <div className="embed-board">
        <FlatBoard
          position={position}
          choice={NO_CHOICE}
          flipped={flipped}
          hovered={hovered}
          onHover={onHover}
        />
      </div>
      {strip(near)}
      <p
        className="embed-status"
        role="status"
        // A game that plays by itself would interrupt a screen reader every second.
        aria-live={isPlaying ? 'off' : 'polite'}
      >
        {isLost ? words.RECONNECTING : statusOf(view, position, ply, room)}
      </p>
      <div className="embed-bar">
        <PlaybackControls playback={playback} last={view.moves.length} />
        {link}
      </div>
    </main>
  )
}
