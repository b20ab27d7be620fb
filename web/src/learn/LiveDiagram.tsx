import { useEffect, useMemo, useState } from 'preact/hooks'

import { lazy } from '../ui/lazily'
import { useEffectEvent } from '../hooks'
import { FlatBoard } from '../board/FlatBoard'
import Promotion from '../board/Promotion'
import { cellName, cellsOf, hasRanks } from '../board/cell'
import { useChoice } from '../board/choice'
import { GameRecord, factsOf } from '../raum'
import type { Cell, Position } from '../raum'
import { Boundary } from '../ui/Boundary'
import { LOADING_3D, NO_3D } from '../words'
import * as words from '../words-learn'
import { DIAGRAMS } from './rule-texts'
import type { Diagram } from './rule-texts'

const Scene = lazy(() => import('../scene/Scene'), <p role="status">{LOADING_3D}</p>)

/** A diagram of the rules on a real board: its pieces can be chosen and moved. */
export default function LiveDiagram(props: {
  name: string
  isInSpace: boolean
  onSpace: (isOn: boolean) => void
}) {
  const { name, isInSpace, onSpace } = props
  const diagram = DIAGRAMS[name]
  if (!diagram) throw new Error(`there is no diagram ${name}`)
  const start = useMemo(() => startOf(diagram), [diagram])
  const [{ position, moves }, setState] = useState({ position: start, moves: 0 })
  const [hovered, onHover] = useState<Cell | null>(null)
  const [cursor, onCursor] = useState<Cell | null>(null)
  const choice = useChoice(position, (move) =>
    setState({ position: after(position, move), moves: moves + 1 }),
  )
  const select = useEffectEvent(() => {
    const cell = cellsOf(factsOf(diagram.kind).extent).find(
      (each) => cellName(diagram.kind, each) === diagram.selected,
    )
    if (cell) choice.press(cell)
  })
  useEffect(() => {
    if (moves === 0) select()
  }, [moves])
  const shared = { position, choice, flipped: false, hovered, onHover }
  return (
    <div className="live-diagram">
      {isInSpace ? (
        <div className="live-diagram-scene">
          <Boundary fallback={() => <p role="status">{NO_3D}</p>}>
            <Scene {...shared} isPicture start={start} cursor={cursor} />
          </Boundary>
        </div>
      ) : (
        <FlatBoard {...shared} onCursor={onCursor} />
      )}
      {choice.promotions.length > 0 && <Promotion choice={choice} side={position.turn} />}
      <div className="live-diagram-actions">
        {hasRanks(diagram.kind) && (
          <button type="button" className="button" onClick={() => onSpace(!isInSpace)}>
            {isInSpace ? words.DIAGRAM_IN_2D : words.DIAGRAM_IN_3D}
          </button>
        )}
        {moves > 0 && (
          <button
            type="button"
            className="button"
            onClick={() => setState({ position: start, moves: 0 })}
          >
            {words.RESET_DIAGRAM}
          </button>
        )}
      </div>
    </div>
  )
}

function startOf({ kind, position, moves }: Diagram): Position {
  const record = GameRecord.start(kind, position)
  for (const move of moves?.split(' ') ?? []) record.play(move)
  return record.position()
}

function after({ kind, text }: Position, move: string): Position {
  const record = GameRecord.start(kind, text)
  record.play(move)
  return record.position()
}
