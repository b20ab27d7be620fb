import type { ComponentChildren } from 'preact'

import { hasRanks } from '../board/cell'
import type { Advice } from '../board/choice'
import { RulesButton } from '../learn/RulesButton'
import { SideStrip } from '../panel/SideStrip'
import { lazily, lazy } from '../ui/lazily'
import { factsOf } from '../raum'
import type { Side } from '../raum'
import type { Review } from '../table/review'
import { useTable } from '../table/table'
import type { Table } from '../table/table'
import { KINDS } from '../words'
import { Bar } from '../ui/Bar'
import { Boards } from './Boards'
import './GameScreen.css'
import { LookSwitch } from './LookSwitch'
import { useLook } from './look'
import { useMoves } from './useMoves'

// Loaded after the board: browsers play nothing before the first gesture. A game goes on without them.
const Sounds = lazy(() =>
  import('../panel/Sounds').catch((error: unknown) => {
    console.warn('Sounds could not be loaded; the next visit tries again:', error)
    return { default: () => null }
  }),
)
const Keys = lazily(() => import('./Keys'))
const Confirm = lazily(() => import('./Confirm'))
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
  personOf?: (side: Side) => ComponentChildren
  /** A move to show on the boards. */
  advice?: Advice | null
  onFlip: () => void
  children: ComponentChildren
}) {
  const { table, review, name, personOf, advice, onFlip, children } = props
  const { kind, moves } = useTable(table).view
  const { position } = review
  const { choice, asked, answer } = useMoves(table, review, advice)
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
        <RulesButton kind={kind} />
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
          <Sounds table={table} selected={choice.selected} />
          <Keys review={review} last={moves.length} isInSpace={look === 'space'} onFlip={onFlip} />
          {asked && (
            <Confirm
              kind={kind}
              move={asked}
              onPlay={() => answer(true)}
              onCancel={() => answer(false)}
            />
          )}
          {choice.promotions.length > 0 && <Promotion choice={choice} side={position.turn} />}
          {strip(near)}
        </div>
        {children}
      </main>
    </>
  )
}
