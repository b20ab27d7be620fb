import { useState } from 'preact/hooks'

import type { Advice } from '../board/choice'
import { Panel } from '../local/LocalPanel'
import { indexOf } from '../raum'
import type { Kind } from '../raum'
import { useSettings } from '../settings'
import { HotSeat } from '../table/hot-seat'
import { useReview } from '../table/review'
import { useTable } from '../table/table'
import { lazily } from '../ui/lazily'
import { GameScreen } from './GameScreen'

// Loaded on demand: only a game against the computer has one.
const MachineTag = lazily(() => import('../panel/MachineTag'))

/** A local game: two players at one device, or one against the computer. */
export function Game({ kind }: { kind: Kind }) {
  const [table] = useState(() => HotSeat.at(kind))
  const review = useReview(table)
  const { autoFlip } = useSettings()
  const [isFlipped, setFlipped] = useState(false)
  const [advice, setAdvice] = useState<Advice | null>(null)
  const { seats, side } = useTable(table).view
  const computer = seats.find(({ machine }) => machine)
  // Against the computer, the player's own side is at the bottom.
  const isSecond = indexOf((computer && side) ?? 'white') === 1
  const flipped =
    autoFlip && !computer ? indexOf(review.position.turn) === 1 : isSecond !== isFlipped
  const flip = () => setFlipped(!isFlipped)
  return (
    <GameScreen
      table={table}
      review={review}
      flipped={flipped}
      advice={advice}
      onFlip={flip}
      personOf={(each) =>
        computer?.machine &&
        computer.side === each && <MachineTag kind={kind} level={computer.machine.level} />
      }
    >
      <Panel table={table} review={review} flipped={flipped} onFlip={flip} onAdvice={setAdvice} />
    </GameScreen>
  )
}
