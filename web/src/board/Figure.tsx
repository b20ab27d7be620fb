import './Figure.css'
import { drawingOf } from './figures'
import { indexOf } from '../raum'
import type { Role, Side } from '../raum'

/** A piece as a picture. Who cannot see it is told by what it stands in. */
export function Figure({ side, role }: { side: Side; role: Role }) {
  const { shape, lines } = drawingOf(side, role)
  const colour = indexOf(side) === 0 ? 'figure-first' : 'figure-second'
  return (
    <svg className={`figure ${colour}`} viewBox="0 0 48 48" aria-hidden="true">
      <path className="figure-rim" d={shape} />
      <path className="figure-body" d={shape} />
      {lines && <path className="figure-lines" d={lines} />}
    </svg>
  )
}
