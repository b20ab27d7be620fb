import type { ComponentChildren } from 'preact'

import { BoardCell } from './BoardCell'
import type { CellProps } from './BoardCell'
import './Level.css'
import { keyOf } from './cell'

/** One level of a board, as a grid for the keyboard and screen readers. */
export function Level(props: { label: string; rows: CellProps[][]; children?: ComponentChildren }) {
  return (
    <div className="level">
      {props.children}
      <div role="grid" className="level-grid" aria-label={props.label}>
        {props.rows.map((row) => (
          <div role="row" className="level-row" key={row[0]?.cell.y}>
            {row.map((cell) => (
              <BoardCell key={keyOf(cell.cell)} {...cell} />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
