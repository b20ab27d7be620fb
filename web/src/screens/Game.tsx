import { useState } from 'react'

import { Panel } from '../local/LocalPanel'
import { indexOf } from '../raum'
import type { Kind } from '../raum'
import { useSettings } from '../settings'
import { HotSeat } from '../table/hot-seat'
import { useReview } from '../table/review'
import { GameScreen } from './GameScreen'

/** A local game: two players at one device. */
export function Game({ kind }: { kind: Kind }) {
  const [table] = useState(() => HotSeat.at(kind))
  const review = useReview(table)
  const { autoFlip } = useSettings()
  const [isFlipped, setFlipped] = useState(false)
  const flipped = autoFlip ? indexOf(review.position.turn) === 1 : isFlipped
  return (
    <GameScreen table={table} review={review} flipped={flipped}>
      <Panel table={table} review={review} onFlip={() => setFlipped(!isFlipped)} />
    </GameScreen>
  )
}
