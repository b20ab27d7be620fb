import { Component, Suspense, lazy, useState } from 'react'
import type { ReactNode } from 'react'

import { FlatBoard } from '../board/FlatBoard'
import { cellName, isSame } from '../board/cell'
import type { Choice } from '../board/choice'
import type { Cell, Position } from '../raum'
import type { Look } from '../settings'
import * as words from '../words'
import './Boards.css'

// What draws in space is larger than all the rest: a flat game loads nothing of it.
const load = () => lazy(() => import('../scene/Scene'))

/**
 * The board of a game, flat or in space. In space the flat one stays: beside it where levels are to be compared, else
 * unseen, for the keyboard and for screen readers.
 */
export function Boards(props: {
  position: Position
  choice: Choice
  flipped: boolean
  look: Look
}) {
  const { position, choice, flipped, look } = props
  const [hovered, onHover] = useState<Cell | null>(null)
  const [cursor, onCursor] = useState<Cell | null>(null)
  const [Scene, setScene] = useState(load)
  const [hasFailed, setFailed] = useState(false)
  const isInSpace = look === 'space' && !hasFailed
  const aimed = hovered ?? cursor
  const shared = { position, choice, flipped, hovered, onHover }
  return (
    <div className={`boards ${isInSpace ? 'boards-in-space' : ''} boards-of-${position.kind}`}>
      {isInSpace && (
        <div className="boards-scene">
          <Failing
            onFail={() => {
              setFailed(true)
            }}
          >
            <Suspense fallback={<p role="status">{words.LOADING_SCENE}</p>}>
              <Scene {...shared} cursor={cursor} />
            </Suspense>
          </Failing>
        </div>
      )}
      <div className="boards-plane">
        <FlatBoard {...shared} onCursor={onCursor} />
      </div>
      {position.kind === 'space' && (
        // Screen readers hear it from the grid.
        <p className="boards-aimed" aria-hidden="true">
          {aimed && nameOf(position, aimed)}
        </p>
      )}
      {/* It is here before it says anything: screen readers announce changes only. */}
      <p className="boards-stuck" role="status">
        {stuck(position, choice)}
      </p>
      {look === 'space' && hasFailed && (
        <p className="boards-failure" role="status">
          {words.NO_SPACE}{' '}
          <button
            type="button"
            className="button"
            onClick={() => {
              // What could not be loaded is asked for once more.
              setScene(load)
              setFailed(false)
            }}
          >
            {words.TRY_AGAIN}
          </button>
        </p>
      )}
    </div>
  )
}

/** "Dc4, black bishop": among 125 cells it is good to know which one is meant. */
function nameOf({ kind, pieces }: Position, cell: Cell): string {
  const piece = pieces.find((each) => isSame(each.cell, cell))
  const name = cellName(kind, cell)
  return piece ? `${name}, ${words.piece(piece.side, piece.role)}` : name
}

/** Why the chosen piece has no targets, where it has none. */
function stuck({ kind, pieces, check }: Position, { selected, targets }: Choice): string | null {
  const piece = selected && pieces.find(({ cell }) => isSame(cell, selected))
  if (!piece || targets.length > 0) return null
  return words.noLegalMove(piece.role, cellName(kind, piece.cell), check !== null)
}

/** Tells if what is in it fails. React catches errors in classes only. */
class Failing extends Component<{ children: ReactNode; onFail: () => void }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    this.props.onFail()
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
