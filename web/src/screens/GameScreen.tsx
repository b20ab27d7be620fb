import { Suspense, lazy, useCallback } from 'react'
import type { ReactNode } from 'react'

import { hasRanks } from '../board/cell'
import { useChoice } from '../board/choice'
import type { Advice } from '../board/choice'
import { SideStrip } from '../panel/SideStrip'
import { lazily } from '../ui/lazily'
import { factsOf } from '../raum'
import type { Side } from '../raum'
import type { Review } from '../table/review'
import { play, useTable } from '../table/table'
import type { Table } from '../table/table'
import { KINDS } from '../words'
import { Bar } from '../ui/Bar'
import { Boards } from './Boards'
import './GameScreen.css'
import { LookSwitch } from './LookSwitch'
import { useLook } from './look'

// Loaded after the board: browsers play nothing before the first gesture. A game goes on without them.
const Sounds = lazy(() =>
  import('../panel/Sounds').catch((error: unknown) => {
    console.warn('Sounds could not be loaded; the next visit tries again:', error)
    return { default: () => null }
  }),
)
// Loaded on demand: promotions are rare.
const Promotion = lazily(() => import('../board/Promotion'))

/** A game at any table: its boards with a strip for each side, and a panel beside them. */
export function GameScreen(props: {
  table: Table
  review: Review
  /** Whether the second side is at the bottom. */
  flipped: boolean
  /** The document title, if it is not the game's. */
  name?: string
  /** The player of a side, in a room. */
  personOf?: (side: Side) => ReactNode
  /** A move to show on the boards. */
  advice?: Advice | null
  children: ReactNode
}) {
  const { table, review, name, personOf, advice, children } = props
  const { kind } = useTable(table).view
  const { position } = review
  const makeMove = useCallback((move: string) => play(table, move), [table])
  const choice = useChoice(position, makeMove, advice)
  const look = useLook(kind)
  const flipped = hasRanks(kind) && props.flipped
  const [first, second] = factsOf(kind).sides
  const [near, far] = flipped ? [second, first] : [first, second]
  const strip = (side: Side) => (
    <SideStrip table={table} review={review} side={side}>
      {personOf?.(side)}
    </SideStrip>
  )
  return (
    <>
      <Bar title={KINDS[kind].title} {...(name !== undefined && { name })}>
        {hasRanks(kind) && <LookSwitch kind={kind} />}
      </Bar>
      <main className="game-screen">
        <div className={`game-screen-table game-screen-${kind}`}>
          {strip(far)}
          <Boards
            position={position}
            start={table.position(0)}
            choice={choice}
            flipped={flipped}
            look={look}
          />
          <Suspense>
            <Sounds table={table} selected={choice.selected} />
          </Suspense>
          <Suspense>
            {choice.promotions.length > 0 && <Promotion choice={choice} side={position.turn} />}
          </Suspense>
          {strip(near)}
        </div>
        {children}
      </main>
    </>
  )
}
