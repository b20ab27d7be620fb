import { useEffect } from 'preact/hooks'

import { useEffectEvent } from '../hooks'
import Stuck from '../board/Stuck'
import { hasLevels, isSame } from '../board/cell'
import type { Choice } from '../board/choice'
import type { Marked } from '../board/marks'
import type { Cell, Piece, Position } from '../raum'
import { useSettings } from '../settings'
import { attackMarks, attackerOf, lineMarks } from './aid-marks'
import { changeAids, useAids } from './aids'

/** The same each time: nothing is drawn again. */
const NONE: readonly Marked[] = []

/** Explains a board: says why the selected piece cannot move, and marks what the player has asked for. */
export default function Help(props: {
  position: Position
  choice: Choice
  flipped: boolean
  onMarked: (marked: readonly Marked[]) => void
}) {
  const { position, flipped } = props
  const { selected, targets } = props.choice
  const { explains } = useSettings()
  const { lines, attacked } = useAids()
  const piece = selected && pieceAt(position, selected)
  const isExplained = explains === 'auto' ? hasLevels(position.kind) : explains === 'always'

  // Positions and choices are new objects each time, even if they are the same in value.
  const shown = `${position.text} ${flipped} ${targets.length} ${JSON.stringify(selected)}`

  const explain = useEffectEvent(() =>
    changeAids({ piece: piece && isExplained ? { kind: position.kind, ...piece } : null }),
  )
  useEffect(() => {
    explain()
    return () => changeAids({ piece: null })
  }, [shown, isExplained])

  const mark = useEffectEvent(() => {
    const marked = [
      ...(lines ? lineMarks({ selected, targets }) : []),
      ...(attacked ? attackMarks(position, attackerOf(position, flipped)) : []),
    ]
    props.onMarked(marked.length > 0 ? marked : NONE)
  })
  useEffect(() => mark(), [shown, lines, attacked])

  return (
    // Rendered while empty: screen readers announce only changes.
    <p className="boards-stuck" role="status">
      {piece && targets.length === 0 && <Stuck position={position} piece={piece} />}
    </p>
  )
}

function pieceAt({ pieces }: Position, cell: Cell): Piece | null {
  return pieces.find((each) => isSame(each.cell, cell)) ?? null
}
