import { useCallback, useState } from 'react'

import { Promotion } from '../board/Promotion'
import { hasEnds } from '../board/cell'
import { useChoice } from '../board/choice'
import { Panel } from '../panel/Panel'
import { SideStrip } from '../panel/SideStrip'
import { useSounds } from '../panel/useSounds'
import { factsOf, indexOf } from '../raum'
import type { Kind } from '../raum'
import { useSettings } from '../settings'
import { HotSeat } from '../table/hot-seat'
import { useReview } from '../table/review'
import { play } from '../table/table'
import { KINDS } from '../words'
import { Bar } from './Bar'
import { Boards } from './Boards'
import { LookSwitch } from './LookSwitch'
import { useLook } from './look'
import './Game.css'

/** A game of two people at one device. */
export function Game({ kind }: { kind: Kind }) {
  const [table] = useState(() => HotSeat.at(kind))
  const review = useReview(table)
  const { position } = review
  const makeMove = useCallback(
    (move: string) => {
      play(table, move)
    },
    [table],
  )
  const choice = useChoice(position, makeMove)
  useSounds(table, choice.selected)
  const look = useLook(kind)
  const { autoFlip } = useSettings()
  const [isFlipped, setFlipped] = useState(false)
  const flipped = hasEnds(kind) && (autoFlip ? indexOf(position.turn) === 1 : isFlipped)
  const [first, second] = factsOf(kind).sides
  const [near, far] = flipped ? [second, first] : [first, second]
  return (
    <>
      <Bar title={KINDS[kind].title}>{hasEnds(kind) && <LookSwitch kind={kind} />}</Bar>
      <main className="game">
        <div className={`game-table game-${kind}`}>
          <SideStrip {...{ table, review }} side={far} />
          <Boards {...{ position, choice, flipped, look }} />
          <Promotion choice={choice} side={position.turn} />
          <SideStrip {...{ table, review }} side={near} />
        </div>
        <Panel
          {...{ table, review }}
          onFlip={() => {
            setFlipped(!isFlipped)
          }}
        />
      </main>
    </>
  )
}
