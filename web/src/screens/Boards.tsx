import { useMemo, useState } from 'preact/hooks'

import { Boundary } from '../ui/Boundary'
import { FlatBoard } from '../board/FlatBoard'
import { cellName, hasLevels, isSame } from '../board/cell'
import type { Choice } from '../board/choice'
import type { Marked } from '../board/marks'
import { lazily, lazy, retry } from '../ui/lazily'
import type { Cell, Piece, Position } from '../raum'
import type { Look } from '../settings'
import * as words from '../words'
import './Boards.css'

// Loaded after the board, which is playable without.
const Help = lazily(() => import('../learn/Help'))
// The 3D code is larger than everything else: a flat game loads none of it.
const load = () => lazy(() => import('../scene/Scene'), <p role="status">{words.LOADING_3D}</p>)

/**
 * The board of a game, flat or in 3D. The flat board stays beside the 3D one: visible in space chess, where it helps to
 * compare levels, otherwise hidden, for the keyboard and screen readers.
 */
export function Boards(props: {
  position: Position
  /** The first position of the game. */
  start: Position
  choice: Choice
  flipped: boolean
  look: Look
}) {
  const { position, flipped, look } = props
  const [marked, onMarked] = useState<readonly Marked[]>([])
  const given = props.choice.marked
  const all = useMemo(() => [...(given ?? []), ...marked], [given, marked])
  const choice = { ...props.choice, marked: all }
  const [hovered, onHover] = useState<Cell | null>(null)
  const [cursor, onCursor] = useState<Cell | null>(null)
  const [Scene, setScene] = useState(load)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const isInSpace = look === 'space' && !failure
  const aimed = hovered ?? cursor
  const shared = { position, choice, flipped, hovered, onHover }
  return (
    <div className={`boards ${isInSpace ? 'boards-in-space' : ''} boards-of-${position.kind}`}>
      {isInSpace && (
        <div className="boards-scene">
          <Boundary fallback={() => null} onFail={(error) => setFailure({ error })}>
            <Scene {...shared} start={props.start} cursor={cursor} />
          </Boundary>
        </div>
      )}
      <div className="boards-plane">
        <FlatBoard {...shared} onCursor={onCursor} />
      </div>
      {hasLevels(position.kind) && (
        // Screen readers get it from the grid.
        <p className="boards-aimed" aria-hidden="true">
          {aimed && nameOf(position, aimed)}
        </p>
      )}
      <Help position={position} choice={props.choice} flipped={flipped} onMarked={onMarked} />
      {look === 'space' && failure && (
        <p className="boards-failure" role="status">
          {words.NO_3D}{' '}
          <button
            type="button"
            className="button"
            onClick={() =>
              retry(failure.error, () => {
                setScene(load)
                setFailure(null)
              })
            }
          >
            {words.TRY_AGAIN}
          </button>
        </p>
      )}
    </div>
  )
}

function pieceAt({ pieces }: Position, cell: Cell): Piece | undefined {
  return pieces.find((each) => isSame(each.cell, cell))
}

/** "Dc4, black bishop": names the hovered cell, which is hard to identify among 125. */
function nameOf(position: Position, cell: Cell): string {
  const piece = pieceAt(position, cell)
  const name = cellName(position.kind, cell)
  return piece ? `${name}, ${words.piece(piece.side, piece.role)}` : name
}
