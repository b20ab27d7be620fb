import './Figure.css'
import { drawingOf } from './figures'
import { indexOf } from '../raum'
import type { Role, Side } from '../raum'

/** A drawing of a piece. Its container provides the text for screen readers. */
export function Figure(props: { side: Side; role: Role }) {
  return (
    <svg className="figure" viewBox="0 0 48 48" aria-hidden="true">
      <Drawn {...props} />
    </svg>
  )
}

/** The same inside another SVG, in a 48 × 48 square. */
export function Drawn({ side, role }: { side: Side; role: Role }) {
  const { shape, lines } = drawingOf(side, role)
  return (
    <g className={indexOf(side) === 0 ? 'figure-first' : 'figure-second'}>
      <path className="figure-rim" d={shape} />
      <path className="figure-body" d={shape} />
      {lines && <path className="figure-lines" d={lines} />}
    </g>
  )
}
