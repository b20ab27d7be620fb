import { useState } from 'preact/hooks'

import { ChosenPiece } from '../learn/ChosenPiece'
import TourOffer from '../learn/TourOffer'
import { Controls } from './Controls'
import { End } from './End'
import { Moves } from '../panel/Moves'
import Announcer from '../panel/Announcer'
import { SheetTabs } from '../panel/SheetTabs'
import type { Advice } from '../board/choice'
import type { View } from '../raum'
import type { HotSeat } from '../table/hot-seat'
import type { Review } from '../table/review'
import { useTable } from '../table/table'

/** The part of the panel below the status, which the first move does not need. */
export default function LowerPanel(props: {
  table: HotSeat
  review: Review
  flipped: boolean
  onFlip: () => void
  onAdvice: (advice: Advice | null) => void
  /** The view with which the panel began. */
  since: View
}) {
  const { table, review, flipped, onFlip, onAdvice, since } = props
  const { view } = useTable(table)
  const gameKey = useGameKey(view)
  return (
    <>
      <Moves table={table} review={review} />
      {/* Another game closes the sheet, which may have begun it. */}
      <SheetTabs key={gameKey} />
      <TourOffer kind={view.kind} moves={view.moves.length} />
      <ChosenPiece />
      <Controls
        table={table}
        review={review}
        flipped={flipped}
        onFlip={onFlip}
        onAdvice={onAdvice}
      />
      <Announcer table={table} since={since} />
      <End table={table} review={review} flipped={flipped} since={since} />
    </>
  )
}

/** Changes with every other game, even if that has the same number. */
function useGameKey({ game, moves, position }: View): string {
  const start = moves.length === 0 ? position.text : null
  const [known, setKnown] = useState({ start, count: 0 })
  if (start !== null && start !== known.start) setKnown({ start, count: known.count + 1 })
  return `${game} ${known.count}`
}
