import { Drawn } from './Figure'
import './Picture.css'
import { cellsOf, isDark, keyOf } from './cell'
import { viewBoxOf, project, slantOf, tile } from './projection'
import type { Slant } from './projection'
import { factsOf } from '../raum'
import type { Kind, Piece, Position } from '../raum'
import { SAMPLES } from '../raum/samples'

/** A small oblique picture of a position, by default a sample. Needs no rules. */
export function Picture({ kind, position = SAMPLES[kind] }: { kind: Kind; position?: Position }) {
  const slant = slantOf(kind)
  const { extent } = factsOf(kind)
  const levels = Array.from({ length: extent.z }, (_, z) => z)
  return (
    <svg className="picture" viewBox={viewBoxOf(slant, extent)} aria-hidden="true">
      {levels.map((z) => (
        <g key={z}>
          {['picture-edge', 'picture-slab'].map((part) => (
            <path key={part} className={part} d={tile(slant, { x: 0, y: 0 }, extent, z, -0.03)} />
          ))}
          {[false, true].map((dark) => (
            <path
              key={String(dark)}
              className={dark ? 'picture-dark' : 'picture-light'}
              d={cellsOf(extent)
                .filter((cell) => cell.z === z && isDark(kind, cell) === dark)
                .map((cell) => tile(slant, cell, { x: 1, y: 1 }, z, 0.03))
                .join('')}
            />
          ))}
          {position.pieces
            .filter(({ cell }) => cell.z === z)
            .sort((one, other) => other.cell.y - one.cell.y || one.cell.x - other.cell.x)
            .map((piece) => (
              <g key={keyOf(piece.cell)} transform={placeOf(piece, slant, extent.y)}>
                <Drawn side={piece.side} role={piece.role} />
              </g>
            ))}
        </g>
      ))}
    </svg>
  )
}

/** Pieces stand upright on their cells, marks lie flat. */
function placeOf({ cell, role }: Piece, slant: Slant, ranks: number): string {
  if (role !== 'mark') {
    const { x, y } = project(slant, cell.x + 0.5, cell.y + 0.5, cell.z)
    return `translate(${x - 24} ${y - 40})`
  }
  // Tic-tac-toe counts its rows from the far edge.
  const { x, y } = project(slant, cell.x, ranks - cell.y, cell.z)
  const { file, rank } = slant
  const matrix = [file.x, file.y, -rank.x, -rank.y].map((each) => each / 48)
  return `matrix(${[...matrix, x, y].join(' ')})`
}
