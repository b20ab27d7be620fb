import './Figure.css'
import { drawingOf } from './figures'
import { indexOf } from '../raum'
import type { Role, Side } from '../raum'

/** A piece as a picture. Who cannot see it is told by what it stands in. */
export function Figure(props: { side: Side; role: Role }) {
  return (
    <svg className="figure" viewBox="0 0 48 48" aria-hidden="true">
      <Drawn {...props} />
    </svg>
  )
}

/** The same inside of another picture, in a square of 48. */
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
