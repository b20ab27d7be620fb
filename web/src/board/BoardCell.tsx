import { memo } from '../hooks'
import './BoardCell.css'
import { Figure } from './Figure'
import { Marking } from './Marking'
import { keyOf } from './cell'
import type { FlatMark } from './marks'
import type { Cell, Piece, Side } from '../raum'

/** Everything a cell shows, as plain data that can be compared. */
export interface CellProps {
  cell: Cell
  /** The label for screen readers. */
  label: string
  isDark: boolean
  piece: Piece | null
  marks: FlatMark[]
  /** The piece just captured here. */
  gone: Piece | null
  /** Whether the piece has just appeared, like a mark in tic-tac-toe. */
  isNew: boolean
  isMovable: boolean
  /** Whether Tab enters the level here. */
  isCursor: boolean
  isHovered: boolean
  /** Whether it is above or below the hovered cell. */
  isInColumn: boolean
  /** The side whose mark a click would place here. */
  placing: Side | null
  file: string | null
  rank: string | null
}

/** One cell of a flat board. Rendered again only if its props change in value. */
export const BoardCell = memo(
  function BoardCell(props: CellProps) {
    const { cell, piece, gone, marks, file, rank, placing } = props
    return (
      <div
        role="gridcell"
        className={`board-cell${props.isDark ? ' board-cell-dark' : ''}`}
        aria-label={props.label}
        tabIndex={props.isCursor ? 0 : -1}
        data-cell={keyOf(cell)}
        data-movable={props.isMovable || undefined}
        data-hovered={props.isHovered || undefined}
        data-column={props.isInColumn || undefined}
        data-marks={marks.join(' ')}
      >
        {rank && (
          <span className="board-cell-rank" aria-hidden="true">
            {rank}
          </span>
        )}
        {file && (
          <span className="board-cell-file" aria-hidden="true">
            {file}
          </span>
        )}
        {marks.length > 0 && <Marking marks={marks} />}
        {gone && (
          <span className="board-cell-gone">
            <Figure side={gone.side} role={gone.role} />
          </span>
        )}
        {piece && (
          <span className={`board-cell-piece${props.isNew ? ' board-cell-new' : ''}`}>
            <Figure side={piece.side} role={piece.role} />
          </span>
        )}
        {placing && props.isHovered && (
          <span className="board-cell-placing">
            <Figure side={placing} role="mark" />
          </span>
        )}
      </div>
    )
  },
  (before, after) => JSON.stringify(before) === JSON.stringify(after),
)
